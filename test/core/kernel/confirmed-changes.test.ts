// Every operation that writes confirms the actor in the transaction that writes (core/kernel/transaction.ts).
import { expect } from 'chai';
import type { Transaction } from 'objection';
import { actOnUsers, deleteUser } from '../../../core/accounts/actions.js';
import { confirmEmailChange, requestEmailChange } from '../../../core/accounts/email-change.js';
import { mintKey, revokeAnyKey, revokeKey } from '../../../core/accounts/keys.js';
import * as credentials from '../../../core/accounts/operator-accounts.js';
import { changePassword, deleteOwnAccount, updateOwnAccount } from '../../../core/accounts/own-account.js';
import { revokeSession, revokeSessions } from '../../../core/accounts/sessions.js';
import { setRole } from '../../../core/accounts/users.js';
import { proposeEntry } from '../../../core/catalog/entries.js';
import { addEntry, editEntry, removeEntry, verifyEntry } from '../../../core/catalog/manage.js';
import type { User } from '../../../core/kernel/actor.js';
import { recordChange } from '../../../core/kernel/audit.js';
import { afterCommit, finishBackground } from '../../../core/kernel/background.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { commitWith } from '../../../core/kernel/transaction.js';
import { deleteListing, setListingStatus } from '../../../core/listings/status.js';
import { submitListing, updateListing } from '../../../core/listings/submit.js';
import { moderateListing, moderateListings } from '../../../core/moderation/actions.js';
import { removeHostVerdict, setHostVerdict } from '../../../core/policy/hosts.js';
import { BaseModel } from '../../../db/models/base.js';
import { ListingModel } from '../../../db/models/listings.js';
import { useDatabase } from '../../helpers/database.js';
import { createMember, PASSWORD } from '../../helpers/directory.js';

describe('a change', () => {
  const database = useDatabase();
  let actor: User;
  let other: User;
  let slug: string;
  let entry: string;

  before(async () => {
    actor = await createMember('revoked@example.com');
    other = await createMember('other@example.com');
    const { knex } = database;
    await knex('users').where({ id: actor.account.id }).update({ role: 'admin' });
    actor = { ...actor, account: { ...actor.account, role: 'admin' } };
    slug = (
      await submitListing(actor, { name: 'One', website_url: 'https://one.example.com', tagline: 'One' })
    ).listing.slug;
    entry = (await addEntry(actor, { name: 'Lists', url: 'https://lists.example.org' })).entry.id;
    await setHostVerdict(actor, { address: 'pass.example.com', verdict: 'pass', reason: 'Museum' });
    // From now on the key is revoked; the actor above was read before.
    await knex('api_keys').where({ user_id: actor.account.id }).delete();
  });

  const product = { name: 'Two', website_url: 'https://two.example.com', tagline: 'Two' };
  const OPERATIONS: Record<string, () => Promise<unknown>> = {
    submitListing: () => submitListing(actor, product),
    updateListing: () => updateListing(actor, slug, { tagline: 'Other' }),
    deleteListing: () => deleteListing(actor, slug),
    setListingStatus: () => setListingStatus(actor, slug, { action: 'archive' }),
    moderateListing: () => moderateListing(actor, slug, { action: 'reject' }),
    moderateListings: () => moderateListings(actor, { action: 'reject', slugs: [slug] }).then(firstFailure),
    mintKey: () => mintKey(actor, {}),
    revokeKey: () => revokeKey(actor, other.key?.id ?? ''),
    revokeSession: () => revokeSession(actor, { token: 'x' }),
    revokeSessions: () => revokeSessions(actor),
    updateOwnAccount: () => updateOwnAccount(actor, { name: 'Other' }),
    requestEmailChange: () => requestEmailChange(actor, { newEmail: 'new@example.com', password: PASSWORD }),
    confirmEmailChange: () => confirmEmailChange(actor, { token: 'x' }),
    changePassword: () =>
      changePassword(actor, { currentPassword: PASSWORD, newPassword: 'quite another one' }),
    deleteOwnAccount: () => deleteOwnAccount(actor, { password: PASSWORD }),
    setRole: () => setRole(actor, other.account.id, { role: 'admin' }),
    deleteUser: () => deleteUser(actor, other.account.id),
    deleteUsers: () => actOnUsers(actor, { action: 'delete', ids: [other.account.id] }).then(firstFailure),
    createUser: () => credentials.createUser(actor, { name: 'New', email: 'new@example.com' }),
    mintUserKey: () => credentials.mintUserKey(actor, other.account.id),
    revokeAnyKey: () => revokeAnyKey(actor, other.key?.id ?? ''),
    endUserSessions: () => credentials.endUserSessions(actor, other.account.id),
    sendUserReset: () => credentials.sendUserReset(actor, other.account.id),
    setUserPassword: () =>
      credentials.setUserPassword(actor, other.account.id, { password: 'quite another one' }),
    proposeEntry: () => proposeEntry(actor, { name: 'New', url: 'https://new.example.org' }),
    addEntry: () => addEntry(actor, { name: 'New', url: 'https://new.example.org' }),
    editEntry: () => editEntry(actor, entry, { name: 'Other' }),
    verifyEntry: () => verifyEntry(actor, entry),
    removeEntry: () => removeEntry(actor, entry),
    setHostVerdict: () =>
      setHostVerdict(actor, { address: 'p.example.com', verdict: 'hold', reason: 'Museum' }),
    removeHostVerdict: () => removeHostVerdict(actor, 'pass.example.com'),
  };

  const firstFailure = ({ errors }: { errors: { code: string; error: string }[] }) => {
    throw new DomainError((errors[0]?.code ?? 'internal_error') as 'unauthorized', errors[0]?.error ?? '');
  };

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    it(`of ${name} is refused to a revoked key`, async () => {
      const entries = () => database.knex('audit_entries').count({ count: '*' });
      const before = await entries();
      const refusal = await operation().then(
        () => null,
        (error: unknown) => error,
      );
      expect(refusal).to.be.instanceOf(DomainError).with.property('code', 'unauthorized');
      expect(await entries()).to.deep.equal(before);
    });
  }

  it('cannot be audited outside inTransaction', async () => {
    const subject = { type: 'user' as const, id: other.account.id, label: 'x' };
    const attempt = BaseModel.transaction((trx) =>
      recordChange(trx, other, { action: 'user.delete', subject }),
    );
    expect(await attempt.catch((error: Error) => error.message)).to.contain('inTransaction');
  });
});

