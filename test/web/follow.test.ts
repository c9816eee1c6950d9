// Following a list by email: double opt-in, one digest a week, one click to stop, and nothing left after it.
import { expect } from 'chai';
import { systemActor } from '../../core/kernel/actor.js';
import { config, configure } from '../../core/kernel/config.js';
import { submitListing } from '../../core/listings/submit.js';
import { sendDigests } from '../../core/readers/digests.js';
import { askToFollow } from '../../core/readers/follows.js';
import { cleanUp } from '../../core/service/retention.js';
import { createMember } from '../helpers/directory.js';
import { allMails, mailsTo } from '../helpers/mails.js';
import { csrfOf, visitorOf } from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

describe('following by email', () => {
  const server = useServer({ RATE_LIMIT_REPORT: '1000' });
  const reader = visitorOf(server);
  const follows = () => server.database.knex('follows').orderBy('created_at');
  let owner: Awaited<ReturnType<typeof createMember>>;
  let count = 0;
  before(async () => {
    owner = await createMember('maker@example.com');
  });
  beforeEach(async () => {
    for (const table of ['follows', 'mails', 'listings']) await server.database.knex(table).delete();
  });

  const ask = (email: string, search: Record<string, string> = {}, language = 'en') =>
    reader
      .get('/follow', { 'accept-language': language })
      .then(({ html }) =>
        reader.post('/follow', { _csrf: csrfOf(html), email, ...search }, { 'accept-language': language }),
      );
  /** Asks and confirms. @returns the path of the follow */
  async function follow(
    email: string,
    search: Record<string, string> = {},
    language = 'en',
  ): Promise<string> {
    expect((await ask(email, search, language)).status).to.equal(303);
    const mail = (await mailsTo(email)).at(-1) ?? '';
    const path = /\/follow\/[\w-]+/.exec(mail)?.[0] ?? '';
    expect((await reader.submit(path, { do: 'confirm' })).location).to.equal(`${path}?done=followed`);
    return path;
  }
  const list = async (name: string, more: object = {}) => {
    count += 1;
    const website_url = `https://followed-${count}.example.com`;
    const { listing } = await submitListing(owner, {
      name,
      website_url,
      tagline: `${name} for all`,
      ...more,
    });
    return listing;
  };
  /** A week later: what was listed since is old enough. */
  async function aWeekLater(): Promise<number> {
    const { knex } = server.database;
    await knex('listings').update({ published_at: knex.raw(`published_at - interval '10 minutes'`) });
    await knex('follows')
      .whereNotNull('next_at')
      .update({
        next_at: knex.raw(`now() - interval '1 second'`),
        told_until: knex.raw(`told_until - interval '11 minutes'`),
      });
    return sendDigests();
  }
  const digestsTo = async (email: string) =>
    (await mailsTo(email)).filter((mail) => mail.includes('List-Unsubscribe-Post'));

  it('is asked for, confirmed by the reader, and sends what is new once a week, in their language', async () => {
    await list('Old');
    const { location } = await ask('Deutsch@example.com', { category: 'finance' }, 'de');
    expect(location).to.equal('/categories/finance?done=follow-asked');
    const [asking = ''] = await mailsTo('deutsch@example.com');
    expect(asking)
      .to.include('Finanzen bei Directory folgen?')
      .and.include('falls Sie das nicht waren'.replace('f', 'F'));
    const path = /\/follow\/[\w-]+/.exec(asking)?.[0] ?? '';
    // Programs open links in emails: that alone confirms nothing.
    await reader.get(path);
    expect((await follows())[0].confirmed_at).to.equal(null);
    expect(await aWeekLater()).to.equal(0);
    await reader.submit(path, { do: 'confirm' });
    await list('Ledger', { categories: ['finance'] });
    await list('Elsewhere', { categories: ['design'] });
    expect(await aWeekLater()).to.equal(1);
    const mails = await mailsTo('deutsch@example.com');
    expect(mails).to.have.length(2);
    expect(mails[1])
      .to.include('Ein neuer Eintrag: Finanzen')
      .and.include('- Ledger: ')
      .and.include('Ledger for all')
      .and.not.include('Elsewhere')
      .and.not.include('Old');
    expect(await sendDigests()).to.equal(0);
    expect(await aWeekLater()).to.equal(0);
  });

  it('is one digest for everything that an address follows, and none without news', async () => {
    await follow('both@example.com', { q: 'kestrel' });
    await follow('both@example.com', {});
    expect(await aWeekLater()).to.equal(0);
    await list('Kestrel notes');
    await list('Heron tables');
    expect(await aWeekLater()).to.equal(1);
    const [digest = '', ...rest] = await digestsTo('both@example.com');
    expect(rest).to.deep.equal([]);
    expect(digest).to.include('2 new listings that you follow');
    expect(digest).to.include('New in “kestrel”:').and.include('2 new in the whole directory:');
  });

  it('is sent once by two processes at one moment, and after a crash before the commit', async () => {
    await follow('once@example.com');
    await list('Single');
    const { knex } = server.database;
    await knex.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create constraint trigger refuse after insert on mails deferrable initially deferred
         for each row execute function refuse()`,
    );
    const crashed = await aWeekLater().catch((error: Error) => error.message);
    await knex.raw('drop trigger refuse on mails; drop function refuse()');
    expect(crashed).to.include('no');
    const sent = await Promise.all([sendDigests(), sendDigests(), sendDigests()]);
    expect(sent.reduce((sum, one) => sum + one)).to.equal(1);
    expect(await digestsTo('once@example.com')).to.have.length(1);
  });

  it('stops by one click of a mail program, and leaves nothing of the address', async () => {
    const path = await follow('leaving@example.com', { q: 'anything' });
    await follow('leaving@example.com', { category: 'design' });
    await list('Anything goes');
    await aWeekLater();
    const digest = (await digestsTo('leaving@example.com')).at(-1) ?? '';
    expect(digest).to.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const address = /^List-Unsubscribe:\s+<([^>]+)>$/m.exec(digest)?.[1] ?? '';
    const { pathname } = new URL(address);
    expect(pathname).to.equal(`${path}/unsubscribe`);
    expect((await reader.get(pathname)).location).to.equal(path);
    expect(await follows()).to.have.length(2);
    // As providers post: no cookie, no Origin, no browser.
    for (const _ of ['first', 'again']) {
      const answer = await server.fetch(pathname, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        headers: { 'user-agent': '' },
        redirect: 'manual',
      });
      expect(answer.status).to.equal(200);
    }
    const tables = (await server.database.knex('pg_tables').where({ schemaname: 'public' })).map(
      (t) => t.tablename,
    );
    for (const table of tables) {
      const rows = JSON.stringify(await server.database.knex(table));
      expect(rows, table).to.not.include('leaving@example.com');
    }
  });

  it('can be read and stopped when its category is gone', async () => {
    const path = await follow('orphan@example.com', { category: 'design' });
    const other = await follow('orphan@example.com', { q: 'orphan' });
    await server.database.knex('follows').where({ category: 'design' }).update({ category: 'gone' });
    await list('Orphan');
    expect(await aWeekLater()).to.equal(1);
    expect(await digestsTo('orphan@example.com')).to.have.length(1);
    expect((await reader.get(other)).html).to.include('This address also follows: gone.');
    expect((await reader.submit(path, { do: 'stop' })).status).to.equal(303);
    expect(await follows()).to.have.length(1);
  });

  it('stops one of several on the page, and drops a digest that waits for what has stopped', async () => {
    const one = await follow('several@example.com', { q: 'first' });
    const other = await follow('several@example.com', { q: 'second' });
    expect((await reader.get(one)).html).to.include('This address also follows: “second”.');
    await list('First thing');
    await server.database.knex('mails').delete();
    await aWeekLater();
    await reader.submit(one, { do: 'stop' });
    expect(await mailsTo('several@example.com')).to.have.length(2);
    expect((await reader.get(one)).status).to.equal(404);
    expect((await reader.get(other)).status).to.equal(200);
    await reader.submit(other, { do: 'stop-all' });
    expect(await follows()).to.deep.equal([]);
  });

  it('cannot be used to fill somebody’s inbox, and says nothing about what an address follows', async () => {
    const before = (await allMails()).length;
    const answers = [];
    for (let n = 0; n < 8; n += 1) answers.push(await ask('Victim@example.com', { q: `spam ${n}` }));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([303]));
    expect((await allMails()).length - before).to.equal(3);
    const known = await follow('known@example.com', { q: 'same' });
    const again = await ask('known@example.com', { q: 'same' });
    expect([again.status, again.location]).to.deep.equal([303, '/listings?q=same&done=follow-asked']);
    expect(await mailsTo('known@example.com')).to.have.length(1);
    expect((await reader.get(known)).status).to.equal(200);
    const wrong = await ask('nobody');
    expect(wrong.status).to.equal(422);
    expect(wrong.html).to.include('id="field-email-error"');
    for (const q of ['buy at pills.example.com', 'x'.repeat(81)])
      expect((await ask('free@example.com', { q })).status, q).to.equal(422);
    expect(await mailsTo('free@example.com')).to.deep.equal([]);
    expect((await reader.get('/follow?category=no-such')).status).to.equal(400);
    expect((await reader.post('/follow', { email: 'a@example.com' })).status).to.equal(403);
  });

  it('deletes what nobody confirms', async () => {
    await askToFollow(systemActor('cli'), { email: 'silent@example.com' }, 'en');
    expect((await cleanUp()).follows).to.equal(0);
    await server.database.knex('follows').update({ created_at: new Date(Date.now() - 3 * 86_400_000) });
    expect((await cleanUp()).follows).to.equal(1);
    expect(await follows()).to.deep.equal([]);
  });

  it('is offered beside the feed, and accepts the post of a provider where unusual agents are refused', async () => {
    expect((await reader.get('/categories/design')).html).to.include('href="/follow?category=design"');
    expect((await reader.get('/privacy')).html).to.include('Following by email');
    const path = await follow('strict@example.com');
    configure({ LOG_LEVEL: 'silent', DATA_DIR: config.dataDir, BLOCK_UNUSUAL_USER_AGENTS: 'on' });
    const answer = await server.fetch(`${path}/unsubscribe`, {
      method: 'POST',
      headers: { 'user-agent': '' },
    });
    configure({ LOG_LEVEL: 'silent', DATA_DIR: config.dataDir });
    expect(answer.status).to.equal(200);
    expect(await follows()).to.deep.equal([]);
  });
});
