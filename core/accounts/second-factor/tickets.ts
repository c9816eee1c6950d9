// Tickets: what a browser carries from one step of a sign-in to the next, sealed so that it can neither be read nor
// changed. Nothing is stored for someone who starts a sign-in and leaves.
import { seal, unseal } from '../../kernel/sealing.js';

type Purpose = 'second-step' | 'passkey';

/** Minutes for which a ticket of each purpose is valid. */
export const TICKET_MINUTES: Readonly<Record<Purpose, number>> = { 'second-step': 10, passkey: 5 };

export function issueTicket(purpose: Purpose, content: object): string {
  const expires = Date.now() + TICKET_MINUTES[purpose] * 60_000;
  return seal(`ticket ${purpose}`, JSON.stringify({ ...content, expires })).toString('base64url');
}

/** @returns null for a ticket that is not ours, has expired, or is for another purpose */
export function readTicket<T>(purpose: Purpose, ticket: string | null): T | null {
  const sealed = Buffer.from(ticket ?? '', 'base64url');
  const text = sealed.length > 0 ? unseal(`ticket ${purpose}`, sealed) : null;
  const content = text === null ? null : JSON.parse(text);
  return content && content.expires > Date.now() ? content : null;
}
