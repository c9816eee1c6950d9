// What all pages of the console share: frame, sections, lists, and how they are sent.

import { pipeline } from 'node:stream/promises';
import { type TObject, Type } from '@sinclair/typebox';
import type { Request, Response } from 'express';
import { type Actor, may, type Right } from '../../../core/kernel/actor.js';
import { own } from '../../../core/kernel/own.js';
import { join, toCsv } from '../../../core/kernel/text/csv.js';
import { factColumn, gatherFacts } from '../../../core/listings/facts.js';
import { countWaiting } from '../../../core/moderation/reviews.js';
import { filterFacts } from '../../../core/settings/facts.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm } from '../route.js';
import { withQuery } from '../view/links.js';
import type { PageHead } from '../view/page.js';
import { consoleWords } from './labels.js';

const SECTIONS = {
  work: {
    overview: 'desk',
    review: 'desk',
    listings: 'listings',
    takedowns: 'listings',
    users: 'people',
    stats: 'stats',
  },
  site: { site: 'admin', catalog: 'admin', policy: 'admin' },
  machine: { queue: 'admin', status: 'admin', audit: 'admin' },
} as const satisfies Record<string, Record<string, Right>>;

type Groups = typeof SECTIONS;
type Section = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const RIGHT_OF = Object.assign({}, ...Object.values(SECTIONS)) as Record<Section, Right>;

function sectionAt(path: string): Section | null {
  const name = path.split('/')[2] ?? '';
  return Object.hasOwn(RIGHT_OF, name) ? (name as Section) : null;
}

function sectionsOf(actor: Actor) {
  const groups = Object.entries(SECTIONS).map(([name, group]) => ({
    name,
    sections: (Object.keys(group) as Section[]).filter((section) => may(actor, RIGHT_OF[section])),
  }));
  return groups.filter(({ sections }) => sections.length > 0);
}

interface ConsoleData {
  /** By default the section of the address: /admin/{section}/… */
  readonly section?: Section;
  readonly head?: PageHead;
  readonly [name: string]: unknown;
}

export async function frameOf({ actor }: Exchange, section: Section | null) {
  return { section, waiting: await countWaiting(actor), groups: sectionsOf(actor) };
}

export const CONSOLE_ASSETS = { styles: ['admin.css'], scripts: ['admin.js'] };

export async function sendConsole(
  visit: Exchange,
  template: string,
  data: ConsoleData,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const section = data.section ?? sectionAt(visit.req.path);
  const head = data.head ?? { title: visit.language.t(`console.section.${section ?? 'overview'}`) };
  const shared = {
    head: { ...CONSOLE_ASSETS, ...head },
    console: await frameOf(visit, section),
    may: (right: Right) => may(visit.actor, right),
    words: consoleWords(visit.language, visit.actor),
  };
  await sendForm(visit, `admin/${template}`, { ...data, ...shared }, form);
}

// The lists of the console: their state in the address, their pages, and the same as CSV.

export type ListState = Readonly<Record<string, string | number | null | undefined>>;

/** The members of a filter as in forms and addresses, where each fact is a separate member. */
export function membersOf({ properties: { facts, ...others } }: TObject): TObject['properties'] {
  const ofFacts = facts ? filterFacts().map(({ key }) => [factColumn(key), Type.String()] as const) : [];
  return { ...others, ...Object.fromEntries(ofFacts) };
}

export function readListState(whole: TObject, req: Request): Record<string, string | number | undefined> {
  const schema = Type.Object(membersOf(whole));
  const query = readQueryString(schema, req);
  const known = Object.keys(schema.properties).map((name) => [name, own(query, name)] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number
  >;
}

export type ListLink = (change?: ListState) => string;

/** The address of a list with a part of its state changed; changing a filter returns to the first page. */
export function listLink(path: string, state: ListState): ListLink {
  return (change = {}) => {
    const next: ListState = { ...state, page: null, ...change };
    const texts = Object.entries(next).map(([name, value]) => [name, String(value ?? '')] as const);
    return withQuery(
      path,
      Object.fromEntries(texts.filter(([name, text]) => name !== 'page' || text !== '1')),
    );
  };
}

type Page = Readonly<Record<'page' | 'limit' | 'total', number>>;

export function pagerOf({ page, limit, total }: Page, href: ListLink) {
  return {
    href,
    page,
    limit,
    total,
    pages: Math.max(1, Math.ceil(total / limit)),
    first: total === 0 ? 0 : (page - 1) * limit + 1,
    last: Math.min(page * limit, total),
    sizes: [20, 50, 100],
  };
}

interface List<Found extends Page> {
  /** Determines the path, the title and the template. */
  readonly section: Section;
  readonly query: TObject;
  readonly find: (actor: Actor, state: ListState) => Promise<Found>;
  readonly show: (visit: Exchange, found: Found, state: ListState, href: ListLink) => object;
  readonly csv?: {
    readonly access?: Right;
    readonly columns: () => readonly string[];
    readonly rows: (actor: Actor, state: ListState) => AsyncIterable<Record<string, unknown>>;
  };
}

export function listPages<Found extends Page>({ section, query, find, show, csv }: List<Found>): PageRoute[] {
  const path = `/admin/${section}`;
  const access = RIGHT_OF[section];
  const showPage = async (visit: Exchange) => {
    const state = readListState(query, visit.req);
    const found = await find(visit.actor, gatherFacts(state) as ListState);
    const href = listLink(path, state);
    await sendConsole(visit, section, {
      state,
      href,
      pager: pagerOf(found, href),
      export: csv && listLink(`${path}.csv`, state)({ limit: null }),
      ...(await show(visit, found, state, href)),
    });
  };
  const page: PageRoute = { path, access, show: showPage };
  if (!csv) return [page];
  const sendFile = ({ actor, req, res }: Exchange) => {
    const state = gatherFacts(readListState(query, req)) as ListState;
    return sendCsv(res, section, csv.columns(), csv.rows(actor, state));
  };
  return [page, { path: `${path}.csv`, access: csv.access ?? access, show: sendFile }];
}

type Rows = AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>;

const ROW_BATCH = 500;

/** Streams a list: it is read only as fast as the client receives, and no further when it disconnects. */
export async function sendCsv(res: Response, name: string, columns: readonly string[], rows: Rows) {
  const parts = inParts(columns, rows);
  // Reads the first part before anything is sent, so that a refusal is a page.
  const first = await parts.next();
  const day = new Date().toISOString().slice(0, 10);
  res.set({
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
  });
  await pipeline(join(first.value ?? '', parts), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* inParts(columns: readonly string[], rows: Rows): AsyncGenerator<string, undefined> {
  let part: Record<string, unknown>[] = [];
  let isFirst = true;
  for await (const row of rows) {
    part.push(row);
    if (part.length < ROW_BATCH) continue;
    yield toCsv(part, columns, { header: isFirst });
    isFirst = false;
    part = [];
  }
  if (isFirst || part.length > 0) yield toCsv(part, columns, { header: isFirst });
}