describe('an operation whose result is stored with its changes', () => {
  const database = useDatabase();
  const SITE = { name: 'One', website_url: 'https://one.example.com', tagline: 'One' };
  let actor: User;
  before(async () => {
    actor = await createMember('stored@example.com');
    await database.knex.raw('create table results (result text)');
  });
  const note = (result: string, trx?: Transaction) => (trx ?? database.knex)('results').insert({ result });
  const counts = async () => [
    await ListingModel.query().resultSize(),
    Number((await database.knex('results').count())[0]?.count),
  ];

  it('stores neither when storing the result fails, and calls nothing back', async () => {
    const attempt = commitWith(
      actor,
      async (by) => submitListing(by, SITE),
      async (_result, trx) => {
        afterCommit(trx as Transaction, () => note('called back'));
        await note('stored', trx);
        expect(await ListingModel.query(trx).resultSize()).to.equal(1);
        throw new Error('a full disk');
      },
    );
    expect(await attempt.catch((error: Error) => error.message)).to.equal('a full disk');
    await finishBackground();
    expect(await counts()).to.deep.equal([0, 0]);
  });

  it('changes nothing when a later change of it fails', async () => {
    const attempt = commitWith(
      actor,
      async (by) => {
        await submitListing(by, SITE);
        return updateListing(by, 'nothing', { tagline: 'Other' });
      },
      (_result, trx) => note('stored', trx).then(() => undefined),
    );
    expect(await attempt.catch(({ code }: DomainError) => code)).to.equal('not_found');
    expect(await counts()).to.deep.equal([0, 0]);
  });

  it('is run again after a deadlock', async () => {
    let tries = 0;
    const operation = async (by: User) => {
      const { listing } = await submitListing(by, SITE);
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return listing.slug;
    };
    const slug = await commitWith(actor, operation, (result, trx) => note(result, trx).then(() => undefined));
    expect([slug, tries]).to.deep.equal(['one', 2]);
    expect(await counts()).to.deep.equal([1, 1]);
  });

  it('leaves what it began in the background to itself', async () => {
    let background: Promise<unknown> | undefined;
    await commitWith(
      actor,
      async (by) => {
        await submitListing(by, { ...SITE, website_url: 'https://two.example.com' });
        background = new Promise((resolve) => setImmediate(resolve)).then(() =>
          updateListing(by, 'one', { tagline: 'In the background' }),
        );
      },
      async () => undefined,
    );
    await background;
    expect((await ListingModel.query().findOne({ slug: 'one' }))?.tagline).to.equal('In the background');
  });
});
