// Who the caller is, and what its credentials may do.
import { type Static, Type } from '@sinclair/typebox';
import type { Actor } from '../kernel/actor.js';
import { ROLES } from '../kernel/actor.js';
import { forbidden, say, unauthorized } from '../kernel/errors.js';
import { nullable, titled, uuid, warnings, word } from '../kernel/schema.js';
import { SCOPES } from '../kernel/scopes.js';

export const Whoami = titled('Whoami', {
  account: Type.Object({
    id: uuid(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: nullable(Type.String({ description: 'null for an app, which the member did not give it to.' })),
    role: word(ROLES),
  }),
  credentials: Type.Object({
    kind: word(['key', 'app', 'session']),
    name: nullable(Type.String({ description: 'Of the key or the app.' })),
    scopes: nullable(Type.Array(word(SCOPES), { description: 'null: all that the account may do.' })),
  }),
  warnings,
});
export type Whoami = Static<typeof Whoami>;

/** @throws DomainError unauthorized for a guest */
export function whoami(actor: Actor): Whoami {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind !== 'user') throw forbidden(say('error.needs-account'));
  const { account, key, app, scopes } = actor;
  const { id, name, email, role } = account;
  return {
    account: { id, name, email: app ? null : email, role },
    credentials: {
      kind: app ? 'app' : key ? 'key' : 'session',
      name: app?.name ?? key?.name ?? null,
      scopes: scopes && [...scopes],
    },
  };
}
