// Slugs for addresses, cookies and headers.

/** Letters and digits of ASCII, accents dropped (NFKD), joined by hyphens: `Café Notes 2` → `cafe-notes-2`. May be empty. */
export function toAsciiSlug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
