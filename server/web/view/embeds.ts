// Collections: on a page of the operator, a line that consists of the address of a list or a shared shortlist shows its
// listings; lines that begin with the address of a listing show it with the sentence that follows.
import querystring from 'node:querystring';
import type { Actor } from '../../../core/kernel/actor.js';
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import type { Listing } from '../../../core/listings/schema.js';
import { listingsOf } from '../../../core/readers/shortlists.js';
import { findListings } from '../../../core/search/search.js';
import { MEMBER } from '../../http/query-string.js';
import { renderMarkdown } from './text.js';

const ADDRESS = /^(https?:\/\/[^/\s]+)?(\/(?:listings\?|categories\/|topics\/|by\/|shortlist\?of=)\S+)\s*$/;
const PICK = /^(https?:\/\/[^/\s]+)?\/listings\/([a-z0-9-]+)(?:\s+(\S.*))?$/;
/** Maximum lists on a page, and maximum listings of each. */
const MAX_LISTS = 12;
const EACH = 12;

const addressOf = (line: string): string | null => {
  const [, origin = config.publicUrl, path = null] = ADDRESS.exec(line) ?? [];
  return origin === config.publicUrl ? path : null;
};

const pickOf = (line: string): [slug: string, why: string] | null => {
  const [, origin = config.publicUrl, slug = null, why = ''] = PICK.exec(line.trim()) ?? [];
  return origin === config.publicUrl && slug !== null ? [slug, why] : null;
};

export const withoutEmbeds = (text: string): string =>
  text.replace(/^.*$/gm, (line) => ((addressOf(line) ?? pickOf(line)) ? '' : line));

export const hasEmbeds = (text: string): boolean => withoutEmbeds(text) !== text;

export async function readEmbeds(actor: Actor, text: string, title: string) {
  const begin = () => ({
    lines: [] as string[],
    address: null as string | null,
    picks: new Map<string, string>(),
  });
  let last = begin();
  const parts = [last];
  for (const line of text.split('\n')) {
    const [address, pick] = parts.length > MAX_LISTS ? [null, null] : [addressOf(line), pickOf(line)];
    // After picks, a line that is not empty begins another part.
    if (last.picks.size > 0 && !pick && line.trim() !== '') {
      last = begin();
      parts.push(last);
    }
    if (pick) last.picks.set(...pick);
    else if (!address) last.lines.push(line);
    else {
      last.address = address;
      last = begin();
      parts.push(last);
    }
  }
  const read = async ({ lines, address, picks }: (typeof parts)[number]) => {
    const picked = () => listingsOf(actor, [...picks.keys()]);
    const listings = picks.size > 0 ? await picked() : address ? await listingsAt(actor, address) : [];
    return { html: renderMarkdown(lines.join('\n'), title), listings, address, picks };
  };
  return Promise.all(parts.map(read));
}

/** The category or value may no longer exist: then nothing is shown. */
async function listingsAt(actor: Actor, address: string): Promise<readonly Listing[]> {
  const { pathname, searchParams } = new URL(address, config.publicUrl);
  const { of, q, category, pricing, sort } = Object.fromEntries(searchParams);
  if (of !== undefined) return (await listingsOf(actor, of.split(','))).slice(0, EACH);
  try {
    const [, kind, first = '', second] = pathname.split('/').map((part) => querystring.unescape(part));
    const facts: [string, unknown][] = [...searchParams].filter(([name]) => name.startsWith(MEMBER));
    const named = facts.map(([name, value]): [string, unknown] => [name.slice(MEMBER.length), [value]]);
    if (kind === 'topics') named.push(['topics', [first]]);
    if (kind === 'by') named.push([first, [second]]);
    const place = { category: kind === 'categories' ? first : category, facts: Object.fromEntries(named) };
    return (await findListings(actor, { q, pricing, sort, limit: EACH, ...place })).listings;
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
