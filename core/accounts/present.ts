// The public shapes of accounts and keys.
import type { ApiKeyModel } from '../../db/models/api-key.js';
import type { AppModel } from '../../db/models/app.js';
import type { UserModel } from '../../db/models/user.js';
import type { Scope } from '../kernel/scopes.js';
import { instant } from '../listings/present.js';
import type { App } from './app-schema.js';
import type { ApiKey } from './key-schema.js';
import type { AuthUser, User } from './schema.js';

/** The account in snake_case, for /api/v1 and MCP. */
export function presentUser(row: UserModel): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified: row.emailVerified,
    role: row.role,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The account in Better Auth's camelCase, for /api/auth. */
export function presentAuthUser(row: UserModel): AuthUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerified,
    image: null,
    role: row.role,
    twoFactorEnabled: row.twoFactorEnabled,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentApiKey(row: ApiKeyModel): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt.toISOString(),
    last_used_at: instant(row.lastUsedAt),
    ...(row.scopes ? { scopes: row.scopes as Scope[] } : {}),
    ...(row.expiresAt ? { expires_at: row.expiresAt.toISOString() } : {}),
    ...(row.rateLimit ? { rate_limit: row.rateLimit } : {}),
  };
}

export function presentApp(row: AppModel): App {
  return {
    id: row.id,
    name: row.name,
    client_id: row.clientId,
    scopes: row.scopes,
    created_at: row.createdAt.toISOString(),
    last_used_at: instant(row.lastUsedAt),
  };
}
