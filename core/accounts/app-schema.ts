// Apps that a member lets act for them.
import { type Static, Type } from '@sinclair/typebox';
import { instant, nullableInstant, titled, uuid, warnings } from '../kernel/schema.js';

export const App = titled('App', {
  id: uuid(),
  name: Type.String({ description: 'As the app calls itself.', examples: ['Claude'] }),
  client_id: Type.String(),
  scopes: Type.Array(Type.String({ examples: ['listings:write'] })),
  created_at: instant(),
  last_used_at: nullableInstant(),
});
export type App = Static<typeof App>;

export const AppList = titled('AppList', { apps: Type.Array(App), warnings });
export const RevokedApp = titled('RevokedApp', {
  revoked: Type.Unsafe<true>({ type: 'boolean', const: true }),
  id: uuid(),
  warnings,
});
