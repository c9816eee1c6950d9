// From the submission to the screenshot: the real service, the real worker, the packed browser, a local page.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { openImport } from '../../core/import/import-rows.js';
import { systemActor } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import { isCaptureOn, reportBrowser } from '../../core/listings/pictures.js';
import { captureState } from '../../core/upkeep/captures.js';
import { type StopWorker, startWorker } from '../../server/jobs/worker.js';
import { type Json, useApi } from '../helpers/api.js';
import { packedBrowser } from '../helpers/capture.js';
import { keepConfig } from '../helpers/environment.js';
import { useListener } from '../helpers/listeners.js';
import { endPrograms, runNode } from '../helpers/process.js';

const SERVER = new URL('../../bin/directory-server.js', import.meta.url).pathname;

describe('captures', function () {
  this.timeout(60_000);
  const environment: Record<string, string> = {
    SCREENSHOTS: 'on',
    // The search for an icon must not be the visitor that hangs.
    SITE_ICONS: 'off',
    SCREENSHOT_ALLOW_PRIVATE: 'on',
    SCREENSHOT_SECRET: 'worker-secret',
  };
  before(async function () {
    const found = await packedBrowser();
    if (found === null) {
      console.log('      no packed Chromium for this platform: captures are not tried');
      return this.skip();
    }
    environment.CHROME_PATH = found.executablePath;
  });
  const api = useApi(environment);
  /** Paths whose first visitor gets no response. */
  const hanging = new Set<string>();
  const site = useListener((request, response) => {
    if (hanging.delete(request.url ?? '')) return;
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Page</title><body style="margin:0">
      <p style="position:absolute;z-index:1">${request.url}</p>
      <div style="position:absolute;left:0;top:0;width:640px;height:800px;background:#ff0000"></div>
      <div style="position:absolute;left:640px;top:0;width:640px;height:800px;background:#0000ff"></div>
      <div id="onetrust-consent-sdk" style="position:fixed;inset:0;background:#000">We value your privacy</div>
      <script>alert("hello")</script>`);
  });
  let stopWorker: StopWorker | null = null;
  after(async () => {
    await stopWorker?.();
    reportBrowser(false);
    await endPrograms();
  });

  const submit = async (path: string) => api.submit(await keyOf(), { website_url: `${site.url}${path}` });
  let key: string | undefined;
  const keyOf = async () => {
    key ??= (await api.register()).key;
    return key;
  };
  const settled = async ({ slug }: Json) => {
    for (let waited = 0; waited < 400; waited += 1) {
      const row = await api.server.database.knex('listings').where({ slug }).first('screenshot_status');
      if (row.screenshot_status !== 'pending')
        return (await api.get(`/api/v1/listings/${slug}`)).body.listing;
      await sleep(100);
    }
    throw new Error('The capture stayed pending for 40 seconds.');
  };
  const colourAt = async (picture: Buffer, x: number, y: number) => {
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
  };
  const download = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());

  it('are finished by another worker when theirs is killed, those that somebody waits for before an import', async () => {
    const { knex, url } = api.server.database;
    hanging.add('/slow');
    const listing = await submit('/slow');
    const inLine = () => knex('listings').whereNotNull('capture_queued_at');
    // Queued while no queue was open: lost, and old enough for the worker's first sweep to find it.
    await inLine().update({ capture_queued_at: new Date(0) });
    const killed = runNode([SERVER, '--jobs-only'], {
      ...environment,
      DATABASE_URL: url,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: api.server.url,
      LOG_FORMAT: 'json',
    });
    await killed.says(/works on jobs, and answers no requests/);
    while (!site.hits.includes('GET /slow')) await sleep(50);
    await killed.kill('SIGKILL');
    const row = await knex('listings').where({ id: listing.id }).first();
    expect(row).to.include({ screenshot_status: 'pending', capture_attempts: 1 });
    expect(row.leased_until, 'still taken').to.not.equal(null);

    const target = openImport(systemActor('cli'));
    const paths = Array.from({ length: 6 }, (_, n) => `/imported-${n}`);
    const rows = paths.map((path, n) => ({
      line: n + 1,
      input: { name: `Imported ${n}`, website_url: site.url + path, tagline: 'A page of an import' },
    }));
    await target.importRows(rows).finally(() => target.close());
    for (const path of paths) hanging.add(path);
    expect(await captureState('imported-0')).to.deep.equal({
      key: 'capture.minutes',
      values: { minutes: 1 },
    });
    await knex('listings').where({ slug: 'imported-5' }).update({ capture_attempts: 2 });
    expect(await captureState('imported-5')).to.deep.equal({ key: 'capture.again', values: { tries: 2 } });
    const mine = await submit('/waited-for');
    await inLine().update({ capture_queued_at: knex.raw("capture_queued_at - interval '1 hour'") });
    await knex('listings')
      .where({ id: listing.id })
      .update({ leased_until: new Date(0) });

    stopWorker = await startWorker(url, () => api.server.url);
    for (const each of [listing, mine])
      expect(await settled(each)).to.include({ screenshot_status: 'ready' });
    const waiting = await knex('listings')
      .where({ screenshot_status: 'pending' })
      .whereLike('slug', 'imported-%');
    expect(waiting.length, 'one is under way at most').to.equal(6);
    expect(site.hits.filter((hit) => hit.includes('imported')).length).to.be.at.most(1);
    await knex('listings').whereLike('slug', 'imported-%').delete();
    hanging.clear();
    const failed = { screenshot_status: 'failed', capture_attempts: 1 };
    await knex('listings').where({ id: mine.id }).update(failed);
    expect(await captureState(mine.slug)).to.deep.equal({ key: 'capture.failed', values: { tries: 1 } });
  });

  it('end as ready, with the pixels of the page and its consent banner removed', async () => {
    const listing = await settled(await submit('/'));
    expect(listing.screenshot_status).to.equal('ready');
    expect(listing.screenshot_url).to.match(new RegExp(`^${api.server.url}/media/`));
    const picture = await download(listing.screenshot_url);
    expect(await sharp(picture).metadata()).to.include({ format: 'webp', width: 1280, height: 800 });
    expect(await colourAt(picture, 300, 400), 'left').to.equal('100');
    expect(await colourAt(picture, 980, 400), 'right').to.equal('001');
    const thumbnail = await download(`${listing.screenshot_url}/thumbnail`);
    expect(await sharp(thumbnail).metadata()).to.include({ format: 'webp', width: 640, height: 400 });
  });

  it('end as failed when the page does not load, and delete the previous picture', async () => {
    const path = '/gone';
    const first = await settled(await submit(path));
    expect(first.screenshot_status).to.equal('ready');
    // Another page of the same site, which answers 404: that is final, and not retried.
    await api.patch(
      `/api/v1/listings/${first.slug}`,
      { website_url: `${api.server.url}/media/nothing` },
      { key: await keyOf() },
    );
    expect(await settled(first)).to.include({ screenshot_status: 'failed', screenshot_url: null });
    expect((await fetch(first.screenshot_url)).status).to.equal(404);
  });

  it('are off, and leave nothing pending, when there is no browser', async () => {
    await stopWorker?.();
    stopWorker = null;
    const listing = await submit('/unseen');
    await keepConfig(async () => {
      const { dataDir, publicUrl } = config;
      configure({ ...environment, DATA_DIR: dataDir, PUBLIC_URL: publicUrl, CHROME_PATH: '/nonexistent' });
      stopWorker = await startWorker(api.server.database.url, () => api.server.url);
      expect(await settled(listing)).to.include({ screenshot_status: null, screenshot_url: null });
      expect(isCaptureOn()).to.equal(false);
    });
  });
});
