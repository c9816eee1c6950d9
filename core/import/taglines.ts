// Rows without a word about the product: its tagline is read from its website, or, until that is read, is its name.
import { ListingModel } from '../../db/models/listings.js';
import { displayHost, readProductUrl } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import { say } from '../kernel/errors.js';
import { clip } from '../kernel/text/shorten.js';
import { previewListing } from '../upkeep/preview.js';
import type { SourceRow } from './rows.js';

/** Sites that are read at one time. */
const AT_A_TIME = 8;
/** After this many failing sites in a row the network is assumed to be down, and no more are read. */
const MOST_SILENT = 25;

const lacksTagline = ({ input }: SourceRow) =>
  input !== undefined && (input.tagline ?? '') === '' && typeof input.website_url === 'string';

/** @param isDryRun no site is read */
export function taglineReader(actor: Actor, isDryRun: boolean) {
  let silent = 0;
  const read = async (row: SourceRow, known: ReadonlyMap<string, string>): Promise<SourceRow> => {
    const website = String(row.input?.website_url);
    const key = keyOf(website);
    if (key === null) return row;
    const with_ = (tagline: string) => ({ ...row, input: { ...row.input, tagline } });
    const before = known.get(key);
    if (before !== undefined) return with_(before);
    const isRead = !isDryRun && silent < MOST_SILENT;
    const preview = isRead ? await previewListing(actor, { website_url: website }).catch(() => null) : null;
    const found = preview?.preview.tagline ?? preview?.preview.description;
    if (isRead) silent = found ? 0 : silent + 1;
    row.notes?.push(say(found ? 'import-note.tagline' : 'import-note.host'));
    return with_(found ? clip(found, 160) : displayHost(website));
  };
  /** The rows, each with a tagline; a listing that exists keeps its own. */
  return async (rows: readonly SourceRow[]): Promise<SourceRow[]> => {
    const lacking = rows.filter(lacksTagline);
    const keys = lacking.flatMap(({ input }) => keyOf(String(input?.website_url)) ?? []);
    const listed =
      keys.length > 0 ? await ListingModel.query().whereIn('url_key', keys).select('url_key', 'tagline') : [];
    const known = new Map(listed.map(({ urlKey, tagline }) => [urlKey, tagline]));
    const done = new Map<SourceRow, SourceRow>();
    for (let at = 0; at < lacking.length; at += AT_A_TIME)
      await Promise.all(
        lacking.slice(at, at + AT_A_TIME).map(async (row) => done.set(row, await read(row, known))),
      );
    return rows.map((row) => done.get(row) ?? row);
  };
}

function keyOf(website: string): string | null {
  try {
    return readProductUrl(website.trim()).urlKey;
  } catch {
    return null;
  }
}
