// The public shapes of accounts and keys.
import type { Static, TObject } from '@sinclair/typebox';
import type { ApiKeyModel } from '../../db/models/api-key.js';
import type { AppModel } from '../../db/models/app.js';
import type { UserModel } from '../../db/models/user.js';
import { ApiKey, App } from './key-schema.js';
import { AuthUser, User } from './schema.js';

const columnOf = (member: string) => member.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The members of a schema from the columns of their names: times as text, unset ones null, or left out if optional. */
export function presentRow<S extends TObject>(schema: S, row: object): Static<S> {
  const columns = row as Readonly<Record<string, unknown>>;
  const members = Object.keys(schema.properties).flatMap((member) => {
    const value = columns[columnOf(member)] ?? null;
    if (value === null && !schema.required?.includes(member)) return [];
    return [[member, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(members) as Static<S>;
}

/** The account in snake_case, for /api/v1 and MCP. */
export const presentUser = (row: UserModel): User => presentRow(User, row);

/** The account in Better Auth's camelCase, for /api/auth. */
export const presentAuthUser = (row: UserModel): AuthUser => presentRow(AuthUser, row);

export const presentApiKey = (row: ApiKeyModel): ApiKey => presentRow(ApiKey, row);

export const presentApp = (row: AppModel): App => presentRow(App, row);
