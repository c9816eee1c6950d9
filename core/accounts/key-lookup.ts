// Looking up API keys, for operators: by owner, by id, or by a leaked secret.
import { Type } from '@sinclair/typebox';
import { ApiKeyModel } from '../../db/models/api-key.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { MAX_ADMIN_PAGE, type PageMembers, readPage } from '../kernel/lists.js';
import { pageParameters, titled, uuid } from '../kernel/schema.js';
import type { ApiKey } from './key-schema.js';
import { keyDigest, SHOWN_KEY_LENGTH } from './key-secrets.js';
import { presentApiKey } from './present.js';

export interface OwnedKey extends ApiKey {
  owner: { id: string; name: string; email: string };
}

const KeyQuery = titled('KeyQuery', { owner: Type.Optional(uuid()), ...pageParameters(MAX_ADMIN_PAGE) });

/** A page of keys, newest first, without secrets. */
export async function findKeys(
  actor: Actor,
  input: unknown,
): Promise<{ api_keys: OwnedKey[] } & PageMembers> {
  requireAdmin(actor);
  const { owner, ...asked } = check(KeyQuery, input);
  const matching = () =>
    ApiKeyModel.query().modify((rows) => {
      if (owner) rows.where('user_id', owner);
    });
  const { rows, members } = await readPage(asked, MAX_ADMIN_PAGE, matching, (found) =>
    found.withGraphFetched('user').orderByRaw('api_keys.created_at desc, api_keys.id desc'),
  );
  return { api_keys: rows.map(presentOwned), ...members };
}

/**
 * Finds keys by id, by the whole secret or by the prefix that lists show.
 * @returns those that exist; a prefix shared by two keys finds neither
 */
export async function findNamedKeys(actor: Actor, names: readonly string[]): Promise<Map<string, OwnedKey>> {
  requireAdmin(actor);
  const found = new Map<string, OwnedKey>();
  for (const name of names) {
    const rows = await rowsNamed(name);
    const [row] = rows;
    if (row && rows.length === 1) found.set(name, presentOwned(row));
  }
  return found;
}

function rowsNamed(name: string) {
  const rows = ApiKeyModel.query().withGraphFetched('user');
  if (isUuid(name)) return rows.where('id', name);
  if (name.length === SHOWN_KEY_LENGTH) return rows.where('prefix', name);
  return rows.where('hash', keyDigest(name));
}

function presentOwned(row: ApiKeyModel): OwnedKey {
  const { id = '', name = '', email = '' } = row.user ?? {};
  return { ...presentApiKey(row), owner: { id, name, email } };
}
