/**
 * The URL of a text, or null. In place of URL.canParse, whose compiled form in Node 20 calls addresses with
 * Latin-1 letters invalid (https://bücher.example, after some thousand calls).
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
