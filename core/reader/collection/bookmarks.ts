// Reads bookmarks (Netscape's HTML) and a feed reader's subscriptions (OPML). Folders are categories.
import { clip, MAX_NAME, taglineOf } from '../../kernel/text/shorten.js';
import { attributeOf, readMarkup } from '../markup.js';
import { hostOf, isWeb, tidy } from './item.js';
import type { ListRow } from './list.js';

type Attributes = Parameters<typeof attributeOf>[0];

const MAX_DEPTH = 50;
const MAX_DESCRIPTION = 4_000;

function rowOf(line: number, name: string, address: string, folders: readonly string[], tags = ''): ListRow {
  const category = folders.findLast(Boolean);
  const named = [...(category ? [category] : []), ...tags.split(',').map(tidy).filter(Boolean)];
  return {
    line,
    input: {
      name: clip(tidy(name), MAX_NAME) || hostOf(address),
      website_url: address,
      ...(named.length > 0 ? { categories: named } : {}),
    },
  };
}

/** Sets the tagline, and the description if the text is longer. */
function describe({ input }: ListRow, words: string): void {
  const text = tidy(words).slice(0, MAX_DESCRIPTION);
  const tagline = taglineOf(text);
  if (input && text) Object.assign(input, { tagline }, text === tagline ? {} : { description: text });
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** The links of exported bookmarks, without scripts and folders saved as links. */
export async function readBookmarks({ text: html }: { readonly text: string }): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  const folders: string[] = [];
  let folder: string | null = null;
  let isNaming = false;
  let link: { address: string; tags: string; name: string } | null = null;
  let told: { row: ListRow; text: string } | null = null;
  const endDescription = () => {
    if (told) describe(told.row, told.text);
    told = null;
  };
  let line = 1;
  await readMarkup(html, (piece) => {
    if (piece.kind === 'text') {
      if (link) link.name += piece.text;
      else if (isNaming) folder = (folder ?? '') + piece.text;
      else if (told) told.text += piece.text;
      line += linesIn(piece.text);
      return;
    }
    const { kind, name } = piece;
    if (kind === 'start' && (name === 'dt' || name === 'dl' || name === 'h3')) endDescription();
    if (name === 'h3') isNaming = kind === 'start' && !isRoot(piece.attributes);
    if (kind === 'start' && name === 'dl') {
      folders.length = Math.min(folders.length, MAX_DEPTH);
      folders.push(tidy(folder ?? ''));
      folder = null;
    } else if (kind === 'end' && name === 'dl') {
      endDescription();
      folders.pop();
    } else if (kind === 'start' && name === 'a') {
      const said = (attribute: string) => attributeOf(piece.attributes, attribute) ?? '';
      link = { address: said('href').trim(), tags: said('tags'), name: '' };
    } else if (kind === 'end' && name === 'a' && link) {
      // Each link needs a different line.
      line = Math.max(line, (rows.at(-1)?.line ?? 0) + 1);
      if (isWeb(link.address)) rows.push(rowOf(line, link.name, link.address, folders, link.tags));
      link = null;
    } else if (kind === 'start' && name === 'dd' && rows.length > 0)
      told = { row: rows.at(-1) as ListRow, text: '' };
  });
  endDescription();
  return rows;
}

/** A browser's default folders, which no person has named. */
const isRoot = (attributes: Attributes) =>
  ['personal_toolbar_folder', 'unfiled_bookmarks_folder'].some((name) => attributeOf(attributes, name));

/** The sites of a list of subscriptions; without a site, the feed's address. */
export async function readOutlines({ text: xml }: { readonly text: string }): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  const folders: string[] = [];
  let line = 1;
  await readMarkup(xml, (piece) => {
    if (piece.kind === 'text') line += linesIn(piece.text);
    else if (piece.name !== 'outline') return;
    else if (piece.kind === 'end') folders.pop();
    else {
      const said = (attribute: string) => attributeOf(piece.attributes, attribute)?.trim() ?? '';
      const name = said('text') || said('title');
      const address = [said('htmlurl'), said('url'), said('xmlurl')].find(isWeb);
      if (address) {
        line = Math.max(line, (rows.at(-1)?.line ?? 0) + 1);
        const row = rowOf(line, name, address, folders, said('category').replaceAll('/', ''));
        describe(row, said('description'));
        rows.push(row);
      }
      if (!piece.isClosed && folders.length < MAX_DEPTH) folders.push(address ? '' : name);
    }
  });
  return rows;
}
