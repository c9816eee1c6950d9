// Collections: on a page of the operator, a line with nothing but the address of a list, or of a shared shortlist, shows the
// listings there.
import type { Actor } from '../../../core/kernel/actor.js';
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import type { Listing } from '../../../core/listings/schema.js';
import { listingsOf } from '../../../core/readers/shortlists.js';
import { findListings } from '../../../core/search/search.js';
import { renderMarkdown } from './markdown.js';

const ADDRESS = /^(?:https?:\/\/[^/\s]+)?(\/(?:listings\?|categories\/|topics\/|by\/|shortlist\?of=)\S+)$/;
/** Lists on a page, and listings of each. */
const MAX_LISTS = 12;
const EACH = 12;

const addressOf = (line: string) => {
  const [whole = '', path] = ADDRESS.exec(line.trim()) ?? [];
  return path && (whole.startsWith('/') || whole.startsWith(`${config.publicUrl}/`)) ? path : null;
};

export const hasEmbeds = (text: string): boolean => text.split('\n').some((line) => addressOf(line) !== null);

export const withoutEmbeds = (text: string): string =>
  text
    .split('\n')
    .filter((line) => addressOf(line) === null)
    .join('\n');

interface Part {
  readonly html: string;
  /** Below the text. */
  readonly listings: readonly Listing[];
  /** The list that they are the beginning of. */
  readonly address: string | null;
}

/** The text in parts, each with the list that follows it. */
export async function readEmbeds(actor: Actor, text: string, title: string): Promise<Part[]> {
  const parts: { lines: string[]; address: string | null }[] = [{ lines: [], address: null }];
  for (const line of text.split('\n')) {
    const address = parts.length > MAX_LISTS ? null : addressOf(line);
    const last = parts.at(-1);
    if (!address) last?.lines.push(line);
    else if (last) {
      last.address = address;
      parts.push({ lines: [], address: null });
    }
  }
  return Promise.all(
    parts.map(async ({ lines, address }) => ({
      html: renderMarkdown(lines.join('\n'), title),
      listings: address ? await listingsAt(actor, address) : [],
      address,
    })),
  );
}

/** What a page says for good may name a category or a value that is no more: then it shows nothing. */
async function listingsAt(actor: Actor, address: string): Promise<readonly Listing[]> {
  const { pathname, searchParams } = new URL(address, config.publicUrl);
  const { of, q, category, pricing, sort } = Object.fromEntries(searchParams);
  if (of !== undefined) return (await listingsOf(actor, of.split(','))).slice(0, EACH);
  const [, kind = '', first = '', second = ''] = pathname.split('/').map(decodeSegment);
  const ofPath = kind === 'topics' ? { topics: [first] } : kind === 'by' ? { [first]: [second] } : {};
  const ofQuery = [...searchParams].flatMap(([name, value]) =>
    name.startsWith('fact.') ? [[name.slice(5), [value]]] : [],
  );
  const asked = {
    q,
    category: kind === 'categories' ? first : category,
    pricing,
    sort,
    facts: { ...ofPath, ...Object.fromEntries(ofQuery) },
    limit: EACH,
  };
  try {
    return (await findListings(actor, asked)).listings;
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
