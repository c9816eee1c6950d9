// Third-party apps that a member authorizes through OAuth (each consent is listed and revoked separately),
// and the records of the protocol library. Secret ids are stored as digests only.
import type { Transaction } from 'objection';
import { AppModel, OAuthRecordModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, requireAccount, type Scope } from '../kernel/actor.js';
import { recordChange, recordChanges } from '../kernel/audit.js';
import { isUuid } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { notFound, unauthorized } from '../kernel/errors.js';
import { newestFirst } from '../kernel/lists.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import * as credentials from './credentials.js';
import { presentApp } from './key-schema.js';

export type OAuthPayload = Record<string, unknown>;

/** Record types that belong to an app and are deleted with it. */
const OF_APPS = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

function oauthDigest(secret: string): string {
  return sha256(secret).toString('base64url');
}

/** Registered clients are public, so their ids are stored as they are. */
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

/** Limit of clients that no member has connected: anyone can register one. */
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

/** The record as saved, with `consumed` if it was used; undefined if unknown or expired. */
export async function findOAuthRecord(model: string, id: string): Promise<OAuthPayload | undefined> {
  if (id.includes('\0')) return undefined;
  const row = await OAuthRecordModel.query()
    .findOne({ model, id: storedId(model, id) })
    .where((live) => live.whereNull('expires_at').orWhereRaw('expires_at > now()'));
  if (!row) return undefined;
  const consumed = row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {};
  return { ...row.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed };
}

/** Consumes a record. @returns false if already consumed or gone; of two concurrent calls, one gets true */
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

/** Deletes expired records. A client expires some days after it registered or its last app was revoked, since
 * anyone can register one. @returns how many */
export async function deleteExpiredOAuthRecords(clientDays: number): Promise<number> {
  await OAuthRecordModel.query()
    .patch({ expiresAt: OAuthRecordModel.raw('now() + make_interval(days => ?)', [clientDays]) })
    .where('model', 'Client')
    .whereRaw('(expires_at is null or exists (select from apps where client_id = oauth_records.id))');
  return OAuthRecordModel.query().delete().whereRaw('expires_at < now()');
}

/** The scopes an app can get: the MCP server needs no others. */
export const APP_SCOPES = ['listings:read', 'listings:write', 'webhooks'] as const satisfies readonly Scope[];
const USUAL_SCOPES: readonly Scope[] = ['listings:read', 'listings:write'];

/** Path of the only resource that app tokens are issued for (RFC 8707). */
export const APPS_PATH = '/mcp/oauth';

/** Whether a path is APPS_PATH, or starts with it and selects toolsets or read-only access. */
export function isAppsPath(path: string): boolean {
  return path === APPS_PATH || path.startsWith(`${APPS_PATH}/`);
}

/** The absolute URL of the resource at APPS_PATH: the audience of app tokens. */
export function appResource(): string {
  return config.publicUrl + APPS_PATH;
}

const NAME_LENGTH = 80;

interface Consent {
  /** Id of the consent request: answering it twice creates one app. */
  readonly requestId: string;
  readonly clientId: string;
  /** The name the client claims. null: show its address or id. */
  readonly name: string | null;
  /** The requested scopes. Unknown ones are ignored; without any, the app gets the default ones. */
  readonly scopes: readonly string[];
}

export function allowedScopes(asked: readonly string[]): Scope[] {
  const known = APP_SCOPES.filter((scope) => asked.includes(scope));
  return known.length > 0 ? known : [...USUAL_SCOPES];
}

/** The app's name on one line, without control characters that could reorder or break the text around it. */
export function appName({ name, clientId }: Pick<Consent, 'name' | 'clientId'>): string {
  const shown = (name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return (shown || clientId).slice(0, NAME_LENGTH);
}

/** Authorizes an app to act for the caller. @throws DomainError insufficient_scope */
export async function allowApp(actor: Actor, consent: Consent) {
  requireAccount(actor, 'account');
  return inTransaction(actor, async (trx) => {
    const id = idOf(consent.requestId);
    const row = await insertUnlessTaken(AppModel, trx, {
      id,
      userId: actor.account.id,
      clientId: consent.clientId,
      name: appName(consent),
      scopes: allowedScopes(consent.scopes),
    });
    if (!row) {
      const earlier = await AppModel.query(trx).findOne({ id, user_id: actor.account.id });
      if (!earlier) throw notFound('question');
      return { app: presentApp(earlier) };
    }
    await recordChange(trx, actor, {
      action: 'app.allow',
      subject: { type: 'app', id: row.id, label: row.name },
      after: { name: row.name, client_id: row.clientId, scopes: row.scopes, user: actor.account.email },
    });
    return { app: presentApp(row) };
  });
}

const idOf = (requestId: string): string =>
  sha256(requestId)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** The caller's apps, newest first. @throws DomainError insufficient_scope */
export async function listApps(actor: Actor) {
  requireAccount(actor, 'account');
  const rows = await newestFirst(AppModel.query().where('user_id', actor.account.id));
  return { apps: rows.map(presentApp) };
}

/** Revokes one of the caller's apps at once, with all its tokens. @throws DomainError not_found */
export async function revokeApp(actor: Actor, id: string): Promise<{ revoked: true; id: string }> {
  requireAccount(actor, 'account');
  if (!isUuid(id)) throw notFound('app');
  const own = { id, user_id: actor.account.id };
  const [row] = await inTransaction(actor, (trx) => removeApps(trx, actor, own));
  if (!row) throw notFound('app');
  return { revoked: true, id: row.id };
}

export async function findApp(id: string): Promise<AppModel | undefined> {
  return isUuid(id) ? AppModel.query().findById(id) : undefined;
}

/** Revokes an app that revoked its own token, or whose refresh token was used twice. */
export async function endApp(actor: Actor, id: string): Promise<void> {
  await inTransaction(actor, (trx) => removeApps(trx, actor, { id }));
}

export async function removeApps(trx: Transaction, actor: Actor, which: { id?: string; user_id?: string }) {
  const rows = await AppModel.query(trx).delete().where(which).returning('*');
  await recordChanges(
    trx,
    actor,
    rows.map(({ id, name, clientId, scopes }) => ({
      action: 'app.revoke',
      subject: { type: 'app', id, label: name },
      before: { name, client_id: clientId, scopes },
    })),
  );
  return rows;
}

const appByToken = prepare<
  credentials.HolderRow & { appId: string; appName: string; scopes: Scope[]; lastUsedAt: Date | null }
>(
  `select ${credentials.HOLDER_COLUMNS}, apps.id as "appId", apps.name as "appName", scopes, apps.last_used_at as "lastUsedAt"
   from oauth_records join apps on apps.id = app_id join users on users.id = user_id
   where model = 'AccessToken' and oauth_records.id = $1 and expires_at > now()`,
);

/** Account and app of a token, read for each request. @throws DomainError unauthorized, account_suspended */
export async function authenticateApp(token: string): Promise<credentials.Credentials> {
  const [row] = await appByToken([oauthDigest(token)]);
  if (!row) throw unauthorized('This access token is not known: it has expired, or the app was revoked.');
  credentials.refuseSuspended(row);
  if (credentials.isUseWorthNoting(row.lastUsedAt))
    await AppModel.query().findById(row.appId).patch({ lastUsedAt: new Date() });
  return {
    account: credentials.toAccount(row),
    key: null,
    app: { id: row.appId, name: row.appName },
    scopes: row.scopes,
  };
}
