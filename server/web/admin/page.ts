// Shared by the pages of the console: sending them, and the state of their lists in the address.
import type { TObject } from '@sinclair/typebox';
import type { Request } from 'express';
import { may, type Right } from '../../../core/kernel/access.js';
import { countWaiting } from '../../../core/moderation/reviews.js';
import { readQueryString } from '../../http/query-string.js';
import { requestIdOf } from '../../who/actor.js';
import { EMPTY_FORM, type FormState, sendForm } from '../form/form.js';
import { withQuery } from '../view/links.js';
import type { PageHead } from '../view/page.js';
import { sendPage } from '../view/page.js';
import { accountOf, type Visit } from '../view/visit.js';
import { consoleWords } from './words.js';

/** Whoever has no right in the console gets the same page at every address, so that nothing is revealed. */
export async function refuseConsole(visit: Visit): Promise<void> {
  const { t } = visit.language;
  const isAwaited = accountOf(visit)?.awaitsTwoFactor === true;
  const heading = t(isAwaited ? 'security.required' : 'error-page.console');
  const frame = may(visit.actor, 'desk') ? await frameOf(visit, null) : null;
  const data = {
    head: { title: heading, robots: 'noindex', ...(frame ? CONSOLE_ASSETS : {}) },
    // Not the real path: the header would mark the current section.
    path: '',
    status: 403,
    heading,
    text: t(isAwaited ? 'error.two-factor-required' : 'error-page.console-text'),
    console: frame,
    links: [
      ...(isAwaited ? [['/account/security', t('security.set-up-link')]] : []),
      ['/listings', t('browse.browse-all')],
      ['/', t('nav.home')],
    ],
    requestId: requestIdOf(visit.res),
  };
  await sendPage(visit, 'errors/error', data, { status: 403, isPrivate: true });
}

/** The sections of the console in their groups, and the right that each needs. */
const SECTIONS = {
  work: { overview: 'desk', review: 'desk', listings: 'listings', takedowns: 'listings', stats: 'admin' },
  people: { users: 'people' },
  site: { site: 'admin', catalog: 'admin', policy: 'admin' },
  machine: { queue: 'admin', status: 'admin', audit: 'admin' },
} as const satisfies Record<string, Record<string, Right>>;

type Groups = typeof SECTIONS;
export type Section = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export interface ConsoleData {
  readonly section: Section | null;
  readonly head: PageHead;
  readonly [name: string]: unknown;
}

/** What frames the pages of the console: the sections that the visitor may enter, and how much waits at the desk. */
export async function frameOf({ actor }: Visit, section: Section | null) {
  const groups = Object.entries(SECTIONS).map(([name, sections]) => ({
    name,
    sections: Object.entries(sections).flatMap(([one, right]) => (may(actor, right) ? one : [])),
  }));
  return {
    section,
    waiting: await countWaiting(actor),
    groups: groups.filter(({ sections }) => sections.length > 0),
  };
}

export const CONSOLE_ASSETS = { styles: ['admin.css'], scripts: ['admin.js'] };

/** Sends a page of the console, with a token for its forms. */
export async function sendConsole(
  visit: Visit,
  template: string,
  data: ConsoleData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const shared = {
    head: { ...CONSOLE_ASSETS, ...data.head },
    console: await frameOf(visit, data.section),
    may: (right: Right) => may(visit.actor, right),
    words: consoleWords(visit.language),
  };
  await sendForm(visit, `admin/${template}`, { ...data, ...shared }, form);
}

export type ListState = Readonly<Record<string, string | number | null | undefined>>;

/** The state of a list, from its query string. @throws DomainError validation_error on a repeated one */
export function readListState(schema: TObject, req: Request): Record<string, string | number | undefined> {
  const { query, repeated } = readQueryString(schema, req);
  if (repeated) throw repeated;
  const known = Object.keys(schema.properties).filter((name) => query[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, query[name] as string | number]));
}

/** The address of a list with a part of its state changed; changing a filter returns to the first page. */
export function listLink(path: string, state: ListState) {
  return (change: ListState = {}): string => {
    const next: ListState = { ...state, page: null, ...change };
    const said = Object.entries(next).filter(
      ([name, value]) =>
        value !== null && value !== undefined && value !== '' && !(name === 'page' && value === 1),
    );
    return withQuery(path, Object.fromEntries(said.map(([name, value]) => [name, String(value)])));
  };
}

const PAGE_SIZES = [20, 50, 100];

/** The data for a list's pager. */
export function pagerOf(
  found: { page: number; limit: number; total: number },
  href: ReturnType<typeof listLink>,
) {
  const { page, limit, total } = found;
  return {
    href,
    page,
    limit,
    total,
    pages: Math.max(1, Math.ceil(total / limit)),
    first: total === 0 ? 0 : (page - 1) * limit + 1,
    last: Math.min(page * limit, total),
    sizes: PAGE_SIZES,
  };
}
