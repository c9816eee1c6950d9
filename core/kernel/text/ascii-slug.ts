// Slugs for addresses, cookies and headers.

/**
 * Letters and digits of ASCII, accents dropped (NFKD), joined by hyphens: `Café Notes 2` → `cafe-notes-2`. May be empty.
 * @param length characters it may have
 */
export function toAsciiSlug(text: string, length?: number): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, length)
    .replace(/-$/, '');
}
