// Slugs for addresses, cookies and headers.
import { foldLetters } from './folding.js';

/** Letters and digits of ASCII, joined by hyphens: `Café Notes 2` → `cafe-notes-2`; may be empty. @param length */
export function toAsciiSlug(text: string, length?: number): string {
  return foldLetters(text)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, length)
    .replace(/-$/, '');
}
