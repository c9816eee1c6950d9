/**
 * Parses a URL; null if it is invalid. Replaces URL.canParse, which on Node 20 rejects addresses with Latin-1 letters
 * once it is compiled (https://bücher.example, after some thousand calls).
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
