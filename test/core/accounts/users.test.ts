import { expect } from 'chai';
import { actOnUsers, deleteUser, suspendUser } from '../../../core/accounts/actions.js';
import { createUser, setUserPassword } from '../../../core/accounts/operator-accounts.js';
import { deleteOwnAccount } from '../../../core/accounts/own-account.js';
import { setRole } from '../../../core/accounts/users.js';
import { systemActor, type User } from '../../../core/kernel/actor.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { setListingStatus } from '../../../core/listings/status.js';
import { submitListing } from '../../../core/listings/submit.js';
import { UserModel } from '../../../db/models/accounts.js';
import { ListingModel } from '../../../db/models/listings.js';
import { userActor } from '../../helpers/actors.js';
import { useDatabase } from '../../helpers/database.js';

const shell = systemActor('cli');

let count = 0;
async function newUser(role: 'user' | 'admin'): Promise<string> {
  count += 1;
  const { user } = await createUser(shell, { name: `Person ${count}`, email: `p${count}@example.com`, role });
  return user.id;
}

/** The codes of the failed ones; anything but a domain error fails the test. */
async function codesOf(attempts: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(attempts);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    if (!(result.reason instanceof DomainError)) throw result.reason;
    return [result.reason.code];
  });
}

describe('setRole', () => {
  useDatabase();

  it('leaves one admin when two demote each other concurrently', async () => {
    const [ada, grace] = [await newUser('admin'), await newUser('admin')];
    for (let round = 0; round < 8; round += 1) {
      await UserModel.query().patch({ role: 'admin' });
      const [first, second] = await Promise.all([userActor(ada), userActor(grace)]);
      const codes = await codesOf([
        setRole(first, grace, { role: 'user' }),
        setRole(second, ada, { role: 'user' }),
      ]);
      expect(await UserModel.query().where('role', 'admin').resultSize()).to.equal(1);
      expect(codes).to.deep.equal(['forbidden']);
    }
  });

  it('leaves one admin when two demote themselves concurrently', async () => {
    const ids = (await UserModel.query()).map((row) => row.id);
    for (let round = 0; round < 4; round += 1) {
      await UserModel.query().patch({ role: 'admin' });
      const actors = await Promise.all(ids.map(userActor));
      const codes = await codesOf(actors.map((actor) => setRole(actor, actor.account.id, { role: 'user' })));
      expect(await UserModel.query().where('role', 'admin').resultSize()).to.equal(1);
      expect(codes).to.deep.equal(['last_admin']);
    }
  });

  it('refuses to demote the last admin, also for the system', async () => {
    const last = await UserModel.query().findOne({ role: 'admin' }).throwIfNotFound();
    expect(await codesOf([setRole(shell, last.id, { role: 'user' })])).to.deep.equal(['last_admin']);
    expect(await codesOf([deleteUser(shell, last.id)])).to.deep.equal(['last_admin']);
  });
});

