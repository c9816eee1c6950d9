// Splits content into passages for the model, and joins these to the windows that it judges.
import type { SetId } from '../vocabulary/sets.js';
import { addSets, addWords, type PassageSink } from './features.js';
import type { Findings, Piece } from './findings.js';

const TITLE_FIELDS = new Set([
  'name',
  'tagline',
  'website_url',
  'website',
  'pricing_summary',
  'cta_label',
  'categories',
  'url',
]);

/** One sentence of a text, or a text that is not divided: what of its view it consists of, and the sets found in it. */
export interface Passage {
  /** Its range on the axis shared by all fields. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'title' | 'address' | 'text' | 'item';
  readonly text: string;
  readonly sets: Set<SetId>;
}

const kindOf = ({ field, address }: Piece): Passage['kind'] =>
  address ? 'address' : TITLE_FIELDS.has(field) ? 'title' : field === 'features' ? 'item' : 'text';

/** Every sentence of every text, in the order of the fields; an address is one passage. */
export function passagesOf(findings: Findings, ends: readonly number[]): Passage[] {
  const passages: Passage[] = [];
  let next = 0;
  for (const { piece, view } of findings.read) {
    const limit = piece.base + piece.text.length;
    while (next < ends.length && (ends[next] as number) < piece.base) next++;
    let at = 0;
    let from = piece.base;
    for (; next < ends.length && (ends[next] as number) <= limit; next++) {
      const end = ends[next] as number;
      let to = at;
      while (to < view.text.length && piece.base + (view.starts[to] as number) < end) to++;
      if (to > at) {
        const text = view.text.slice(at, to).trim();
        passages.push({
          from,
          to: end,
          kind: kindOf(piece),
          text: isMonotone(text) ? '' : text,
          sets: new Set(),
        });
      }
      at = to;
      from = end;
    }
  }
  for (const [set, list] of findings.bySet)
    for (const found of list) passageAt(passages, found.from)?.sets.add(set);
  return passages;
}

const MONOTONE = { length: 200, signs: 12 } as const;

/** A long text of few different characters is no language that the model was trained on. */
function isMonotone(text: string): boolean {
  if (text.length < MONOTONE.length) return false;
  const signs = new Set<number>();
  for (let at = 0; at < text.length && signs.size <= MONOTONE.signs; at++) signs.add(text.charCodeAt(at));
  return signs.size <= MONOTONE.signs;
}

/** The passage that a position lies in. */
export function passageAt(passages: readonly Passage[], at: number): Passage | undefined {
  let low = 0;
  let high = passages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle] as Passage).to <= at) low = middle + 1;
    else high = middle;
  }
  return passages[low];
}

/** Emits the features of one passage. */
export function addPassage({ text, sets }: Passage, sink: PassageSink): void {
  addWords(text, sink);
  addSets(sets, sink);
}

/** Texts no longer than this are read as a whole. */
const WHOLE = 420;
/** A window has the title and at least this many characters of sentences. */
const WINDOW = 200;

/**
 * The windows to judge: a short text as a whole, of a longer one the title with a few sentences at a time; and each
 * item of a list on its own, so that none hides behind the others. As lists of indexes of passages.
 */
export function windowsOf(passages: readonly Passage[]): number[][] {
  const all = [...passages.keys()];
  const isTitle = (at: number) => ['title', 'address'].includes((passages[at] as Passage).kind);
  const lengthOf = (places: readonly number[]) =>
    places.reduce((sum, at) => sum + (passages[at] as Passage).text.length, 0);
  const title = all.filter(isTitle);
  const body = all.filter((at) => !isTitle(at));
  const items = body.filter((at) => (passages[at] as Passage).kind === 'item').map((at) => [at]);
  if (lengthOf(all) <= WHOLE || body.length === 0) return [all, ...(body.length > 1 ? items : [])];
  const windows: number[][] = [];
  let end = 0;
  for (let first = 0; end < body.length; first++) {
    end = first + 1;
    while (end < body.length && lengthOf(body.slice(first, end)) < WINDOW) end++;
    windows.push([...title, ...body.slice(first, end)]);
  }
  return [...windows, ...items];
}
