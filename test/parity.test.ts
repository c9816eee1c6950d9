// One set of rules: every door refuses the same input with the same message, and otherwise does the same.
import { expect } from 'chai';
import { adminOf } from './helpers/admin.js';
import { expectError, type Json, newProduct, useApi } from './helpers/api.js';
import { mcpOf } from './helpers/mcp.js';
import { csrfOf, showsError, type Visitor, visitorOf } from './helpers/pages.js';

/** The response of a door to a submission. */
interface Verdict {
  code: string | null;
  field: string | null;
  readonly isRepaired?: boolean;
  /** Whether the response has this message. */
  says(sentence: string): boolean;
}

const long = (length: number) => 'x'.repeat(length + 1);

const SUBMISSIONS: [what: string, fields: Json, code: string | null, field?: string][] = [
  ['a good one', {}, null],
  [
    'a good one with everything',
    {
      description: 'Two\n\nparagraphs',
      categories: ['ai', 'saas'],
      pricing_model: 'free',
      features: ['One', 'Two'],
      cta_label: 'Go',
      pricing_summary: 'Free',
      logo_url: 'https://example.com/l.png',
    },
    null,
  ],
  ['no name', { name: '' }, 'validation_error', 'name'],
  ['a name of 81', { name: long(80) }, 'validation_error', 'name'],
  ['no tagline', { tagline: ' ' }, 'validation_error', 'tagline'],
  ['a bell in the description', { description: 'ring\u0007' }, 'validation_error', 'description'],
  [
    'six categories',
    { categories: ['ai', 'saas', 'sales', 'design', 'finance', 'other'] },
    'validation_error',
    'categories',
  ],
  ['an unknown category', { categories: ['robots'] }, 'validation_error', 'categories'],
  [
    'nine features',
    { features: Array.from({ length: 9 }, (_, n) => `Feature ${n}`) },
    'validation_error',
    'features',
  ],
  ['a feature of 121', { features: [long(120)] }, 'validation_error', 'features'],
  ['a script as logo', { logo_url: 'javascript:alert(1)' }, 'validation_error', 'logo_url'],
  ['an IP address', { website_url: 'http://192.0.2.1/' }, 'validation_error', 'website_url'],
  ['credentials', { website_url: 'https://a:b@example.com' }, 'validation_error', 'website_url'],
  [
    'what is prohibited',
    { tagline: 'Buy cocaine online, discreet shipping to your door' },
    'content_policy',
    'tagline',
  ],
  [
    'what is prohibited, in disguise',
    { description: 'Buy c 0 c a i n e and h e r 0 i n online, discreet shipping' },
    'content_policy',
    'description',
  ],
];

