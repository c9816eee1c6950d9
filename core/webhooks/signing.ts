// Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, timestamp and body.
import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookModel } from '../../db/models/outgoing.js';
import { seal, unseal } from '../kernel/sealing.js';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

const purposeOf = (id: string) => `webhook ${id}`;

/** A new secret for a webhook: as shown to its owner once, and as stored. */
export function makeSecret(id: string): { secret: string; sealed: Buffer } {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  return { secret, sealed: seal(purposeOf(id), secret) };
}

/** The headers that sign a request, with both secrets while an old one is still valid.
 * @returns null if the secret cannot be decrypted: SESSION_SECRET no longer has the one that encrypted it */
export function signatureHeaders(
  { id, secret, oldSecret, oldSecretUntil }: WebhookModel,
  messageId: string,
  body: string,
): Record<string, string> | null {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const current = unseal(purposeOf(id), secret);
  if (current === null) return null;
  const isOldValid = oldSecretUntil !== null && oldSecretUntil > new Date();
  const old = oldSecret !== null && isOldValid ? unseal(purposeOf(id), oldSecret) : null;
  const signatures = [current, old]
    .filter((one) => one !== null)
    .map((one) => `v1,${sign(one, `${messageId}.${timestamp}.${body}`)}`);
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
