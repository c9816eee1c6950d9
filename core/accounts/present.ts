// The public shapes of accounts and keys.
import type { ApiKeyModel, AppModel, UserModel } from '../../db/models/accounts.js';
import { presentRow } from '../kernel/schema.js';
import { ApiKey, App } from './key-schema.js';
import { AuthUser, User } from './schema.js';

/** The account in snake_case, for /api/v1 and MCP. */
export const presentUser = (row: UserModel): User => presentRow(User, row);

/** The account in Better Auth's camelCase, for /api/auth. */
export const presentAuthUser = (row: UserModel): AuthUser => presentRow(AuthUser, row);

export const presentApiKey = (row: ApiKeyModel): ApiKey => presentRow(ApiKey, row);

export const presentApp = (row: AppModel): App => presentRow(App, row);