describe('parity of submissions', () => {
  const api = useApi();
  const tools = mcpOf(api.server);
  let key: string;
  let visitor: Visitor;
  /** One for all: a command starts with much. */
  let imported: string;

  before(async () => {
    key = (await api.register()).key;
    visitor = visitorOf(api.server);
    await visitor.signUp('parity@example.com');
    const lines = SUBMISSIONS.map(([, fields]) => JSON.stringify(newProduct(fields)));
    const run = await adminOf(api.server.database)('listings import -', lines.join('\n'));
    expect(run.code, 'some were refused').to.equal(4);
    imported = run.stdout;
  });

  const DOORS: Record<string, (fields: Json) => Promise<Verdict>> = {
    rest: async (fields) => {
      const { body } = await api.post('/api/v1/listings', fields, { key });
      return { code: body.code ?? null, field: body.field ?? null, says: (text) => body.error === text };
    },
    mcp: async (fields) => {
      const { error } = await tools.callTool('submit_listing', fields, { key });
      return { code: error?.code ?? null, field: error?.field ?? null, says: (text) => error.error === text };
    },
    web: async (fields) => {
      const { features, ...rest } = fields;
      const answer = await visitor.submit('/submit', { ...rest, features: (features ?? []).join('\n') });
      const field = /aria-invalid="true"[^>]*name="(\w+)"|name="(\w+)"[^>]*aria-invalid="true"/.exec(
        answer.html,
      );
      if (answer.status !== 303) expect(answer.status).to.equal(422);
      return {
        code: answer.status === 303 ? null : 'refused',
        field: field?.[1] ?? field?.[2] ?? null,
        says: (text) => showsError(answer.html, text),
      };
    },
    cli: async (fields) => {
      const run = await adminOf(api.server.database)('listings import -', JSON.stringify(fields));
      return verdictOn(1, run.stdout);
    },
  };
  const verdictOn = (line: number, output: string): Verdict => {
    const said = output.split('\n').find((one) => one.startsWith(`line ${line}: `)) ?? '';
    const [, field = null, code = null] = /^line \d+: ([\w-]+): (\w+): /.exec(said) ?? [];
    // An import repairs what it can, and says so.
    return { code, field, isRepaired: / repaired: /.test(said), says: (text) => said.includes(text) };
  };
  for (const [index, [what, fields, code, field]] of SUBMISSIONS.entries()) {
    it(`${code ?? 'accepted'}${field ? ` on ${field}` : ''} for ${what}`, async () => {
      const reference = await api.post('/api/v1/listings', newProduct(fields), { key });
      expect([reference.body.code ?? null, reference.body.field ?? null]).to.deep.equal([
        code,
        field ?? null,
      ]);
      for (const door of ['mcp', 'web', 'cli']) {
        const verdict =
          door === 'cli'
            ? verdictOn(index + 1, imported)
            : ((await DOORS[door]?.(newProduct(fields))) as Verdict);
        if (code === null) {
          expect(verdict.code, door).to.equal(null);
          continue;
        }
        if (verdict.isRepaired) continue;
        expect(verdict.code, door).to.equal(door === 'web' ? 'refused' : code);
        expect(verdict.says(reference.body.error), `${door} says: ${reference.body.error}`).to.equal(true);
        // A form reports all invalid fields; the first of them is marked.
        if (door !== 'web') expect(verdict.field, door).to.equal(field);
      }
    });
  }

  it('writes the same row and the same audit entry through every door', async () => {
    const product = newProduct({
      description: 'Same',
      categories: ['ai'],
      features: ['One'],
      pricing_model: 'free',
    });
    const stored: Json[] = [];
    const { knex } = api.server.database;
    for (const [door, submit] of Object.entries(DOORS)) {
      const verdict = await submit(product);
      expect(verdict.code, door).to.equal(null);
      const [row] = await knex('listings').where({ website_url: product.website_url });
      const [entry] = await knex('audit_entries').where({ subject_id: row.id, action: 'listing.create' });
      expect(entry.door, door).to.equal(door);
      stored.push({
        after: entry.after,
        row: { ...row, id: 0, owner_id: 0, slug: 0, created_at: 0, updated_at: 0, published_at: 0 },
      });
      await knex('listings').where({ id: row.id }).delete();
    }
    for (const one of stored) expect(one).to.deep.equal(stored[0]);
  });
});

