// Apps that a member lets act for them.
import { type Static, Type } from '@sinclair/typebox';
import { instant, nullableInstant, uuid, warnings } from '../kernel/schema.js';

export const App = Type.Object(
  {
    id: uuid(),
    name: Type.String({ description: 'As the app calls itself.', examples: ['Claude'] }),
    client_id: Type.String(),
    scopes: Type.Array(Type.String({ examples: ['listings:write'] })),
    created_at: instant(),
    last_used_at: nullableInstant(),
  },
  { title: 'App' },
);
export type App = Static<typeof App>;

export const AppList = Type.Object({ apps: Type.Array(App), warnings }, { title: 'AppList' });
export const RevokedApp = Type.Object(
  { revoked: Type.Unsafe<true>({ type: 'boolean', const: true }), id: uuid(), warnings },
  { title: 'RevokedApp' },
);
