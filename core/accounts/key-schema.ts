import { type Static, Type } from '@sinclair/typebox';
import type { ApiKeyModel, AppModel } from '../../db/models/accounts.js';
import { SCOPES } from '../kernel/actor.js';
import * as s from '../kernel/schema.js';

export const keyName = s.optionalText(60, { title: 'Key name', examples: ['laptop'] });

/** The limits of a key; an unrestricted key has none. */
const keyTerms = s.optional({
  scopes: Type.Array(s.word(SCOPES), { description: 'What it may do; absent: everything its account may.' }),
  expires_at: s.instant({ description: 'When it ends; absent: never.' }),
  rate_limit: Type.Integer({ description: 'Requests per window; absent: as many as its account.' }),
});

const keyEnd = Type.Optional(
  s.nullableInstant({
    maxLength: 40,
    description: 'When the key ends; never by default.',
    examples: ['2027-01-31T12:00:00Z'],
  }),
);

export const NewKey = s.titled('NewKey', {
  name: Type.Optional(keyName),
  scopes: Type.Optional(
    s.optionalList(s.word(SCOPES), SCOPES.length, {
      minItems: 1,
      description: 'What the key may do; everything its account may by default.',
      examples: [['listings:write']],
    }),
  ),
  expires_at: keyEnd,
  rate_limit: Type.Optional(
    s.nullableInteger({
      minimum: 1,
      maximum: 10_000,
      description: 'Requests per window the key may make, in addition to the limit of its account.',
      examples: [30],
    }),
  ),
});
export type NewKey = Static<typeof NewKey>;

export const DEFAULT_OVERLAP_S = 24 * 3600;
const MAX_OVERLAP_S = 30 * 24 * 3600;

export const KeyRotation = s.titled('KeyRotation', {
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

export const LeakedKey = s.titled('LeakedKey', {
  key: Type.String({ minLength: 1, maxLength: 200, 'x-text': 'secret', description: 'The whole secret.' }),
});

const keyFacts = {
  id: s.uuid(),
  name: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 60 }),
  prefix: Type.String({ examples: ['dir_3fK9aQxT'] }),
  created_at: s.instant(),
  ...keyTerms,
};
export const ApiKey = s.titled('ApiKey', { ...keyFacts, last_used_at: s.nullableInstant() });
export type ApiKey = Static<typeof ApiKey>;
export const presentApiKey = (row: ApiKeyModel): ApiKey => s.presentRow(ApiKey, row);

export const MintedKey = s.titled('MintedKey', {
  ...keyFacts,
  key: Type.String({ description: 'The secret, shown only once.' }),
});
export type MintedKey = Static<typeof MintedKey>;

export const KeyResult = s.response('KeyResult', { api_key: MintedKey });
export const RotatedKey = s.response('RotatedKey', { api_key: MintedKey, replaced: ApiKey });
export const LeakReceived = s.response('LeakReceived', { received: s.flag(true) });
export const KeyList = s.response('KeyList', { api_keys: Type.Array(ApiKey) });
export const RevokedKey = s.response('RevokedKey', { revoked: s.flag(true), id: s.uuid() });

export const App = s.titled('App', {
  id: s.uuid(),
  name: Type.String({ description: 'As the app calls itself.', examples: ['Claude'] }),
  client_id: Type.String(),
  scopes: Type.Array(Type.String({ examples: ['listings:write'] })),
  created_at: s.instant(),
  last_used_at: s.nullableInstant(),
});
export const presentApp = (row: AppModel) => s.presentRow(App, row);

export const AppList = s.response('AppList', { apps: Type.Array(App) });
export const RevokedApp = s.response('RevokedApp', { revoked: s.flag(true), id: s.uuid() });