describe('parity of status actions', () => {
  const api = useApi();
  const tools = mcpOf(api.server);
  let owner: { key: string; visitor: Visitor };
  let stranger: { key: string; visitor: Visitor };
  let admin: { key: string };

  /** One account, by its key and at the pages. */
  async function member() {
    const account = await api.register();
    const visitor = visitorOf(api.server);
    await visitor.signIn(account);
    return { key: account.key, visitor };
  }

  before(async () => {
    owner = await member();
    stranger = await member();
    admin = await api.registerAdmin();
  });

  type Who = 'owner' | 'stranger' | 'guest';
  const MOVES: [who: Who, before: string[], action: string, outcome: string][] = [
    ['owner', [], 'archive', 'archived'],
    ['owner', ['archive'], 'archive', 'archived'],
    ['owner', ['archive'], 'restore', 'live'],
    ['owner', ['reject'], 'restore', 'forbidden'],
    ['owner', ['reject', 'archive'], 'restore', 'rejected'],
    ['owner', ['reject'], 'archive', 'archived'],
    ['stranger', [], 'archive', 'forbidden'],
    ['stranger', ['archive'], 'restore', 'not_found'],
    ['guest', [], 'archive', 'unauthorized'],
  ];
  const STATUS: Record<string, number> = { forbidden: 403, not_found: 404 };

  for (const [who, steps, action, outcome] of MOVES) {
    it(`${who}: ${['live', ...steps].join(' → ')}, ${action}: ${outcome}`, async () => {
      const as = { owner, stranger, guest: null }[who];
      const key = as?.key;
      const prepare = async () => {
        const { slug } = await api.submit(owner.key);
        for (const step of steps)
          await api.post(`/api/v1/listings/${slug}`, { action: step }, { key: admin.key });
        return slug;
      };
      const isRefusal = ['forbidden', 'not_found', 'unauthorized'].includes(outcome);

      const viaRest = await prepare();
      const rest = await api.post(`/api/v1/listings/${viaRest}`, { action }, { key });
      if (isRefusal) expectError(rest, STATUS[outcome] ?? 401, outcome);
      else expect(rest.body.listing.status).to.equal(outcome);

      const viaMcp = await prepare();
      const mcp = await tools.callTool('set_listing_status', { slug: viaMcp, action }, { key });
      expect(mcp.error?.code ?? mcp.value.listing.status, 'mcp').to.equal(outcome);

      const viaWeb = await prepare();
      const path = `/account/listings/${viaWeb}/${action}`;
      if (as === null) {
        const answer = await visitorOf(api.server).post(path, {});
        expect(answer.status, 'web').to.equal(401);
        expect(answer.html, 'web').to.contain('action="/sign-in').and.contain('name="password"');
      } else {
        const answer = await as.visitor.submit(path, {}, '/submit');
        expect(answer.status, 'web').to.equal(STATUS[outcome] ?? 303);
      }
      const shown = await api.get(`/api/v1/listings/${viaWeb}`, { key: owner.key });
      const untouched =
        steps.at(-1) === 'archive' ? 'archived' : steps.at(-1) === 'reject' ? 'rejected' : 'live';
      expect(shown.body.listing.status, 'web').to.equal(isRefusal ? untouched : outcome);
    });
  }
});

