// Another listing-directory: its public listings, and since then what has changed there, from its feed of changes.
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { OWNER_FIELDS } from '../listings/schema.js';
import { fetchJson, readAddress } from './address.js';
import { asObject } from './formats/mcp-registry.js';
import { type SourceRow, sourceError } from './rows.js';

interface Place {
  readonly source: string;
  /** Position reached in the feed; null: the start. */
  readonly cursor: string | null;
  /** The number of the last row. */
  readonly position: number;
}

/**
 * Yields the changes since a position, each row with the position after its page.
 * @throws DomainError validation_error (source)
 */
export async function* readDirectory(
  { source, cursor, position }: Place,
  signal?: AbortSignal,
): AsyncGenerator<SourceRow> {
  const base = readAddress(source);
  let since = cursor ?? '';
  let line = position;
  for (let hasMore = true; hasMore; ) {
    const page = await readPage(base, since, signal);
    // Sites are freed before others take them.
    const changes = [...page.changes].sort((a, b) => Number(a.listing !== null) - Number(b.listing !== null));
    for (const [n, { id, listing }] of changes.entries()) {
      line += 1;
      const place = n === changes.length - 1 ? { cursor: page.next } : {};
      if (listing === null) yield { line, remoteId: id, isGone: true, ...place };
      else {
        const input = Object.fromEntries(OWNER_FIELDS.map((field) => [field, own(listing, field) ?? null]));
        yield { line, remoteId: id, input, ...place };
      }
    }
    since = page.next;
    hasMore = page.hasMore;
  }
}

const PAGE = 200;
/** Gives up after this many 429 answers in a row; seconds of the longest wait. */
const MAX_WAITS = 8;
const MAX_WAIT = 60;

interface Change {
  readonly id: string;
  /** null: no longer public there. */
  readonly listing: Record<string, unknown> | null;
}

const notADirectory = ({ host }: URL) => sourceError(say('error.import-no-directory', { host }));

/** @param since '' for the first page. @throws DomainError validation_error (source) */
async function readPage(base: URL, since: string, signal?: AbortSignal) {
  const url = new URL('/api/v1/listings/changes', base);
  url.searchParams.set('limit', String(PAGE));
  if (since !== '') url.searchParams.set('since', since);
  for (let tries = 0; ; tries += 1) {
    const { status, answer, retryAfter } = await fetchJson(url, signal);
    if (status === 200) return readChanges(answer, base, since);
    if (since !== '' && asObject(answer).code === 'validation_error')
      throw sourceError(say('error.import-unknown-place', { host: base.host }));
    if ((status !== 429 && status !== 503) || tries === MAX_WAITS) throw notADirectory(base);
    await wait(Math.min(retryAfter ?? 2 ** tries, MAX_WAIT) * 1000, undefined, { signal });
  }
}

function readChanges(answer: unknown, base: URL, since: string) {
  const { changes, next_since: next, has_more: hasMore } = asObject(answer);
  if (!Array.isArray(changes) || typeof next !== 'string' || !/^\d{1,15}$/.test(next))
    throw notADirectory(base);
  const read = changes.slice(0, PAGE).flatMap((change): Change[] => {
    const { id, removed, listing } = asObject(change);
    if (typeof id !== 'string' || id.length > 60) return [];
    return [{ id, listing: removed === true || listing === null ? null : asObject(listing) }];
  });
  const isLast = hasMore !== true || changes.length === 0;
  // A directory whose places do not advance would be read forever.
  if (!isLast && Number(next) <= Number(since || -1)) throw notADirectory(base);
  return { changes: read, next, hasMore: !isLast };
}
