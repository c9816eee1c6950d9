// Reads sources through the egress guard: a file, the MCP Registry, or another listing-directory.
import querystring from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../kernel/errors.js';
import { orLogged } from '../kernel/log.js';
import { own } from '../kernel/own.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { OWNER_FIELDS } from '../listings/schema.js';
import { read } from '../reader/reader.js';
import { asObject, serversOf } from './formats/objects.js';
import { readServers } from './read-file.js';
import { type ImportKind, MAX_SOURCE_BYTES, type SourceRow, sourceError, sourceTooLarge } from './rows.js';

/** Servers and listings per response, and the maximum pages, so that an endless registry is not read forever. */
const SERVERS = 100;
const LISTINGS = 200;
const MAX_PAGES = 5_000;
/** Maximum bytes of a page of a registry, or of another directory: 200 listings of 40 KB. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** By forge: the pattern of an address (path, branch, folder), and the address of its archive. */
const FORGES: Readonly<Record<string, readonly [RegExp, (path: string, ref: string) => string]>> = {
  'github.com': [
    /^\/([^/]+\/[^/]+)(?:\/tree\/([^/]+)(?:\/(.+))?)?$/,
    (path, ref) => `https://codeload.github.com/${path}/tar.gz/${ref}`,
  ],
  'gitlab.com': [
    /^\/([^/]+(?:\/(?!-(?:\/|$))[^/]+)+)(?:\/-\/tree\/([^/]+)(?:\/(.+))?)?$/,
    (path, ref) => `https://gitlab.com/${path}/-/archive/${ref}/archive.tar.gz`,
  ],
  'codeberg.org': [
    /^\/([^/]+\/[^/]+)(?:\/src\/branch\/([^/]+)(?:\/(.+))?)?$/,
    (path, ref) => `https://codeberg.org/api/v1/repos/${path}/archive/${ref}.tar.gz`,
  ],
};

/** The archive of a repository, and the folder within it; null for any other address. */
export function repositoryAt({ hostname, pathname }: URL): { archive: URL; folder: string } | null {
  const [pattern, archiveOf] = own(FORGES, hostname.replace(/^www\./, '')) ?? [];
  const [, path, ref = 'HEAD', folder = ''] = pattern?.exec(pathname.replace(/(?<!\/)\/+$/, '')) ?? [];
  if (!archiveOf || path === undefined) return null;
  return {
    archive: new URL(archiveOf(path.replace(/\.git$/, ''), ref)),
    folder: querystring.unescape(folder),
  };
}

/** Completes a typed address. @throws DomainError validation_error (source) */
export function readAddress(typed: string): URL {
  const url = parseUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || url.username || url.password) throw sourceError(say('error.import-address'));
  const [owner, name, place, ...rest] = url.pathname.split('/').filter(Boolean);
  if (url.hostname !== 'github.com' || !owner || !name) return url;
  const path = place === 'blob' && rest.join('/');
  return path ? new URL(`https://raw.githubusercontent.com/${owner}/${name}/${path}`) : url;
}

export const isAddress = (typed: string) => /^https?:\/\//i.test(typed);

/** Guesses the source kind from the address alone; null means a file. */
async function kindOfAddress(url: URL): Promise<ImportKind | null> {
  if (
    /(^|\/)v0(\.\d+)?\/servers\/?$/.test(url.pathname) ||
    url.hostname === 'registry.modelcontextprotocol.io'
  )
    return 'mcp';
  if (url.pathname !== '/' || url.search !== '') return null;
  const changes = fetchJson(new URL('/api/v1/listings/changes?limit=1', url));
  const found = await orLogged(changes, 'the kind of a source could not be found out');
  return found?.status === 200 && 'next_since' in asObject(found.answer) ? 'directory' : null;
}

/** The kind of a source, and its address in stored form. */
export async function resolveSource(typed: string, kind?: ImportKind) {
  if (!isAddress(typed)) return { source: typed, kind };
  const url = readAddress(typed);
  return { source: url.href, kind: kind ?? (await kindOfAddress(url)) ?? undefined };
}

