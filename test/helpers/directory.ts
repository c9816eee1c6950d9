// A directory with accounts and listings, stored without the doors.
import type { Knex } from 'knex';
import { authenticateKey, newSecret, SHOWN_KEY_LENGTH } from '../../core/accounts/credentials.js';
import { emailKey } from '../../core/accounts/emails.js';
import { hashPassword } from '../../core/accounts/passwords.js';
import { guest, type Role, type User } from '../../core/kernel/actor.js';
import { sha256 } from '../../core/kernel/sealing.js';
import { inTransaction } from '../../core/kernel/transaction.js';
import { readSubmission } from '../../core/listings/content.js';
import { firstSlug, insertListings } from '../../core/listings/create.js';
import { policyInForce } from '../../core/policy/screening.js';
import { ApiKeyModel, UserModel } from '../../db/models/accounts.js';
import { DEMO_LISTINGS } from '../data/demo-listings.js';

export const PASSWORD = 'correct horse battery';

let passwordHash: Promise<string> | undefined;

/** The row of an account: a sign-up costs five times as much. @returns its id */
export async function insertAccount(
  { email, name, role = 'user' }: { email: string; name: string; role?: Role },
  knex?: Knex,
): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD);
  const row = { name, email, emailKey: emailKey(email), passwordHash: await passwordHash, role };
  return (await UserModel.query(knex).insert(row).returning('id')).id;
}

/** A key of an account. @returns its secret */
export async function insertKey(userId: string, knex?: Knex): Promise<string> {
  const secret = newSecret();
  const row = { userId, prefix: secret.slice(0, SHOWN_KEY_LENGTH), hash: sha256(secret) };
  await ApiKeyModel.query(knex).insert(row);
  return secret;
}

/** An account with a key, as an actor. */
export async function createMember(email: string, name = 'Ada'): Promise<User & { secret: string }> {
  const secret = await insertKey(await insertAccount({ email, name }));
  return { ...guest('rest'), kind: 'user', ...(await authenticateKey(secret)), sessionId: null, secret };
}

/** The first demo listings, in one statement as in an import; the first of the list is the newest. */
export async function submitDemo(owner: User, count = DEMO_LISTINGS.length): Promise<{ slug: string }[]> {
  const { version, number: by } = policyInForce();
  const listings = DEMO_LISTINGS.slice(0, count).map((input) => {
    const submission = readSubmission(input);
    return { submission, slug: firstSlug(submission), screened: { flag: null, version, by } };
  });
  return inTransaction(owner, async (trx) => {
    const rows = await insertListings(trx, owner, owner.account.id, listings);
    const ids = rows.flatMap((row) => row?.id ?? []);
    await trx.raw(
      `update listings set created_at = at, updated_at = at, published_at = at
       from unnest(?::uuid[]) with ordinality as demo (id, n), lateral (select now() - n * interval '1 second') as times (at)
       where listings.id = demo.id`,
      [ids],
    );
    return listings.map(({ slug }) => ({ slug }));
  });
}
