// Reads lists as GitHub shows them: Markdown with HTML. Parses the whole document (for references and
// tables), then reads its tags in order: items and rows of tables are listings, headings are categories.
import MarkdownIt, { type Token } from 'markdown-it';
import { attributeOf, readMarkup } from '../markup.js';
import { hasLink, type Part, readItem, wordsOf } from './item.js';
import { readTableRow } from './table-row.js';

/** Maximum parsed characters of a paragraph, item or cell; longer ones are not written by people. */
const MAX_INLINE = 4_000;
const MAX_SHOWN = 300;

const markdown = new MarkdownIt({ html: true });
markdown.normalizeLink = (url) => url;
markdown.core.ruler.at('inline', ({ tokens, md, env }) => {
  for (const token of tokens) {
    if (token.type === 'inline') {
      token.children = [];
      md.inline.parse(token.content.slice(0, MAX_INLINE), md, env, token.children);
    } else if (token.map) token.attrSet('data-line', String(token.map[0] + 1));
  }
});
markdown.renderer.rules.html_block = (tokens, index) => {
  const { map, content } = tokens[index] as Token;
  return `<wbr data-line="${(map?.[0] ?? 0) + 1}">${content}`;
};

/** A listing of a collection, or the words of a line with a link that is no listing. */
export interface ListRow {
  /** From 1; increasing. */
  readonly line: number;
  readonly input?: Record<string, unknown>;
  readonly leftOut?: string;
}

/** @param list depth: headings below this level are no separate categories */
export async function readMarkdownList({ text, depth = 6 }: { text: string; depth?: number }) {
  const reader = new ListReader(depth);
  await readMarkup(markdown.render(text, {}), (piece) => reader.take(piece));
  return reader.end();
}

type Piece = Parameters<Parameters<typeof readMarkup>[1]>[0];

interface Open {
  readonly line: number;
  /** Nesting of the item's list; 0: a paragraph, or text between blocks. */
  readonly depth: number;
  readonly parts: Part[];
  /** The text of an item without a link; it describes the items below. */
  label?: string;
  isRead?: boolean;
}

const HEADING = /^h([1-6])$/;
const LIST = new Set(['ul', 'ol', 'dl']);
const BLOCK = new Set('p div table blockquote section center hr pre details ul ol dl'.split(' '));
const HIDDEN = new Set(['pre', 's', 'del']);
const MAX_DEPTH = 50;

class ListReader {
  private readonly rows: ListRow[] = [];
  private line = 1;
  private lists = 0;
  /** Number of open elements whose content is not read. */
  private hidden = 0;
  private readonly headings: string[] = [];
  private heading: { level: number; open: Open } | null = null;
  /** Nested items; the first is text outside of them. */
  private open: Open[] = [];
  private link: { href: string; parts: Part[] } | null = null;
  private row: { line: number; cells: Open[]; isHeader: boolean } | null = null;
  private columns: string[] = [];

  constructor(private readonly depth: number) {}

  end(): ListRow[] {
    this.closeItems(0);
    return this.rows;
  }

  take(piece: Piece): void {
    if (piece.kind === 'start') this.start(piece.name, piece.attributes);
    else if (piece.kind === 'end') this.stop(piece.name);
    else this.text(piece.text, piece.within);
  }

  private start(name: string, attributes: Parameters<typeof attributeOf>[0]): void {
    const line = Number(attributeOf(attributes, 'data-line'));
    if (line > 0) this.line = line;
    const level = Number(HEADING.exec(name)?.[1] ?? (name === 'summary' ? 6 : 0));
    if (level > 0) {
      this.closeItems(0);
      this.heading = { level, open: this.opened(0) };
    } else if (LIST.has(name)) {
      const top = this.open.at(-1);
      if (top) this.read(top);
      this.lists = Math.min(this.lists + 1, MAX_DEPTH);
    } else if (name === 'li' || name === 'dt') {
      this.closeItems(this.lists);
      this.open.push(this.opened(Math.max(this.lists, 1)));
    } else if (name === 'tr') {
      this.closeItems(0);
      this.row = { line: this.line, cells: [], isHeader: false };
    } else if (name === 'td' || name === 'th') {
      this.link = null;
      if (this.row && name === 'th') this.row.isHeader = true;
      this.row?.cells.push(this.opened(0));
    } else if (name === 'table') {
      this.closeItems(0);
      this.columns = [];
    } else if (name === 'a') this.startLink(attributeOf(attributes, 'href') ?? '');
    else if (name === 'img') this.add({ kind: 'picture', text: attributeOf(attributes, 'alt') ?? '' });
    else if (name === 'br' || name === 'dd') this.add({ kind: 'text', text: ' ' });
    else if (name === 'code') this.add({ kind: 'code', text: '' });
    else if (HIDDEN.has(name)) this.hidden += 1;
    this.separate(name);
  }

