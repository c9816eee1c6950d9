// Sources that are followed: read again, with changes applied, rows that are gone retired, and what people changed left alone.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { workOnImports } from '../../../core/import/run-waiting.js';
import * as sources from '../../../core/import/sources.js';
import { systemActor } from '../../../core/kernel/actor.js';
import { AdminListingPatch } from '../../../core/listings/schema.js';
import { deleteListing, setListingStatus } from '../../../core/listings/status.js';
import { updateListing } from '../../../core/listings/submit.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember } from '../../helpers/directory.js';
import { allMails, hurryMails } from '../../helpers/mails.js';

const cli = systemActor('cli');

describe('a source that is followed', () => {
  const database = useDatabase({ SCREENSHOT_ALLOW_PRIVATE: 'true' });
  let http: Server;
  let address: string;
  let list = '';

  before(async () => {
    http = createServer((_request, response) => {
      response.writeHead(list ? 200 : 503).end(list);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    address = `http://localhost:${(http.address() as AddressInfo).port}/list.json`;
  });
  after(() => http.close());
  afterEach(async () => {
    await database.knex('listings').delete();
    await database.knex('imports').delete();
    await database.knex('reports').delete();
  });

  const write = (...items: readonly (readonly [string, string])[]) => {
    // Unlike Markdown, JSON is read without a process of its own.
    list = JSON.stringify(
      items.map(([name, tagline]) => ({
        name,
        website_url: `https://${name.toLowerCase()}.example.com`,
        tagline,
      })),
    );
  };
  const listings = async () =>
    (await database.knex('listings').orderBy('slug').select('slug', 'tagline', 'status')).map(
      ({ slug, tagline, status }) => `${slug}: ${tagline} (${status})`,
    );
  const work = () => workOnImports(new AbortController().signal);
  const follow = async (fields: object = {}) => {
    const { source } = await sources.followSource(cli, { source: address, ...fields });
    await work();
    return source.id;
  };
  const again = async (id: string) => {
    await sources.readSource(cli, id);
    await work();
    return (await sources.getSource(cli, id)).source;
  };

  it('applies what changed, and leaves alone what somebody has changed, deleted or listed here', async () => {
    write(['Ant', 'Digs'], ['Bee', 'Hums'], ['Cat', 'Sleeps'], ['Dog', 'Barks']);
    const id = await follow();
    expect(await listings()).to.deep.equal([
      'ant: Digs (live)',
      'bee: Hums (live)',
      'cat: Sleeps (live)',
      'dog: Barks (live)',
    ]);
    await updateListing(cli, 'bee', { tagline: 'Edited here' }, null, AdminListingPatch);
    await deleteListing(cli, 'cat');
    write(
      ['Ant', 'Digs deeper'],
      ['Bee', 'Hums louder'],
      ['Cat', 'Sleeps'],
      ['Elk', 'Walks'],
      ['Dog', 'Barks'],
    );
    const source = await again(id);
    expect(source.counts).to.deep.equal({ changed: 1, kept: 2, created: 1, unchanged: 1 });
    expect(await listings()).to.deep.equal([
      'ant: Digs deeper (live)',
      'bee: Edited here (live)',
      'dog: Barks (live)',
      'elk: Walks (live)',
    ]);
    const [entry] = await database
      .knex('audit_entries')
      .where({ action: 'import.read' })
      .orderBy('id', 'desc');
    expect(entry.after).to.deep.equal(source.counts);
  });

  it('notes rows with characters that no database stores, and ends', async () => {
    const row = (name: string, website_url: string) => ({
      name,
      website_url,
      tagline: 'x',
      categories: [name],
    });
    list = JSON.stringify([
      row('a\0', 'nowhere'),
      row('\ud800', 'nowhere'),
      row('Ant', 'https://ant.example.com'),
    ]);
    const { counts, state } = await again(await follow());
    expect([state, counts]).to.deep.equal(['done', { refused: 2, unchanged: 1 }]);
    expect(await database.knex('import_faults').orderBy('line').pluck('name')).to.deep.equal([
      'a ',
      '\ufffd',
    ]);
    list = '\0';
    const { source } = await sources.followSource(cli, { source: `${address}?`, options: { kind: 'json' } });
    await work();
    expect((await sources.getSource(cli, source.id)).source.state).to.equal('failed');
  });

  it('tells admins who get emails what a reading has changed, and nobody when nothing has', async () => {
    const people = {
      'root@example.com': 'admin',
      'quiet@example.com': 'admin',
      'mod@example.com': 'moderator',
    };
    for (const [email, role] of Object.entries(people)) {
      await createMember(email, 'Ada');
      const desk_emails = email.startsWith('quiet') ? 'none' : 'daily';
      await database.knex('users').where({ email }).update({ role, desk_emails, email_verified: true });
    }
    write(['Ant', 'Digs'], ['Bee', 'Hums']);
    const id = await follow({ gone: 'review' });
    await again(id);
    write(['Bee', 'Hums louder']);
    await again(id);
    const mails = await database.knex('mails').where({ kind: 'source-read' }).orderBy('created_at');
    expect(mails.map(({ data }) => data.counts)).to.deep.equal([{ created: 2 }, { changed: 1, removed: 1 }]);
    await hurryMails();
    const texts = (await allMails()).filter((text) => text.includes('New: '));
    expect(texts).to.have.length(2);
    for (const text of texts) expect(text).to.include('To: root@example.com');
    const last = texts.find((text) => text.includes('Changed: 1')) ?? '';
    expect(last).to.include('No longer there: 1').and.include(`/admin/imports/${id}`);
    expect(last.replace(/\s+/g, ' ')).to.include('wait at the review desk');
  });

  it('archives what is gone, and brings it back', async () => {
    write(['Ant', 'Digs'], ['Bee', 'Hums'], ['Cat', 'Sleeps']);
    const id = await follow();
    write(['Ant', 'Digs'], ['Cat', 'Sleeps']);
    expect((await again(id)).counts).to.deep.equal({ unchanged: 2, removed: 1 });
    expect((await again(id)).counts).to.deep.equal({ unchanged: 2 });
    expect(await listings()).to.include('bee: Hums (archived)');
    write(['Ant', 'Digs'], ['Bee', 'Hums again'], ['Cat', 'Sleeps']);
    expect((await again(id)).counts).to.deep.equal({ unchanged: 2, changed: 1 });
    expect(await listings()).to.include('bee: Hums again (live)');
    // Somebody has archived it since: that it is back at the source is no reason to show it.
    write(['Ant', 'Digs'], ['Cat', 'Sleeps']);
    await again(id);
    expect((await database.knex('listings').where({ slug: 'bee' }).first()).archived_said).to.deep.equal({
      key: 'audit-reason.gone',
      values: { source: address },
    });
    for (const action of ['restore', 'archive']) await setListingStatus(cli, 'bee', { action });
    write(['Ant', 'Digs'], ['Bee', 'Hums louder'], ['Cat', 'Sleeps']);
    await again(id);
    expect(await listings()).to.include('bee: Hums louder (archived)');
  });

  it('puts what is gone before a moderator, if that is wanted', async () => {
    write(['Ant', 'Digs'], ['Bee', 'Hums']);
    const id = await follow({ gone: 'review', every: 'week' });
    write(['Ant', 'Digs']);
    await again(id);
    expect(await listings()).to.deep.equal(['ant: Digs (live)', 'bee: Hums (live)']);
    const said = { key: 'audit-reason.gone', values: { source: address } };
    expect(await database.knex('reports').pluck('said')).to.deep.equal([said]);
  });

  it('is read when it is due, also after a failure, which changes nothing', async () => {
    write(['Ant', 'Digs']);
    const id = await follow();
    const due = () => database.knex('imports').update({ due_at: new Date(0) });
    list = '';
    await due();
    await work();
    const failed = (await sources.getSource(cli, id)).source;
    expect(failed.state).to.equal('failed');
    expect(failed.error).to.include('503');
    expect(new Date(failed.due_at ?? 0)).to.be.greaterThan(new Date());
    expect(await listings()).to.deep.equal(['ant: Digs (live)']);
    write(['Ant', 'Digs on']);
    await work();
    expect(await listings()).to.deep.equal(['ant: Digs (live)']);
    await due();
    await work();
    expect(await listings()).to.deep.equal(['ant: Digs on (live)']);
    expect((await sources.unfollowSource(cli, id)).source.every).to.equal(null);
    expect((await sources.listSources(cli)).sources).to.deep.equal([]);
  });
});
