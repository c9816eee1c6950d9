// Renders a page and sends it: cached for all guests, or private to one visitor.
import { sendPublic } from '../../cache/cached-responses.js';
import { type Dependencies, FROM_ALL_LISTINGS } from '../../cache/dependencies.js';
import { sendLanguage, themeOf } from '../../who/choices.js';
import type { CardLink } from '../card/subjects.js';
import { noticeOf } from './notices.js';
import { render } from './render.js';
import { accountOf, type Visit } from './visit.js';

/** The head of a page. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** The canonical path. */
  readonly canonical?: string;
  readonly robots?: string;
  /** The picture of link previews (og:image); by default that of the site. */
  readonly card?: CardLink;
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
  /** For this visitor only: it contains a form with a token, or shows who is signed in. */
  readonly isPrivate?: boolean;
  /** The content it depends on; any public listing by default. */
  readonly from?: Dependencies;
}

/** Renders a template, with the data every page has, and sends it. */
export async function sendPage(
  visit: Visit,
  template: string,
  data: PageData,
  { status = 200, isPrivate = false, from = FROM_ALL_LISTINGS }: SendOptions = {},
): Promise<void> {
  const { req, res, language } = visit;
  const actor = accountOf(visit);
  const flash = noticeOf(visit);
  const here = req.method === 'GET' ? req.originalUrl : '/';
  const html = render(
    template,
    { path: req.path, here, theme: themeOf(req), actor, flash, ...data },
    language,
  );
  sendLanguage(res, language);
  if (isPrivate || actor || flash || status !== 200) {
    res.status(status).set('Cache-Control', 'private, no-store');
    // Not compressed: with reflected text beside it, the length would leak the form token (BREACH).
    res.type('html').send(html);
    return;
  }
  await sendPublic(req, res, html, 'text/html; charset=utf-8', from);
}
