// A logo uploaded as a file beside the fields: it takes precedence over a typed address (C8), and is decoded only after
// every other check has passed, because decoding is the most expensive step.
import type { Actor } from '../kernel/actor.js';
import { toStoredAddress } from '../pictures/media.js';
import type { ListingContent } from './content.js';
import { uploadLogo } from './pictures.js';

/** The input without the typed address that the file replaces. */
export function withoutTypedLogo(input: unknown, logo: Buffer | null): unknown {
  if (logo === null || typeof input !== 'object' || input === null) return input;
  const { logo_url: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

/**
 * Decodes and stores the file, and puts its address into each of the contents.
 * @throws DomainError as uploadLogo
 */
export async function storeLogo(
  actor: Actor,
  logo: Buffer | null,
  ...contents: Partial<ListingContent>[]
): Promise<void> {
  if (logo === null) return;
  const logoUrl = toStoredAddress(await uploadLogo(actor, logo));
  for (const content of contents) content.logoUrl = logoUrl;
}
