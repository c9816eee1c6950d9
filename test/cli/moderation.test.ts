import { expect } from 'chai';
import { adminOf } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';
import { insertManyListings } from '../helpers/many-listings.js';

interface BatchReport {
  failed: string[];
  errors: { code: string; error: string }[];
}

describe('directory-admin on many items', () => {
  const database = useDatabase();
  const admin = adminOf(database);
  const statuses = () => database.knex('listings').orderBy('slug').pluck<string[]>('status');

  const importTools = async (from: number, to: number) => {
    const rows = [];
    for (let n = from; n <= to; n++) {
      rows.push(
        JSON.stringify({ name: `Tool ${n}`, website_url: `tool${n}.example.com`, tagline: 'One of many' }),
      );
    }
    const run = await admin('listings import - --owner ada@example.com', rows.join('\n'));
    expect(run.code, run.stderr).to.equal(0);
  };

  before(async () => {
    for (const [name, role] of [
      ['ada', 'user'],
      ['root', 'admin'],
    ]) {
      const run = await admin(
        `users create ${name}@example.com --name ${name} --role ${role} --password-file -`,
        'long-enough-1',
      );
      expect(run.code, run.stderr).to.equal(0);
    }
    await importTools(1, 3);
  });

  it('changes nothing and exits with 2 when it needs a confirmation and there is no terminal', async () => {
    const run = await admin('listings reject tool-1');
    expect(run.code).to.equal(2);
    expect(run.stderr).to.include('--yes');
    expect(await statuses()).to.deep.equal(['live', 'live', 'live']);
  });

  it('previews with --dry-run, also as JSON, and changes nothing', async () => {
    const text = await admin('listings delete --query tool --dry-run');
    expect(text.code).to.equal(0);
    expect(text.stdout).to.match(/would delete 3 listings/);
    // Imported together, they have the same time and no order.
    for (const slug of ['tool-1', 'tool-2', 'tool-3']) expect(text.stdout).to.include(slug);
    const json = (await admin('listings delete --query tool --dry-run --json')).json();
    expect(json).to.include({ dry_run: true, action: 'delete', total: 3 });
    expect(json.slugs).to.have.members(['tool-1', 'tool-2', 'tool-3']);
    expect(await statuses()).to.deep.equal(['live', 'live', 'live']);
  });

  it('features listings in the order in which they are named', async () => {
    const shown = async () => {
      const run = await admin('listings list --featured --sort featured --json');
      return run.json<{ listings: { slug: string }[] }>().listings.map(({ slug }) => slug);
    };
    expect((await admin('listings feature tool-2 tool-3 tool-1 --position 1 --yes')).code).to.equal(0);
    expect(await shown()).to.deep.equal(['tool-2', 'tool-3', 'tool-1']);
    // Again, with an end: they stay where they are.
    await admin('listings feature tool-1 tool-2 tool-3 --until 2099-01-01 --yes');
    expect(await shown()).to.deep.equal(['tool-2', 'tool-3', 'tool-1']);
    await admin('listings unfeature --featured --yes');
    expect(await shown()).to.deep.equal([]);
  });

  it('creates a listing, refuses a site that is listed, and says in --help how to write values', async () => {
    const fields =
      '--name "Made Here" --website-url made.example.com --tagline "By hand" --categories "ai;design"';
    const dry = await admin(`listings create ${fields} --dry-run`);
    expect([dry.code, dry.stdout.includes('can be created')]).to.deep.equal([0, true]);
    expect(await statuses()).to.have.length(3);
    const made = await admin(`listings create ${fields} --owner ada@example.com --json`);
    expect(made.code, made.stderr).to.equal(0);
    const { listing, owner } = made.json<{
      listing: { slug: string; categories: string[] };
      owner: { email: string };
    }>();
    expect(listing).to.deep.include({ slug: 'made-here', categories: ['ai', 'design'], status: 'live' });
    expect(owner.email).to.equal('ada@example.com');
    const again = await admin(`listings create ${fields}`);
    expect([again.code, again.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes('listed already, as made-here'),
    );
    const wrong = await admin('listings create --name X --website-url x.example.com');
    expect([wrong.code, wrong.stderr.includes('tagline')]).to.deep.equal([1, true]);
    await admin('listings delete made-here --yes');
    const { stdout } = await admin('--help');
    expect(stdout).to.include('NO_COLOR').and.include('semicolons');
  });

  it('accepts slugs, ids and a file; an unknown name fails alone, with exit code 4', async () => {
    const [{ id }] = await database.knex('listings').where({ slug: 'tool-2' }).select('id');
    const run = await admin(
      `listings reject tool-1 ${id} --file - --yes --json --reason "Not a product" --as root@example.com`,
      '# found by hand\ntool-1\nno-such-tool\n',
    );
    expect(run.code).to.equal(4);
    const report = run.json<BatchReport & { rejected: string[] }>();
    expect(report.rejected).to.have.members(['tool-1', 'tool-2']);
    expect(report.failed).to.deep.equal(['no-such-tool']);
    expect(report.errors[0]).to.include({ code: 'not_found' });
    expect(await statuses()).to.deep.equal(['rejected', 'rejected', 'live']);
    const entries = await database.knex('audit_entries').where({ action: 'listing.reject' });
    expect(entries).to.have.length(2);
    for (const entry of entries) {
      expect(entry).to.include({ door: 'cli', reason: 'Not a product', actor_email: 'root@example.com' });
    }
  });

  it('exits with 1 when every item fails, and prints an NDJSON line for each', async () => {
    const run = await admin('listings archive nope nada --yes --ndjson');
    expect(run.code).to.equal(1);
    const lines = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).to.have.length(2);
    expect(lines[0]).to.include({ slug: 'nope', code: 'not_found' });
  });

  it('goes on after a failure where it asks no question, prints one document, and exits with 4', async () => {
    await admin('policy hosts set bad.example.com refuse --reason Fakes');
    const run = await admin('policy hosts remove nope.example.com bad.example.com --json');
    expect(run.code).to.equal(4);
    const { results } = run.json<{ results: object[] }>();
    expect(results[0]).to.include({ deleted: true });
    expect(results[1]).to.include({ item: 'nope.example.com', code: 'not_found' });
  });

  it('restores by filter, and finds nothing to restore the second time', async () => {
    const run = await admin('listings restore --status rejected --yes');
    expect(run.code).to.equal(0);
    expect(run.stdout).to.include('Restored 2 listings.');
    const again = await admin('listings restore --status rejected --yes');
    expect(again.code).to.equal(0);
    expect(again.stdout).to.include('nothing to restore');
  });

  it('takes back what nobody has changed since, and exits with 4 where some stays, with 1 where all does', async () => {
    await admin('listings archive tool-1 tool-2 --yes');
    await admin('listings restore tool-1 --yes');
    const archived = database.knex('audit_entries').where({ action: 'listing.archive' });
    const { batch } = await archived.orderBy('id', 'desc').first();
    expect((await admin(`audit revert ${batch}`)).code).to.equal(4);
    expect((await admin(`audit revert ${batch}`)).code).to.equal(1);
    expect(await statuses()).to.deep.equal(['live', 'live', 'live']);
  });

  it('refuses names together with a filter, and neither of them', async () => {
    expect((await admin('listings delete tool-1 --status live --yes')).code).to.equal(2);
    expect((await admin('listings delete --yes')).code).to.equal(2);
    expect((await admin('listings delete --query "" --yes')).code).to.equal(2);
    expect(await statuses()).to.deep.equal(['live', 'live', 'live']);
  });

  it('edits a listing under the content policy, showing before and after', async () => {
    const shown = await admin('listings edit tool-1 --tagline "A better line" --dry-run');
    expect(shown.stdout).to.match(/One of many\s+→ A better line/);
    const run = await admin(
      'listings edit tool-1 --tagline "A better line" --categories "ai; saas" --yes --json',
    );
    expect(run.json<{ listing: object }>().listing).to.deep.include({
      tagline: 'A better line',
      categories: ['ai', 'saas'],
      description: null,
    });
    await admin('listings edit tool-1 --fact "platform=Web;Linux" --yes');
    expect((await admin('listings show tool-1')).stdout).to.match(/^facts +platform: Web; Linux$/m);
    const refused = await admin('listings edit tool-1 --name "Buy cocaine online" --yes --json');
    expect(refused.code).to.equal(1);
    expect(refused.json()).to.include({ code: 'content_policy', field: 'name' });
  });

  it('mails a link to set a new password, and shows where mails go without a provider', async () => {
    const run = await admin('users reset-password ada@example.com --yes --json');
    expect(run.json()).to.deep.include({ sent: ['ada@example.com'] });
    expect(run.stderr).to.include('/outbox');
  });

  it('creates a restricted key', async () => {
    const line = 'keys mint ada@example.com --scope listings:read keys --expires-in 30 --rate-limit 9 --json';
    const { api_key } = (await admin(line)).json<{ api_key: Record<string, unknown> }>();
    expect(api_key).to.deep.include({ scopes: ['listings:read', 'keys'], rate_limit: 9 });
    const never = await admin('keys mint ada@example.com --expires-in 999999999');
    expect([never.code, never.stderr]).to.deep.equal([1, '"expires_at" must be a valid date-time.\n']);
    await database.knex('api_keys').delete();
  });

  it('creates a working key, and revokes it by the leaked secret without printing it', async () => {
    const minted = await admin('keys mint ada@example.com --name ci');
    const secret = minted.stdout.trim();
    expect(secret).to.match(/^dir_[0-9A-Za-z]{36}$/);
    const run = await admin('keys revoke --file - --yes --reason Leaked', secret);
    expect(run.code).to.equal(0);
    expect(run.stdout + run.stderr).to.not.include(secret);
    expect(await database.knex('api_keys')).to.deep.equal([]);
    const [entry] = await database.knex('audit_entries').where({ action: 'key.revoke' });
    expect(entry).to.include({ door: 'cli', reason: 'Leaked' });
  });

  it('sets a password that works, and ends the sessions', async () => {
    const [{ id: userId }] = await database
      .knex('users')
      .where({ email_key: 'ada@example.com' })
      .select('id');
    await database.knex('sessions').insert({
      sid: 'a-session',
      sess: { userId, publicId: 'b5a3a0f2-5d83-4f2f-9a39-0b8b3c2f7c11', createdAt: new Date().toISOString() },
      expire: new Date(Date.now() + 60_000),
    });
    const run = await admin(
      'users reset-password ada@example.com --password-file - --yes --json',
      'another-long-one\n',
    );
    expect(run.json()).to.include({ email: 'ada@example.com', ended: 1 });
    expect(await database.knex('sessions')).to.deep.equal([]);
  });

  it('adds, verifies and removes catalog entries, each idempotently', async () => {
    const add = 'catalog add https://shelf.example.com --name "Startup Shelf" --status submitted --json';
    expect((await admin(add)).json()).to.deep.include({ created: true });
    expect((await admin(add)).json()).to.deep.include({ created: false });
    const verified = await admin('catalog verify http://www.shelf.example.com/ --yes --json');
    expect(verified.json()).to.deep.include({ verified: ['https://shelf.example.com'] });
    const removed = await admin('catalog remove shelf.example.com --yes --json');
    expect(removed.json<{ removed: string[] }>().removed).to.have.length(1);
  });

  it('lists the audit log with actor, door and reason', async () => {
    const run = await admin('audit list --action listing.reject --json');
    const { entries, total } = run.json<{ entries: { door: string; reason: string }[]; total: number }>();
    expect(total).to.equal(2);
    expect(entries[0]).to.deep.include({ door: 'cli', reason: 'Not a product' });
    const kind = await admin('audit list --action listing --json');
    expect(kind.json<{ entries: { action: string }[] }>().entries.map(({ action }) => action)).to.satisfy(
      (actions: string[]) => actions.length > 2 && actions.every((action) => action.startsWith('listing.')),
    );
    const unknown = await admin('audit list --action listing.regect');
    expect(unknown).to.include({ code: 1 });
    expect(unknown.stderr).to.match(/"action" must be one of: listing\.create, /);
  });

  it('transfers listings to another account, with an audit entry for each', async () => {
    const run = await admin(
      'listings transfer tool-1 tool-2 nope --to root@example.com --reason Sold --yes --json',
    );
    expect(run.code).to.equal(4);
    expect(run.json()).to.deep.include({ transferred: ['tool-1', 'tool-2'], failed: ['nope'] });
    const owned = await admin('listings list --owner root@example.com --json');
    expect(owned.json()).to.include({ total: 2 });
    const entries = await database.knex('audit_entries').where({ action: 'listing.transfer' });
    expect(entries).to.have.length(2);
    expect(entries[0]).to.deep.include({
      door: 'cli',
      reason: 'Sold',
      before: { owner: 'ada@example.com' },
      after: { owner: 'root@example.com' },
    });
    const nobody = await admin('listings transfer tool-1 --to nobody@example.com --yes --json');
    expect(nobody.code).to.equal(1);
    expect(nobody.json()).to.include({ field: 'to' });
    // Transferred back; listings that belong to the account already write nothing.
    await admin('listings transfer --owner root@example.com --to ada@example.com --yes');
    await admin('listings transfer tool-3 --to ada@example.com --yes');
    expect(await database.knex('audit_entries').where({ action: 'listing.transfer' })).to.have.length(4);
  });

  it('changes the email of an account unless it is taken, and ends the links mailed to the old one', async () => {
    const [{ id }] = await database.knex('users').where({ email: 'ada@example.com' }).select('id');
    await database.knex('mail_tokens').insert({
      hash: Buffer.alloc(32, 1),
      user_id: id,
      purpose: 'reset-password',
      email_key: 'ada@example.com',
      expires_at: new Date(Date.now() + 60_000),
    });
    const run = await admin('users set-email ada@example.com Ada@Example.org --reason Moved --yes --json');
    expect(run.code, run.stderr).to.equal(0);
    expect(run.json<{ user: object }>().user).to.include({ email: 'Ada@Example.org', email_verified: true });
    const [row] = await database.knex('users').where({ email: 'Ada@Example.org' });
    expect(row.email_key).to.equal('ada@example.org');
    expect(await database.knex('mail_tokens').where({ user_id: row.id })).to.deep.equal([]);
    const [entry] = await database.knex('audit_entries').where({ action: 'user.set-email' });
    expect(entry).to.deep.include({ reason: 'Moved', before: { email: 'ada@example.com' } });
    const taken = await admin('users set-email ada@example.org ROOT@example.com --yes --json');
    expect(taken.code).to.equal(1);
    expect(taken.json()).to.include({ code: 'account_exists', field: 'email' });
    await admin('users set-email ada@example.org ada@example.com --yes');
  });

  it('deletes an account but leaves its listings on request', async () => {
    const run = await admin('users delete ada@example.com --keep-listings --yes --json');
    expect(run.json()).to.deep.include({ deleted: ['ada@example.com'] });
    expect((await admin('listings list --owner none --json')).json()).to.include({ total: 3 });
    expect((await admin('users show ada@example.com')).code).to.equal(1);
  });

  it('deletes by filter, except for a locked row, with an audit entry for each', async () => {
    await insertManyListings(database.knex, 12);
    const lock = await database.knex.transaction();
    try {
      await lock('listings').where({ slug: 'many-5' }).forUpdate();
      const run = await admin(
        'listings delete --query many- --yes --reason Spam --as root@example.com --json',
      );
      expect(run.code, run.stderr).to.equal(4);
      const report = run.json<BatchReport & { deleted: string[] }>();
      expect(report.deleted).to.have.length(11);
      expect(report.failed).to.deep.equal(['many-5']);
      expect(report.errors[0]).to.include({ slug: 'many-5', code: 'unavailable' });
    } finally {
      await lock.rollback();
    }
    expect(await database.knex('listings').whereLike('slug', 'many-%').pluck('slug')).to.deep.equal([
      'many-5',
    ]);
    const entries = await database
      .knex('audit_entries')
      .where({ action: 'listing.delete', door: 'cli', reason: 'Spam', actor_email: 'root@example.com' })
      .pluck('id');
    expect(entries).to.have.length(11);
  });

  it('changes more by filter than one call can', async () => {
    const { knex } = database;
    await knex('listings').delete();
    await insertManyListings(knex, 502);
    // Those that are hers already are not written again.
    await knex('listings')
      .whereNot({ slug: 'many-502' })
      .update({ owner_id: knex('users').where({ role: 'admin' }).select('id') });
    const run = await admin('listings transfer --query many- --to root@example.com --yes --json');
    expect(run.json<{ transferred: string[] }>().transferred).to.have.length(502);
    expect(await knex('listings').where({ owner_id: null })).to.deep.equal([]);
    expect(await knex('audit_entries').where({ action: 'listing.transfer' })).to.have.length(5);
  });
});
