// The changes feed of another listing-directory, page by page.
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../kernel/errors.js';
import { asObject, fetchJson } from './address.js';
import { sourceError } from './rows.js';

/** Changes a page. */
const PAGE = 200;
/** Gives up after this many 429 answers in a row; seconds of the longest wait. */
const MAX_WAITS = 8;
const MAX_WAIT = 60;

export interface Change {
  readonly id: string;
  /** null: no longer public there. */
  readonly listing: Record<string, unknown> | null;
}

const notADirectory = ({ host }: URL) => sourceError(say('error.import-no-directory', { host }));

/** @param since '' for the first page. @throws DomainError validation_error (source) */
export async function readPage(base: URL, since: string, signal?: AbortSignal) {
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
