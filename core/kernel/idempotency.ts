// Idempotency-Key: a repeated request runs once, and both get the same response (C3).
import { createHash } from 'node:crypto';
import { insertUnlessTaken } from '../../db/models/base.js';
import { IdempotencyKeyModel } from '../../db/models/idempotency-key.js';
import { DomainError, fieldError } from './errors.js';
import { seal, unseal } from './sealing.js';

export interface Answer {
  status: number;
  body: unknown;
}

/** How long a response is stored (C3). */
export const IDEMPOTENCY_HOURS = 24;
const STORED_MS = IDEMPOTENCY_HOURS * 3_600_000;
/** After this time a request without a response is presumed to have died with its process. */
const ABANDONED_AFTER_MS = 10 * 60_000;

// A response can contain a secret (a new API key) that is stored nowhere else: it is encrypted for the header it came
// with, of which the row has only a digest.
const purposeOf = (key: string) => `idempotency ${key}`;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Runs `operation`, unless the account has sent this key on this route within a day: then returns the stored
 * response. A failed operation (a thrown error) is not stored, so that it can be corrected and sent again.
 * @param request its JSON text must be the same for the same key
 * @throws DomainError validation_error (not 1 to 255 printable ASCII), idempotency_mismatch,
 *   idempotency_in_progress, and whatever the operation throws
 */
export async function runOnce(
  { userId, route, key, request }: { userId: string; route: string; key: string; request: unknown },
  operation: () => Promise<Answer>,
): Promise<Answer> {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw fieldError('Idempotency-Key', '"Idempotency-Key" must be 1 to 255 printable ASCII characters.');
  }
  const slot = { user_id: userId, route, hash: digest(key) };
  const requestHash = digest(JSON.stringify(request ?? null));
  const stored = await reserveKey(slot, requestHash);
  if (stored) return recall(stored, key, requestHash);
  const answer = await operation().catch(async (refusal: unknown) => {
    await IdempotencyKeyModel.query().delete().where(slot).whereNull('status');
    throw refusal;
  });
  // If the response cannot be stored the reservation stays, so that the operation does not run a second time.
  await IdempotencyKeyModel.query()
    .where(slot)
    .patch({ status: answer.status, answer: seal(purposeOf(key), JSON.stringify(answer.body)) });
  return answer;
}

/** Reserves the key for this request, or returns the row of the request that has it. */
async function reserveKey(
  slot: { user_id: string; route: string; hash: Buffer },
  requestHash: Buffer,
): Promise<IdempotencyKeyModel | undefined> {
  // The request that holds the key may fail and release it between our insert and our select: retry once.
  for (;;) {
    await deleteOld(slot);
    const reserved = await insertUnlessTaken(IdempotencyKeyModel, undefined, {
      userId: slot.user_id,
      route: slot.route,
      hash: slot.hash,
      requestHash,
    });
    if (reserved) return undefined;
    const taken = await IdempotencyKeyModel.query().findOne(slot);
    if (taken) return taken;
  }
}

async function deleteOld(slot: { user_id: string; route: string; hash: Buffer }): Promise<void> {
  const now = Date.now();
  await IdempotencyKeyModel.query()
    .delete()
    .where(slot)
    .where((query) => {
      query
        .where('started_at', '<', new Date(now - STORED_MS))
        .orWhere((lost) =>
          lost.whereNull('status').where('started_at', '<', new Date(now - ABANDONED_AFTER_MS)),
        );
    });
}

function recall(row: IdempotencyKeyModel, key: string, requestHash: Buffer): Answer {
  if (!row.requestHash.equals(requestHash)) {
    throw new DomainError(
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request. Use a new key for a new request.',
    );
  }
  if (row.status === null || row.answer === null) {
    throw new DomainError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Try again in a moment.',
      { retryAfterSeconds: 1 },
    );
  }
  const text = unseal(purposeOf(key), row.answer);
  if (text === null) {
    throw new DomainError(
      'idempotency_mismatch',
      'The response stored for this Idempotency-Key can no longer be read. Use a new key.',
    );
  }
  return { status: row.status, body: JSON.parse(text) };
}
