// A page on its way out: rendered, and sent to all guests alike or to one visitor alone.
import { sendPublic } from '../../cache/cached-responses.js';
import { noticeOf } from './notices.js';
import { render } from './render.js';
import { accountOf, type Visit } from './visit.js';

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
  visit: Visit,
  template: string,
  data: PageData,
  { status = 200, isPrivate = false }: SendOptions = {},
): Promise<void> {
  const { req, res } = visit;
  const account = accountOf(visit);
  const html = render(template, {
    path: req.path,
    actor: account,
    flash: noticeOf(req.query.done),
    ...data,
  });
  if (isPrivate || account || status !== 200) {
    res.status(status).set('Cache-Control', 'private, no-store');
    // Not compressed: beside text of a visitor's choice the length would tell of the form token (BREACH).
    res.type('html').send(html);
    return;
  }
  await sendPublic(req, res, html, 'text/html; charset=utf-8');
}
