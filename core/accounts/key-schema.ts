// API keys: the fields of a new one, and the record of an existing one; and apps that a member lets act for them.
import { type Static, Type } from '@sinclair/typebox';
import type { ApiKeyModel, AppModel } from '../../db/models/accounts.js';
import { SCOPES, type Scope } from '../kernel/actor.js';
import {
  flag,
  instant,
  nullableInstant,
  nullableInteger,
  optionalText,
  presentRow,
  titled,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';

export const keyName = optionalText(60, { title: 'Key name', examples: ['laptop'] });

/** The restrictions of a key; absent from unrestricted keys. */
const keyTerms = {
  scopes: Type.Optional(
    Type.Array(word(SCOPES), { description: 'What it may do; absent: everything its account may.' }),
  ),
  expires_at: Type.Optional(instant({ description: 'When it ends; absent: never.' })),
  rate_limit: Type.Optional(
    Type.Integer({ description: 'Requests per window; absent: as many as its account.' }),
  ),
};

const keyEnd = Type.Optional(
  nullableInstant({
    maxLength: 40,
    description: 'When the key ends; never by default.',
    examples: ['2027-01-31T12:00:00Z'],
  }),
);

export const NewKey = titled('NewKey', {
  name: Type.Optional(keyName),
  scopes: Type.Optional(
    Type.Unsafe<Scope[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...SCOPES] },
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'What the key may do; everything its account may by default.',
      examples: [['listings:write']],
    }),
  ),
  expires_at: keyEnd,
  rate_limit: Type.Optional(
    nullableInteger({
      minimum: 1,
      maximum: 10_000,
      description: 'Requests per window the key may make, in addition to the limit of its account.',
      examples: [30],
    }),
  ),
});
export type NewKey = Static<typeof NewKey>;

/** Seconds a rotated key stays valid, by default and at most. */
export const DEFAULT_OVERLAP_S = 24 * 3600;
const MAX_OVERLAP_S = 30 * 24 * 3600;

export const KeyRotation = titled('KeyRotation', {
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_S,
      default: DEFAULT_OVERLAP_S,
      description: 'How long the old key stays valid; 0 ends it at once.',
    }),
  ),
  expires_at: keyEnd,
});

export const LeakedKey = titled('LeakedKey', {
  key: Type.String({ minLength: 1, maxLength: 200, 'x-text': 'secret', description: 'The whole secret.' }),
});

export const ApiKey = titled('ApiKey', {
  id: uuid(),
  name: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 60 }),
  prefix: Type.String({ examples: ['dir_3fK9aQxT'] }),
  created_at: instant(),
  last_used_at: nullableInstant(),
  ...keyTerms,
});
export type ApiKey = Static<typeof ApiKey>;
export const presentApiKey = (row: ApiKeyModel): ApiKey => presentRow(ApiKey, row);

export const MintedKey = titled('MintedKey', {
  id: uuid(),
  name: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 60 }),
  prefix: Type.String(),
  key: Type.String({ description: 'The secret, shown this once.' }),
  created_at: instant(),
  ...keyTerms,
});
export type MintedKey = Static<typeof MintedKey>;

export const KeyResult = titled('KeyResult', { api_key: MintedKey, warnings });
export const RotatedKey = titled('RotatedKey', { api_key: MintedKey, replaced: ApiKey, warnings });
export const LeakReceived = titled('LeakReceived', { received: flag(true), warnings });
export const KeyList = titled('KeyList', { api_keys: Type.Array(ApiKey), warnings });
export const RevokedKey = titled('RevokedKey', { revoked: flag(true), id: uuid(), warnings });

export const App = titled('App', {
  id: uuid(),
  name: Type.String({ description: 'As the app calls itself.', examples: ['Claude'] }),
  client_id: Type.String(),
  scopes: Type.Array(Type.String({ examples: ['listings:write'] })),
  created_at: instant(),
  last_used_at: nullableInstant(),
});
export const presentApp = (row: AppModel) => presentRow(App, row);

export const AppList = titled('AppList', { apps: Type.Array(App), warnings });
export const RevokedApp = titled('RevokedApp', { revoked: flag(true), id: uuid(), warnings });
