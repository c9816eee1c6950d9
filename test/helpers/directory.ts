// A directory with accounts and listings, created through the rules.
import { authenticateKey } from '../../core/accounts/credentials.js';
import { registerAccount } from '../../core/accounts/sign-up.js';
import { type Actor, guest, type User } from '../../core/kernel/actor.js';
import type { Listing } from '../../core/listings/schema.js';
import { submitListing } from '../../core/listings/submit.js';
import { DEMO_LISTINGS } from '../data/demo-listings.js';

export const PASSWORD = 'correct horse battery';

/** An account with a key, as an actor. */
export async function createMember(email: string, name = 'Ada'): Promise<User & { secret: string }> {
  const outcome = await registerAccount(guest('rest'), { name, email, password: PASSWORD });
  if (!outcome.api_key) throw new Error('The key was withheld.');
  const identity = await authenticateKey(outcome.api_key.key);
  return { ...guest('rest'), kind: 'user', ...identity, sessionId: null, secret: outcome.api_key.key };
}

/** The first demo listings, oldest first, so that the first of the list is the newest. */
export async function submitDemo(owner: Actor, count = DEMO_LISTINGS.length): Promise<Listing[]> {
  const listings: Listing[] = [];
  for (const input of DEMO_LISTINGS.slice(0, count).toReversed()) {
    listings.push((await submitListing(owner, input)).listing);
  }
  return listings.toReversed();
}
