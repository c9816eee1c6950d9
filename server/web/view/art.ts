// Placeholder art for a missing picture or logo, derived from the name alone, so that it never changes.

/** FNV-1a, 32 bit: small, well distributed, the same on every machine. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) as number;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: a pseudo-random sequence in [0, 1) from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The hue of each tone, in degrees of OKLCH: as in art.css. */
export const TONE_HUES = [25, 62, 96, 145, 195, 245, 290, 345] as const;
const TONES = TONE_HUES.length;

/** The tone of a name: 1 to 8, the classes `tone-1`… of art.css. */
export function toneOf(name: string): number {
  // The upper bits: the lower ones of FNV-1a cluster.
  return 1 + ((Math.imul(hashText(name), 0x9e3779b1) >>> 16) % TONES);
}

const LATER_WORD = /(?<![\s\-_.:/])[\s\-_.:/]+(?=[\p{L}\p{N}])/u;

/** One or two letters for a logo: `Tidewater Notes` → `TN`, `42links` → `4`, `数据` → `数`. */
export function monogramOf(name: string): string {
  const words = name.split(LATER_WORD).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  const letters = words.filter(Boolean);
  const first = letters[0] ?? '•';
  const second = letters[1] ?? '';
  const fits = /^[A-Za-z]$/.test(first) && /^[A-Za-z]$/.test(second);
  return (fits ? first + second : first).toUpperCase();
}

const TILE = 12;
const COLUMNS = 5;
const ROWS = 3;
/** Height of the drawing in units. */
export const ART_HEIGHT = ROWS * TILE;
/** The drawing consists of 5 × 3 tiles. */
export const ART_VIEW_BOX = `0 0 ${COLUMNS * TILE} ${ROWS * TILE}`;

type Corner = 0 | 1 | 2 | 3;

/** A quarter disc with its centre in one corner of the tile. */
function quarter(x: number, y: number, corner: Corner): string {
  const [cx, cy] = [
    [x, y],
    [x + TILE, y],
    [x + TILE, y + TILE],
    [x, y + TILE],
  ][corner] as [number, number];
  const dx = corner === 0 || corner === 3 ? TILE : -TILE;
  const dy = corner < 2 ? TILE : -TILE;
  const sweep = dx * dy > 0 ? 1 : 0;
  return `M${cx} ${cy}h${dx}A${TILE} ${TILE} 0 0 ${sweep} ${cx} ${cy + dy}z`;
}

function disc(x: number, y: number, radius: number): string {
  const top = TILE / 2 - radius;
  return `M${x + TILE / 2} ${y + top}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0 ${-2 * radius}z`;
}

/** Half a disc on one side of the tile. */
function half(x: number, y: number, side: Corner): string {
  const r = TILE / 2;
  if (side === 0) return `M${x} ${y}h${TILE}a${r} ${r} 0 0 1 ${-TILE} 0z`;
  if (side === 1) return `M${x + TILE} ${y}v${TILE}a${r} ${r} 0 0 1 0 ${-TILE}z`;
  if (side === 2) return `M${x + TILE} ${y + TILE}h${-TILE}a${r} ${r} 0 0 1 ${TILE} 0z`;
  return `M${x} ${y + TILE}v${-TILE}a${r} ${r} 0 0 1 0 ${TILE}z`;
}

function triangle(x: number, y: number, corner: Corner): string {
  const [a, b, c, d] = [`${x} ${y}`, `${x + TILE} ${y}`, `${x + TILE} ${y + TILE}`, `${x} ${y + TILE}`];
  const points = [
    [a, b, d],
    [b, c, a],
    [c, d, b],
    [d, a, c],
  ][corner] as string[];
  return `M${points.join('L')}z`;
}

export interface Art {
  readonly tone: number;
  /** Path data of the lighter and of the darker shapes. */
  readonly shape: string;
  readonly deep: string;
}

/** The placeholder for a listing's picture. */
export function artOf(name: string): Art {
  const random = randomFrom(hashText(name));
  const pick = (count: number) => Math.floor(random() * count);
  let shape = '';
  let deep = '';
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [x, y] = [column * TILE, row * TILE];
      const corner = pick(4) as Corner;
      const form = pick(7);
      const isDeep = random() < 0.25;
      if (form === 0) continue;
      const path =
        form <= 2
          ? quarter(x, y, corner)
          : form === 3
            ? half(x, y, corner)
            : form === 4
              ? triangle(x, y, corner)
              : form === 5
                ? disc(x, y, TILE / 2)
                : disc(x, y, TILE / 4);
      if (isDeep) deep += path;
      else shape += path;
    }
  }
  return { tone: toneOf(name), shape, deep };
}
