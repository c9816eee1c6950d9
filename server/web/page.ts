// A page on its way out: rendered, made cacheable where it is the same for every guest, compressed.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { bestEncoding } from './encoding.js';
import { noticeOf } from './notices.js';
import { render } from './render.js';
import { accountOf } from './visitor.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Under this, headers and a round through the compressor cost more than they save. */
const SMALLEST_COMPRESSED = 1400;

/** What stands in the head of a page. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The path search engines should know this page by. */
  readonly canonical?: string;
  readonly robots?: string;
  /** Path or address of the picture shown with a shared link. */
  readonly image?: string | null;
  readonly feeds?: readonly { readonly title: string; readonly href: string }[];
  /** Assets besides site.css and site.js, by name. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** schema.org data blocks. */
  readonly jsonLd?: readonly object[];
}

export type PageData = { readonly head: PageHead } & Readonly<Record<string, unknown>>;

interface SendOptions {
  readonly status?: number;
  /** Made for this visitor alone: has a form with a token, or says who they are. */
  readonly isPrivate?: boolean;
}

/** Renders a template with what every page knows and sends it. */
export async function sendPage(
  req: Request,
  res: Response,
  template: string,
  data: PageData,
  { status = 200, isPrivate = false }: SendOptions = {},
): Promise<void> {
  const account = accountOf(res);
  const html = render(template, {
    path: req.path,
    actor: account,
    flash: noticeOf(req.query.done),
    ...data,
  });
  res.status(status);
  if (isPrivate || account || status >= 400) {
    res.set('Cache-Control', 'private, no-store');
    // Not compressed: beside text of a visitor's choice the length would tell of the form token (BREACH).
    res.type('html').send(html);
    return;
  }
  // A guest whose session holds nothing but a form token gets the page of all guests, without a cookie.
  (req as { session?: unknown }).session = undefined;
  await sendPublic(req, res, html, 'text/html; charset=utf-8');
}

/**
 * Sends what is the same for every guest: to be asked for again each time, with 304 and a strong ETag, which
 * names the encoding too.
 */
export async function sendPublic(req: Request, res: Response, text: string, type: string): Promise<void> {
  const encoding = text.length < SMALLEST_COMPRESSED ? null : bestEncoding(req);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  res.set({
    'Cache-Control': 'public, no-cache',
    'Content-Type': type,
    ETag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
  });
  res.vary('Cookie').vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  if (encoding) res.set('Content-Encoding', encoding);
  res.send(encoding ? await compress(text, encoding) : text);
}

function compress(text: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(text, { level: 5 });
  return brotli(text, {
    params: {
      // 4: as small as gzip's best in a fraction of the time.
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}
