// What the authorization server stores: tokens, codes, registered clients and pending authorizations, each a record of
// a kind named by the protocol library. Ids that are secrets are stored as digests only.
import { createHash } from 'node:crypto';
import { AppModel, OAuthRecordModel } from '../../db/models/accounts.js';

export type OAuthPayload = Record<string, unknown>;

/** Records that belong to an app, and go with it. */
const OF_APPS = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** The stored id of a secret. */
export function oauthDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Registered clients are public, and so are their ids. */
const storedId = (model: string, id: string) => (model === 'Client' ? id : oauthDigest(id));

/** @param expiresIn seconds; without it the record does not expire */
export async function saveOAuthRecord(model: string, id: string, payload: OAuthPayload, expiresIn?: number) {
  const { jti: _secret, ...stored } = payload;
  const appId = OF_APPS.has(model) ? ((payload.grantId as string | undefined) ?? null) : null;
  const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000);
  const row = { model, id: storedId(model, id), payload: stored, appId, expiresAt };
  await OAuthRecordModel.query().insert(row).onConflict(['model', 'id']).merge();
  if (model === 'Client') await dropIdleClients();
}

/** Clients that no member has connected; anyone can register one. */
const MAX_IDLE_CLIENTS = 1_000;

async function dropIdleClients(): Promise<void> {
  const idle = OAuthRecordModel.query()
    .select('id')
    .where('model', 'Client')
    .whereNotExists(AppModel.query().whereColumn('client_id', 'oauth_records.id'))
    .orderBy('created_at', 'desc')
    .offset(MAX_IDLE_CLIENTS);
  await OAuthRecordModel.query().delete().where('model', 'Client').whereIn('id', idle);
}

/** The record as it was saved, with `consumed` once it was used; undefined for unknown and expired ones. */
export async function findOAuthRecord(model: string, id: string): Promise<OAuthPayload | undefined> {
  if (id.includes('\0')) return undefined;
  const row = await OAuthRecordModel.query()
    .findOne({ model, id: storedId(model, id) })
    .where((live) => live.whereNull('expires_at').orWhereRaw('expires_at > now()'));
  if (!row) return undefined;
  const consumed = row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {};
  return { ...row.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed };
}

/** Consumes a record. @returns false when it was consumed before, or is gone: of two concurrent calls one gets true */
export async function consumeOAuthRecord(model: string, id: string): Promise<boolean> {
  const changed = await OAuthRecordModel.query()
    .patch({ consumedAt: new Date() })
    .where({ model, id: storedId(model, id) })
    .whereNull('consumed_at');
  return changed > 0;
}

export async function deleteOAuthRecord(model: string, id: string): Promise<void> {
  await OAuthRecordModel.query()
    .delete()
    .where({ model, id: storedId(model, id) });
}

/**
 * Deletes what has expired. Anyone can register a client, so one expires too, a number of days after it registered or
 * its last app was revoked: the time restarts while there is an app.
 * @returns how many
 */
export async function deleteExpiredOAuthRecords(clientDays: number): Promise<number> {
  await OAuthRecordModel.query()
    .patch({ expiresAt: OAuthRecordModel.raw('now() + make_interval(days => ?)', [clientDays]) })
    .where('model', 'Client')
    .whereRaw('(expires_at is null or exists (select from apps where client_id = oauth_records.id))');
  return OAuthRecordModel.query().delete().whereRaw('expires_at < now()');
}
