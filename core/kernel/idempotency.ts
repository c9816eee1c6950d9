// Idempotency-Key: a repeated request runs once, and both get the same response (C3), which is committed with the
// change it reports. A running request leases its key: if its process dies, the key is free within seconds.
import type { Transaction } from 'objection';
import { IdempotencyKeyModel } from '../../db/models/accounts.js';
import { prepare } from '../../db/prepared.js';
import type { User } from './actor.js';
import { DomainError, fieldError } from './errors.js';
import { isFree, leaseEnd, newHolder, whileRenewing } from './leases.js';
import { seal, sha256, unseal } from './sealing.js';
import { commitWith } from './transaction.js';

interface Answer {
  status: number;
  body: unknown;
}

/** Hours a response is stored (C3). */
export const IDEMPOTENCY_HOURS = 24;
/** A request that has not renewed its lease for this long died with its process. */
const LEASE_SECONDS = 15;
const RENEWAL_SECONDS = 5;

// A response can contain a secret stored nowhere else (a new API key). It is encrypted with the
// Idempotency-Key, of which the row has only a digest.
const purposeOf = (key: string) => `idempotency ${key}`;

/** Runs `operation`, or returns the stored response if the account has sent this key on this route within a
 * day. Errors are not stored, so a corrected request can be sent again. @throws DomainError validation_error
 * (the key is not 1 to 255 printable ASCII characters), idempotency_mismatch (another request),
 * idempotency_in_progress */
export async function runOnce(
  actor: User,
  { route, key, request }: { route: string; key: string; request: unknown },
  operation: (actor: User) => Promise<Answer>,
): Promise<Answer> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw fieldError('Idempotency-Key', '"Idempotency-Key" must be 1 to 255 printable ASCII characters.');
  const hash = sha256(key);
  const requestHash = sha256(JSON.stringify(request ?? null));
  const leasedBy = newHolder();
  const place = { user_id: actor.account.id, route, hash };
  const stored = await reserveKey(place, requestHash, leasedBy);
  if (stored) return recall(stored, key, requestHash);
  // Matches the row unless a later request has taken the key over.
  const own = (trx?: Transaction) =>
    IdempotencyKeyModel.query(trx)
      .where({ ...place, leased_by: leasedBy })
      .whereNull('status');
  const run = () =>
    commitWith(actor, operation, async ({ status, body }, trx) => {
      const answer = seal(purposeOf(key), JSON.stringify(body));
      if ((await own(trx).patch({ status, answer })) === 0) throw inProgress();
    });
  const renew = () => own().patch({ leasedUntil: leaseEnd(LEASE_SECONDS) });
  try {
    return await whileRenewing(RENEWAL_SECONDS, renew, run);
  } catch (refusal) {
    // If deleting the row fails, too, the lease expires and frees the key.
    await own()
      .delete()
      .catch(() => undefined);
    throw refusal;
  }
}

const reserve = prepare<{ leased_by: string }>(
  `insert into idempotency_keys as held (user_id, route, hash, request_hash, leased_by, leased_until)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => ${LEASE_SECONDS}))
   on conflict (user_id, route, hash) do update set request_hash = excluded.request_hash,
     leased_by = excluded.leased_by, leased_until = excluded.leased_until, started_at = now(), status = null, answer = null
   where held.started_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
     or (held.status is null and ${isFree('now()', 'held.leased_until')})
   returning leased_by`,
);

async function reserveKey(
  place: { user_id: string; route: string; hash: Buffer },
  requestHash: Buffer,
  leasedBy: string,
): Promise<IdempotencyKeyModel | undefined> {
  // The holder may fail and release the key between our insert and our select: then try again.
  for (;;) {
    if ((await reserve([...Object.values(place), requestHash, leasedBy])).length > 0) return undefined;
    const taken = await IdempotencyKeyModel.query().findOne(place);
    if (taken) return taken;
  }
}

const inProgress = () =>
  new DomainError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { retryAfterSeconds: 1 },
  );

function recall(row: IdempotencyKeyModel, key: string, requestHash: Buffer): Answer {
  if (!row.requestHash.equals(requestHash)) {
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request. Use a new key for a new request.',
    );
  }
  if (row.status === null || row.answer === null) throw inProgress();
  const text = unseal(purposeOf(key), row.answer);
  if (text === null) {
    throw new DomainError(
      'idempotency_mismatch',
      'The response stored for this Idempotency-Key can no longer be read. Use a new key.',
    );
  }
  return { status: row.status, body: JSON.parse(text) };
}
