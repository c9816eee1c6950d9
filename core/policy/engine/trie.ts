// Terms by their characters, in flat tables: an object for each node would take ten times the memory, and longer to
// build.

/** In a term: the rest of a word, whatever that is. */
const STAR = '*';

/** No node. */
export const NOWHERE = 0;
export const ROOT = 1;

/** The content of a node, as bits; most nodes have none. */
const WHOLE = 1;
const STEM = 2;
const REST = 4;

/** Bits that are used of an ASCII character: a collision costs a further check and no more. */
const START_BITS = 5;
const START_MASK = (1 << START_BITS) - 1;
const ASCII_END = 0x80;
const PRIME = 0x9e3779b1 | 0;

export class Trie {
  private count = 1;
  /** The transitions of nodes by character: an open hash table in three columns. */
  private parents = new Int32Array(1 << 10);
  private codes = new Uint16Array(1 << 10);
  private children = new Int32Array(1 << 10);
  private marks = new Uint8Array(1 << 9);
  private readonly wholes = new Map<number, number[]>();
  private readonly stems = new Map<number, number[]>();
  private readonly rests = new Map<number, number>();
  /** Which three ASCII characters terms start with: most positions of a text need no further check. */
  private readonly starts = new Uint8Array(1 << (3 * START_BITS));

  /** The node that a character leads to, or NOWHERE. */
  next(node: number, code: number): number {
    const slot = this.slotOf(node, code);
    return this.children[slot] as number;
  }

  /** Whether anything is at a node. */
  isMarked(node: number): boolean {
    return this.marks[node] !== 0;
  }

  /** Sets with a term that ends here and must end its word. */
  wholeAt(node: number): readonly number[] | undefined {
    return this.wholes.get(node);
  }

  /** Sets with a term that may continue. */
  stemAt(node: number): readonly number[] | undefined {
    return this.stems.get(node);
  }

  /** Where a phrase continues after the rest of this word, whatever it is. */
  restAt(node: number): number | undefined {
    return this.rests.get(node);
  }

  /** Whether a term may start at a position of a text. */
  mayBegin(text: string, at: number): boolean {
    const first = text.charCodeAt(at);
    const second = text.charCodeAt(at + 1);
    const third = text.charCodeAt(at + 2);
    if (first >= ASCII_END || second >= ASCII_END || third >= ASCII_END) return true;
    const place = ((first & START_MASK) << START_BITS) | (second & START_MASK);
    return this.starts[(place << START_BITS) | (third & START_MASK)] === 1;
  }

  /** Adds a term of a set. @param isStem whether it may continue */
  add(term: string, set: number, isStem: boolean): void {
    const firstStar = term.indexOf(STAR);
    const fixed = firstStar < 0 ? term : term.slice(0, firstStar);
    // A space follows a whole word, or its end, which counts the same.
    this.open(isStem || firstStar >= 0 ? fixed : `${fixed} `);
    let node = ROOT;
    for (let at = 0; at < term.length; at += 1)
      node = term[at] === STAR ? this.restFrom(node) : this.childFrom(node, term.charCodeAt(at));
    const sets = isStem ? this.stems : this.wholes;
    const known = sets.get(node);
    if (known) known.push(set);
    else sets.set(node, [set]);
    this.mark(node, isStem ? STEM : WHOLE);
  }

  /** Records the start of a term; for a short one with any continuation. */
  private open(term: string): void {
    const start = term.slice(0, 3);
    let place = 0;
    for (let at = 0; at < start.length; at += 1) {
      if (start.charCodeAt(at) >= ASCII_END) return;
      place = (place << START_BITS) | (start.charCodeAt(at) & START_MASK);
    }
    const left = (3 - start.length) * START_BITS;
    this.starts.fill(1, place << left, (place + 1) << left);
  }

  private childFrom(node: number, code: number): number {
    const slot = this.slotOf(node, code);
    if (this.children[slot] !== NOWHERE) return this.children[slot] as number;
    const child = this.newNode();
    this.parents[slot] = node;
    this.codes[slot] = code;
    this.children[slot] = child;
    if (this.count * 2 > this.children.length) this.grow();
    return child;
  }

  private restFrom(node: number): number {
    const rest = this.rests.get(node) ?? this.newNode();
    this.rests.set(node, rest);
    this.mark(node, REST);
    return rest;
  }

  private newNode(): number {
    this.count += 1;
    return this.count;
  }

  private mark(node: number, bit: number): void {
    if (node >= this.marks.length) {
      const marks = new Uint8Array(Math.max(this.marks.length * 2, node + 1));
      marks.set(this.marks);
      this.marks = marks;
    }
    this.marks[node] = (this.marks[node] as number) | bit;
  }

  /** The slot of a transition, or an empty one. */
  private slotOf(node: number, code: number): number {
    const { parents, codes, children } = this;
    const last = children.length - 1;
    for (let slot = Math.imul((node << 8) ^ code, PRIME) >>> 8; ; slot += 1) {
      const at = slot & last;
      if (children[at] === NOWHERE || (parents[at] === node && codes[at] === code)) return at;
    }
  }

  private grow(): void {
    const { parents, codes, children } = this;
    this.parents = new Int32Array(parents.length * 2);
    this.codes = new Uint16Array(parents.length * 2);
    this.children = new Int32Array(parents.length * 2);
    for (const [at, child] of children.entries()) {
      if (child === NOWHERE) continue;
      const slot = this.slotOf(parents[at] as number, codes[at] as number);
      this.parents[slot] = parents[at] as number;
      this.codes[slot] = codes[at] as number;
      this.children[slot] = child;
    }
  }
}
