// Sources at an address, read through the egress guard: a file, the MCP Registry, or another listing-directory.
import { say } from '../kernel/errors.js';
import { VERSION } from '../kernel/package.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { read } from '../reader/reader.js';
import { readServers } from './files.js';
import { asObject, serversOf } from './formats/mcp-registry.js';
import { type ImportKind, MAX_SOURCE_BYTES, type SourceRow, sourceError, sourceTooLarge } from './rows.js';

/** Servers in an answer of a registry, and its pages, so that one that never ends is left. */
const PAGE = 100;
const MAX_PAGES = 5_000;
/** A page of a registry, or of another directory: 200 listings of 40 KB. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** The address a person means: `github.com/owner/name` is its README. @throws DomainError validation_error (source) */
export function readAddress(typed: string): URL {
  const url = parseUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || url.username || url.password || typed.length > 2_000)
    throw sourceError(say('error.import-address'));
  const [owner, name, place, ...rest] = url.pathname.split('/').filter(Boolean);
  if (url.hostname !== 'github.com' || !owner || !name) return url;
  const path = place === 'blob' ? rest.join('/') : place === undefined ? 'HEAD/README.md' : null;
  return path === null ? url : new URL(`https://raw.githubusercontent.com/${owner}/${name}/${path}`);
}

export const isAddress = (typed: string) => /^https?:\/\//i.test(typed);

/** What an address leads to, as far as the address tells: a registry, a directory, or a file (null). */
async function kindOfAddress(url: URL): Promise<ImportKind | null> {
  if (
    /(^|\/)v0(\.\d+)?\/servers\/?$/.test(url.pathname) ||
    url.hostname === 'registry.modelcontextprotocol.io'
  )
    return 'mcp';
  if (url.pathname !== '/' || url.search !== '') return null;
  const found = await fetchJson(new URL('/api/v1/listings/changes?limit=1', url)).catch(() => null);
  return found?.status === 200 && 'next_since' in asObject(found.answer) ? 'directory' : null;
}

/** The kind of an address, and it as it is stored. */
export async function resolveSource(typed: string, kind?: ImportKind) {
  if (!isAddress(typed)) return { source: typed, kind };
  const url = readAddress(typed);
  return { source: url.href, kind: kind ?? (await kindOfAddress(url)) ?? undefined };
}

/** The last answer behind redirects. @throws DomainError validation_error (source): not reached, or too long */
async function ask(url: URL, as: 'bytes' | 'json', signal?: AbortSignal) {
  const bytes = as === 'json' ? MAX_PAGE_BYTES : MAX_SOURCE_BYTES;
  const place = { url: url.href, agent: `listing-directory/${VERSION}`, bytes, as };
  const answer = await read('source', place, { signal });
  if (!('failure' in answer)) return answer;
  if (answer.failure === 'long') throw sourceTooLarge(bytes);
  throw sourceError(say('error.import-unreachable', { reason: answer.failure }));
}

/** The bytes of a source. @throws DomainError validation_error (source): not reached, too long, or a status but 200 */
export async function fetchSource(url: URL, signal?: AbortSignal): Promise<Buffer> {
  const { status, bytes } = await ask(url, 'bytes', signal);
  if (status !== 200) throw sourceError(say('error.import-status', { host: url.host, status }));
  return bytes;
}

/** The answer as JSON, whatever its status, and the seconds it asks to wait. @throws DomainError validation_error (source) */
export async function fetchJson(url: URL, signal?: AbortSignal) {
  const { status, json: answer, retryAfter } = await ask(url, 'json', signal);
  if (answer === undefined) throw sourceError(say('error.import-no-json', { host: url.host, status }));
  return { status, answer, retryAfter };
}

/** The servers of a registry, the latest version of each, page by page. @throws DomainError validation_error (source) */
export async function* readRegistry(address: URL, signal?: AbortSignal): AsyncGenerator<SourceRow> {
  const base = /\/servers\/?$/.test(address.pathname) ? address : new URL('/v0.1/servers', address);
  let cursor: unknown = null;
  let before = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const url = new URL(base);
    url.searchParams.set('limit', String(PAGE));
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
