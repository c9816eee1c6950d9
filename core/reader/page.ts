// Reads the page of a product.
import { type PageFacts, readPageFacts } from './page-facts.js';
import { type Ask, Disallowed, toUnreachable, type VisitOptions, visitSite } from './visit.js';

/** Bytes that are read of a page: heads with much style come to 300 KB. */
const PAGE_BYTES = 512 * 1024;
/** Milliseconds for robots.txt, redirects and the page: somebody is waiting. */
const TIME = 10_000;

export type PageReading =
  /** `url`: after redirects. */
  | { readonly outcome: 'read'; readonly facts: PageFacts; readonly url: string }
  | { readonly outcome: 'nothing' | 'robots' | 'unreachable' };

/** What a page says about itself. Any failure there is a result, not an error. */
export async function readPage(
  { address }: { readonly address: string },
  options: VisitOptions = {},
): Promise<PageReading> {
  try {
    const page = await openPage(address, visitSite({ time: TIME, ...options }));
    if (!page) return { outcome: 'nothing' };
    return { outcome: 'read', facts: await readPageFacts(page.html, page.url), url: page.url.href };
  } catch (error) {
    if (error instanceof Disallowed) return { outcome: 'robots' };
    // Private addresses are among them: nothing about the internal network is revealed.
    toUnreachable(error);
    return { outcome: 'unreachable' };
  }
}

/** The page of a site; null if it has none, or answers with an error. @throws as visitSite */
export async function openPage(address: string, ask: Ask): Promise<{ html: string; url: URL } | null> {
  const { status, headers, bytes, url } = await ask(address, 'GET', PAGE_BYTES);
  const type = headers['content-type'] ?? 'text/html';
  if (status !== 200 || !/html/i.test(type) || headers['content-encoding'] !== undefined) return null;
  return { html: decode(bytes, type), url };
}

/** As a browser would: in the encoding of the header, or of the first kilobyte of the page, else as UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, 1_024);
  const [, label] =
    /charset=["']?([\w:-]{1,40})/i.exec(type) ??
    /<meta[^>]{0,200}charset=["']?([\w:-]{1,40})/i.exec(start) ??
    [];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