/** Requests an address, following redirects. @throws DomainError validation_error (source): unreachable, or too long */
async function ask(url: URL, as: 'bytes' | 'json', signal?: AbortSignal) {
  const bytes = as === 'json' ? MAX_PAGE_BYTES : MAX_SOURCE_BYTES;
  const answer = await read('source', { url: url.href, bytes, as }, { signal });
  if (!('failure' in answer)) return answer;
  if (answer.failure === 'long') throw sourceTooLarge(bytes);
  throw sourceError(say('error.import-unreachable', { reason: answer.failure }));
}

/** The bytes of a source, and the name that shows its kind. @throws DomainError validation_error (source) */
export async function fetchSource(url: URL, signal?: AbortSignal): Promise<{ bytes: Buffer; name: string }> {
  const repository = repositoryAt(url);
  const { status, bytes } = await ask(repository?.archive ?? url, 'bytes', signal);
  if (status !== 200) throw sourceError(say('error.import-status', { host: url.host, status }));
  if (!repository) return { bytes, name: url.href };
  const found = await read('archive', { bytes, folder: repository.folder }, { signal });
  if ('failure' in found) throw sourceError(found.failure);
  return { bytes: Buffer.from(found.text), name: found.name };
}

/** A JSON response of any status, and its Retry-After in seconds. @throws DomainError validation_error (source) */
async function fetchJson(url: URL, signal?: AbortSignal) {
  const { status, json: answer, retryAfter } = await ask(url, 'json', signal);
  if (answer === undefined) throw sourceError(say('error.import-no-json', { host: url.host, status }));
  return { status, answer, retryAfter };
}

/** The latest version of each server of a registry. @throws DomainError validation_error (source) */
export async function* readRegistry(address: URL, signal?: AbortSignal): AsyncGenerator<SourceRow> {
  const base = /\/servers\/?$/.test(address.pathname) ? address : new URL('/v0.1/servers', address);
  let cursor: unknown = null;
  let before = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = new URL(base);
    url.searchParams.set('limit', String(SERVERS));
    url.searchParams.set('version', 'latest');
    if (typeof cursor === 'string') url.searchParams.set('cursor', cursor);
    const { status, answer } = await fetchJson(url, signal);
    const servers = status === 200 ? serversOf(answer) : null;
    if (servers === null) throw sourceError(say('error.import-no-registry', { host: url.host, status }));
    yield* readServers(servers, before);
    before += servers.length;
    const { nextCursor, next_cursor } = asObject(asObject(answer).metadata);
    const next = nextCursor ?? next_cursor;
    if (typeof next !== 'string' || next === '' || next === cursor) return;
    cursor = next;
  }
}

interface Place {
  readonly source: string;
  /** Position reached in the feed; null: the start. */
  readonly cursor: string | null;
  readonly position: number;
}

/** Yields changes with their positions. @throws DomainError validation_error (source) */
export async function* readDirectory(
  { source, cursor, position }: Place,
  signal?: AbortSignal,
): AsyncGenerator<SourceRow> {
  const base = readAddress(source);
  let since = cursor ?? '';
  let line = position;
  for (let hasMore = true; hasMore; ) {
    const page = await readPage(base, since, signal);
    // Removals first: they free addresses that other listings of the page may take.
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

/** Gives up after this many 429 responses in a row; maximum wait in seconds. */
const MAX_WAITS = 8;
const MAX_WAIT = 60;

const notADirectory = ({ host }: URL) => sourceError(say('error.import-no-directory', { host }));

/** @param since '' for the first page @throws DomainError validation_error (source) */
async function readPage(base: URL, since: string, signal?: AbortSignal) {
  const url = new URL('/api/v1/listings/changes', base);
  url.searchParams.set('limit', String(LISTINGS));
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
  const read = changes
    .slice(0, LISTINGS)
    .flatMap((change): { readonly id: string; readonly listing: Record<string, unknown> | null }[] => {
      const { id, removed, listing } = asObject(change);
      if (typeof id !== 'string' || !/^[\w-]{1,60}$/.test(id)) return [];
      return [{ id, listing: removed === true || listing === null ? null : asObject(listing) }];
    });
  const isLast = hasMore !== true || changes.length === 0;
  // A directory whose position does not advance would be read forever.
  if (!isLast && Number(next) <= Number(since || -1)) throw notADirectory(base);
  return { changes: read, next, hasMore: !isLast };
}