  private stop(name: string): void {
    if (name === 'a') this.endLink();
    else if (name === 'code') this.add({ kind: 'text', text: '' });
    else if (HIDDEN.has(name)) this.hidden = Math.max(0, this.hidden - 1);
    else if (name === 'li') this.closeItems(this.lists);
    else if (LIST.has(name)) {
      this.closeItems(this.lists);
      this.lists = Math.max(0, this.lists - 1);
    } else if (name === 'tr') this.endRow();
    else if (name === 'details') this.headings.length = Math.min(this.headings.length, 5);
    else if (HEADING.test(name) || name === 'summary') this.endHeading();
    this.separate(name);
  }

  /** A block separates the words before and after it, and ends a paragraph outside of lists. */
  private separate(name: string): void {
    if (!BLOCK.has(name)) return;
    if (this.row || this.heading || this.open.some(({ depth }) => depth > 0))
      this.add({ kind: 'text', text: ' ' });
    else this.closeItems(0);
  }

  private text(text: string, within: string | null): void {
    if (within === null && this.hidden === 0) {
      const parts = this.parts();
      const last = parts.at(-1);
      if (last?.kind === 'text' || last?.kind === 'code') last.text += text;
      else if (text.trim() !== '' || parts.length > 0) parts.push({ kind: 'text', text });
    }
    // The blocks of Markdown state their lines; count the lines of HTML between the blocks.
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line += 1;
  }

  private opened(depth: number): Open {
    this.link = null;
    return { line: this.line, depth, parts: [] };
  }

  private parts(): Part[] {
    const cells = this.row?.cells;
    return this.link?.parts ?? (this.heading?.open ?? cells?.at(-1) ?? this.current()).parts;
  }

  private current(): Open {
    if (this.open.length === 0) this.open.push(this.opened(0));
    return this.open.at(-1) as Open;
  }

  private add(part: Part): void {
    if (this.hidden === 0) this.parts().push(part);
  }

  private startLink(href: string): void {
    this.endLink();
    this.link = { href: href.trim(), parts: [] };
  }

  private endLink(): void {
    const { link } = this;
    this.link = null;
    if (link === null) return;
    const pictures = link.parts.filter(({ kind }) => kind === 'picture');
    const text = wordsOf(link.parts);
    this.add({ kind: 'link', text, href: link.href, alt: text === '' ? (pictures[0]?.text ?? '') : '' });
  }

  private endHeading(): void {
    if (!this.heading) return;
    const { level, open } = this.heading;
    this.endLink();
    this.heading = null;
    if (hasLink(open.parts)) this.leaveOut(open.line, open.parts);
    if (level > this.depth) return;
    this.headings.length = Math.min(this.headings.length, level - 1);
    this.headings[level - 1] = wordsOf(open.parts);
  }

  private endRow(): void {
    const { row } = this;
    this.endLink();
    this.row = null;
    if (!row) return;
    const cells = row.cells.map(({ parts }) => parts);
    if (row.isHeader && !cells.some(hasLink)) this.columns = cells.map((parts) => wordsOf(parts));
    else this.give(row.line, cells.flat(), readTableRow(cells, this.columns));
  }

  /** Reads the items nested at least this deep, outer ones first. */
  private closeItems(depth: number): void {
    this.endLink();
    const first = this.open.findIndex((item) => item.depth >= depth);
    if (first < 0) return;
    for (const item of this.open.splice(first)) this.read(item);
  }

  private read(item: Open): void {
    this.endLink();
    if (item.isRead) return;
    item.isRead = true;
    if (item.depth > 0 && !hasLink(item.parts)) item.label = wordsOf(item.parts);
    this.give(item.line, item.parts, readItem(item.parts, item.depth === 0));
  }

  private give(line: number, parts: readonly Part[], found: readonly Record<string, unknown>[]): void {
    const category = this.category();
    for (const input of found)
      this.push({ line, input: { ...(category ? { categories: [category] } : {}), ...input } });
    if (found.length === 0 && hasLink(parts)) this.leaveOut(line, parts);
  }

  /** The nearest heading; if the title is the only heading, the text of the item above. */
  private category(): string | undefined {
    const label = this.open.findLast((item) => item.label)?.label;
    const heading = this.headings.findLast(Boolean);
    return this.headings.slice(1).some(Boolean) ? heading : (label ?? heading);
  }

  private leaveOut(line: number, parts: readonly Part[]): void {
    this.push({ line, leftOut: wordsOf(parts).slice(0, MAX_SHOWN) });
  }

  /** Rows are identified by line, so the second row in a line gets the next number. */
  private push(row: ListRow): void {
    this.rows.push({ ...row, line: Math.max(row.line, (this.rows.at(-1)?.line ?? 0) + 1) });
  }
}
