/** null if invalid. Replaces URL.canParse, which on Node 20, after some thousand calls, rejects addresses
 * with Latin-1 letters (https://bücher.example). */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