describe('parity of the rules of submission', () => {
  const api = useApi({ AUTO_PUBLISH: 'trusted' });
  const tools = mcpOf(api.server);
  const admin = { key: '', visitor: null as unknown as Visitor };
  const visitors = new Map<string, Visitor>();
  const DOORS: Record<
    string,
    (member: Json, fields: Json) => Promise<{ status: string | null; told: string }>
  > = {
    rest: async ({ key }, fields) => {
      const { body } = await api.post('/api/v1/listings', fields, { key });
      return { status: body.status ?? null, told: body.error ?? '' };
    },
    mcp: async ({ key }, fields) => {
      const { value, error } = await tools.callTool('submit_listing', fields, { key });
      return { status: value?.status ?? null, told: error?.error ?? '' };
    },
    web: async ({ email }, fields) => {
      const visitor = visitors.get(email) ?? visitorOf(api.server);
      if (!visitors.has(email)) await visitor.signIn({ email });
      visitors.set(email, visitor);
      const form = await visitor.get('/submit', { 'accept-language': 'de' });
      const typed = { _csrf: csrfOf(form.html), ...fields };
      const { html } = await visitor.post('/submit', typed, { 'accept-language': 'de' });
      const [row] = await api.server.database.knex('listings').where({ website_url: fields.website_url });
      return { status: row?.base_status ?? null, told: html };
    },
  };
  const set = async (rules: Json) => {
    const { status } = await api.patch('/api/v1/admin/site', rules, { key: admin.key });
    expect(status).to.equal(200);
  };
  let products = 0;
  const product = () => newProduct({ website_url: `https://waits-${++products}.example.com/` });

  before(async () => {
    const account = await api.registerAdmin();
    admin.key = account.key;
    admin.visitor = visitorOf(api.server);
    await admin.visitor.signIn(account);
    // Seventy decisions after four and a half hours, thirty after forty.
    await api.server.database.knex.raw(`insert into audit_entries (at, door, action, subject_type, subject_id, before, after)
      select case action when 'listing.create' then now() - interval '1 day' - hours * interval '1 hour'
          else now() - interval '1 day' end, 'rest', action, 'listing', 'past-' || n, before::jsonb, after::jsonb
      from (select n, case when n <= 70 then 4.5 else 40 end as hours from generate_series(1, 100) as n) as past,
        (values (1, 'listing.create', null, '{"status": "pending"}'),
          (2, 'listing.approve', '{"status": "pending"}', '{"status": "live"}')) as steps (step, action, before, after)
      order by step, n`);
  });

  it('every door tells how long listings usually wait, in words and in hours', async () => {
    await set({ publishing: 'off' });
    const member = await api.register();
    const wait = { median_hours: 5, most_hours: 40 };
    const rest = await api.post('/api/v1/listings', product(), { key: member.key });
    expect(rest.body.usual_wait).to.deep.equal(wait);
    const mcp = await tools.callTool('submit_listing', product(), { key: member.key });
    expect(mcp.value.usual_wait).to.deep.equal(wait);
    const visitor = visitorOf(api.server);
    await visitor.signIn(member);
    for (const path of ['/submit', `/listings/${rest.body.listing.slug}`]) {
      expect((await visitor.get(path)).html, path).to.contain(
        'Usually within 5 hours; nine in ten within 2 days.',
      );
      const german = await visitor.get(path, { 'accept-language': 'de' });
      expect(german.html, path).to.contain(
        'Meist innerhalb von 5 Stunden; neun von zehn innerhalb von 2 Tagen.',
      );
    }
    await set({ publishing: 'on' });
    const live = await api.post('/api/v1/listings', product(), { key: member.key });
    expect(live.body).to.not.have.property('usual_wait');
  });

  for (const [door, submit] of Object.entries(DOORS)) {
    it(`${door}: first listings wait, approval earns trust, a rejection takes it back, staff never wait`, async () => {
      await set({ publishing: null, approvals: null });
      const member = await api.register();
      const statusOf = async () => (await submit(member, product())).status;
      expect(await statusOf()).to.equal('pending');
      expect(await statusOf()).to.equal('pending');
      const mine = await api.get('/api/v1/listings?mine=1', { key: member.key });
      const [first] = mine.body.listings;
      const act = (action: string) =>
        api.post(`/api/v1/listings/${first.slug}`, { action, reason: 'Seen' }, { key: admin.key });
      await act('restore');
      expect(await statusOf()).to.equal('live');
      await act('reject');
      expect(await statusOf()).to.equal('pending');
      if (door !== 'rest') return;
      await act('restore');
      await set({ approvals: 3 });
      expect(await statusOf()).to.equal('pending');
      await set({ approvals: null });
      await act('reject');
      const claims = api.server.database.knex('claims');
      const { id: listing_id, url_key } = await api.server.database
        .knex('listings')
        .where({ slug: first.slug })
        .first();
      const proven = { verified_at: new Date(), method: 'dns' };
      await claims.insert({ user_id: member.id, listing_id, url_key, ...proven });
      expect(await statusOf(), 'of a proven owner').to.equal('live');
      const own = await api.post('/api/v1/listings', product(), { key: admin.key });
      expect(own.body.status).to.equal('live');
      await set({ publishing: 'on' });
      expect(await statusOf()).to.equal('live');
      await set({ publishing: 'off' });
      expect(await statusOf()).to.equal('pending');
    });

    it(`${door}: who may submit, and how many a day`, async () => {
      const member = await api.register();
      const says =
        door === 'web'
          ? ['nur das Team', 'bestätigter E-Mail', 'höchstens einen Eintrag']
          : ['Only staff', 'Verify your email', 'at most 1 listing'];
      for (const [n, rules] of [{ submitters: 'staff' }, { submitters: 'verified' }].entries()) {
        await set(rules);
        const { status, told } = await submit(member, product());
        expect(status, JSON.stringify(rules)).to.equal(null);
        expect(told).to.contain(says[n]);
      }
      await set({ submitters: null, daily_listings: 1 });
      expect((await submit(member, product())).status).to.be.a('string');
      const { status, told } = await submit(member, product());
      expect(status).to.equal(null);
      expect(told).to.contain(says[2]);
      await set({ daily_listings: null });
    });
  }

  let domains = 0;
  for (const [door, submit] of Object.entries(DOORS)) {
    it(`${door}: the name of a listing elsewhere waits, in any disguise, and an everyday name does not`, async () => {
      await set({ publishing: 'on' });
      const [first, other] = [await api.register(), await api.register()];
      const listed = (member: Json, name: string, host = `maker-${++domains}.com`) =>
        submit(member, newProduct({ name, website_url: `https://${host}/${domains}` }));
      const name = `Quillvarden ${door}`;
      expect((await listed(first, name, `${door}.quillvarden.com`)).status).to.equal('live');
      if (door !== 'rest') {
        expect((await listed(other, name.toUpperCase())).status).to.equal('pending');
        expect((await listed(other, `${name} Pro`)).status).to.equal('live');
        return;
      }
      // Of the same site, or the same owner.
      expect((await listed(other, name, 'help.quillvarden.com')).status).to.equal('live');
      for (const _ of ['one', 'two'])
        expect((await listed(first, `Fernwhistle ${door}`)).status).to.equal('live');
      // Capitals; a blank as a hyphen and an i as an l; Cyrillic letters.
      for (const alike of [name.toUpperCase(), `Qullivarden-${door}`, `Quillvаrdеn ${door}`])
        expect((await listed(other, alike)).status, alike).to.equal('pending');
      expect((await listed(other, `${name} Pro`)).status).to.equal('live');
      for (const owner of [first, other, await api.register()])
        expect((await listed(owner, 'Password Manager')).status).to.equal('live');
      const own = newProduct({ name, website_url: `https://staff-lists.com/${door}` });
      expect((await api.post('/api/v1/listings', own, { key: admin.key })).body.status).to.equal('live');

      const mine = await api.get('/api/v1/listings?mine=1&status=pending', { key: other.key });
      expect(mine.body.total).to.equal(3);
      const [held] = mine.body.listings;
      expect(held.status_reason).to.contain(`“${name}”`).and.contain(`${door}.quillvarden.com`);
      const visitor = visitorOf(api.server);
      await visitor.signIn(other);
      const page = await visitor.get(`/account/listings/${held.slug}/edit`, { 'accept-language': 'de' });
      expect(page.html).to.contain('Der Name sieht aus wie der von').and.contain(`/claim/${held.slug}`);
      const { review } = (await api.get(`/api/v1/admin/reviews/${held.slug}`, { key: admin.key })).body;
      expect(review.sources).to.deep.equal(['pending']);
      expect(review.listing.status_reason).to.equal(held.status_reason);
      const twin = review.twins.find((one: Json) => one.website_url.includes('quillvarden.com'));
      expect(twin).to.include({ name, status: 'live' });
      expect(twin.same).to.deep.equal(['look', 'tagline']);
      const desk = await admin.visitor.get(`/admin/review?item=${held.slug}`, { 'accept-language': 'de' });
      expect(desk.html).to.contain('ein ähnlich aussehender Name').and.contain(`${door}.quillvarden.com`);
      const [entry] = await api.server.database
        .knex('audit_entries')
        .where({ subject_label: held.slug, action: 'listing.create' });
      expect(entry.said.key).to.equal('audit-reason.namesake');

      // Another name is free; the name of another again is not.
      const rename = (to: string) =>
        api.patch(`/api/v1/listings/${renamed}`, { name: to }, { key: other.key });
      const plain = await api.post(
        '/api/v1/listings',
        newProduct({ website_url: `https://renamed-${door}.com` }),
        { key: other.key },
      );
      const renamed = plain.body.listing.slug;
      expect((await rename(`Something else ${door}`)).body.listing.status).to.equal('live');
      expect((await rename(name)).body.listing.status).to.equal('pending');
    });
  }

  it('are set at every door, with an audit entry each', async () => {
    await set({ publishing: 'trusted' });
    const { version } = (await api.get('/api/v1/admin/site', { key: admin.key })).body.site;
    await admin.visitor.submit(
      '/admin/site',
      { publishing: 'off', approvals: '2', version: String(version) },
      '/admin/site',
    );
    await adminOf(api.server.database)('site set daily_listings 7');
    const { site } = (await api.get('/api/v1/admin/site', { key: admin.key })).body;
    expect(site).to.include({ publishing: 'off', approvals: 2, daily_listings: 7 });
    const entries = await api.server.database
      .knex('audit_entries')
      .where({ action: 'site.update' })
      .orderBy('id', 'desc');
    expect(entries.slice(0, 3).map(({ door, after }) => [door, Object.keys(after).sort()])).to.deep.equal([
      ['cli', ['daily_listings']],
      ['web', ['approvals', 'publishing']],
      ['rest', ['publishing']],
    ]);
  });
});