describe('the last admin', () => {
  const database = useDatabase({ REQUIRE_EMAIL_VERIFICATION: 'on' });
  const PROOF = { password: 'correct horse battery' };
  let ada: string;
  let grace: string;
  let meanwhile: Record<string, (actor: User) => Promise<unknown>>;

  beforeEach(async () => {
    await database.knex('users').delete();
    [ada, grace] = [await newUser('admin'), await newUser('admin')];
    await setUserPassword(shell, ada, PROOF);
    meanwhile = {
      'demotes itself': (actor) => setRole(actor, ada, { role: 'user' }),
      'is demoted by the system': () => setRole(shell, ada, { role: 'user' }),
      'is deleted by the system': () => deleteUser(shell, ada),
      'is suspended by the system': () => suspendUser(shell, ada, { reason: 'Why not' }),
      'deletes its own account': (actor) => deleteOwnAccount(actor, PROOF),
    };
  });

  it('stays where the other is suspended, whatever is tried', async () => {
    await suspendUser(await userActor(ada), grace, { reason: 'A test' });
    for (const [title, attempt] of Object.entries(meanwhile)) {
      expect(await codesOf([attempt(await userActor(ada))]), title).to.deep.equal(['last_admin']);
    }
    const { errors } = await actOnUsers(shell, { action: 'delete', ids: [ada] });
    expect(errors.map(({ code }) => code)).to.deep.equal(['last_admin']);
  });

  it('stays where the address of the other is unproven', async () => {
    await database.knex('users').where({ id: grace }).update({ email_verified: false });
    for (const [title, attempt] of Object.entries(meanwhile)) {
      expect(await codesOf([attempt(await userActor(ada))]), title).to.deep.equal(['last_admin']);
    }
    // Of two such, either may go.
    await database.knex('users').update({ email_verified: false });
    await setRole(await userActor(ada), grace, { role: 'user' });
  });

  it('may go once the suspension of the other has ended by itself', async () => {
    await suspendUser(shell, grace, { reason: 'A test', until: new Date(Date.now() + 60_000).toISOString() });
    const past = new Date(Date.now() - 1);
    await database.knex('users').where({ id: grace }).update({ suspended_until: past });
    await setRole(await userActor(ada), ada, { role: 'user' });
  });

  it('stays when it leaves while the other is being suspended', async () => {
    for (const [title, attempt] of Object.entries(meanwhile)) {
      for (let round = 0; round < 2; round += 1) {
        await database.knex('users').delete();
        [ada, grace] = [await newUser('admin'), await newUser('admin')];
        await setUserPassword(shell, ada, PROOF);
        const actor = await userActor(ada);
        const codes = await codesOf([suspendUser(shell, grace, { reason: 'A test' }), attempt(actor)]);
        expect(codes, title).to.deep.equal(['last_admin']);
        const active = database.knex('users').where({ role: 'admin' }).whereNull('suspended_at');
        expect(await active, title).to.have.length(1);
      }
    }
  });
});

describe('deleteUser', () => {
  useDatabase();

  it('leaves one admin when two delete each other concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      await UserModel.query().delete();
      const ids = [await newUser('admin'), await newUser('admin')] as const;
      const [first, second] = await Promise.all([userActor(ids[0]), userActor(ids[1])]);
      const codes = await codesOf([deleteUser(first, ids[1]), deleteUser(second, ids[0])]);
      expect(await UserModel.query().where('role', 'admin').resultSize()).to.equal(1);
      expect(codes).to.have.length(1);
    }
  });

  it('leaves no listing behind, whatever the owner does meanwhile', async () => {
    const admin = await userActor(await newUser('admin'));
    for (let round = 0; round < 6; round += 1) {
      const owner = await userActor(await newUser('user'));
      const { listing } = await submitListing(owner, product(round, 0));
      await codesOf([
        setListingStatus(owner, listing.slug, { action: 'archive' }),
        deleteUser(admin, owner.account.id),
        submitListing(owner, product(round, 1)).catch(orGone),
        setListingStatus(admin, listing.slug, { action: 'reject' }),
      ]);
      expect(await ListingModel.query().resultSize()).to.equal(0);
    }
  });
});

function product(round: number, n: number) {
  return {
    name: `Thing ${round} ${n}`,
    website_url: `https://t${round}-${n}.example.com`,
    tagline: 'A thing',
  };
}

/** A submission after the deletion of its account fails on the foreign key, as it should. */
function orGone(error: Error): void {
  if (error.name !== 'ForeignKeyViolationError') throw error;
}

describe('setUserPassword', () => {
  const database = useDatabase();

  it('changes nothing when the sessions cannot be ended', async () => {
    const id = await newUser('user');
    const { passwordHash: before } = await UserModel.query().findById(id).throwIfNotFound();
    await database.knex('sessions').insert({
      sid: 'a-session',
      sess: {
        userId: id,
        publicId: 'b5a3a0f2-5d83-4f2f-9a39-0b8b3c2f7c11',
        createdAt: new Date().toISOString(),
      },
      expire: new Date(Date.now() + 60_000),
    });
    await database.knex.raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' ; end $$;
      create trigger refuse before delete on sessions for each row execute function refuse()`);
    const attempt = setUserPassword(shell, id, { password: 'a new one, long enough' });
    expect(
      await attempt.then(
        () => 'set',
        (error: Error) => error.message,
      ),
    ).to.include('no');
    const { passwordHash } = await UserModel.query().findById(id).throwIfNotFound();
    expect(passwordHash).to.equal(before);
    await database.knex.raw('drop trigger refuse on sessions');
    expect((await setUserPassword(shell, id, { password: 'a new one, long enough' })).ended).to.equal(1);
  });
});
