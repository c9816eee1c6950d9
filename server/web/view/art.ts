// Placeholder art for a missing picture or logo, derived from the name alone, so that it never changes; and the mark of
// the directory.
import { createHash } from 'node:crypto';

const bytesOf = (name: string): Buffer => createHash('sha256').update(name).digest();

const TONES = 8;

/** The tone of a name: 1 to 8, the classes `tone-1`… of art.css. */
export function toneOf(name: string): number {
  return 1 + (bytesOf(name).readUInt8(31) % TONES);
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
export const ART_VIEW_BOX = `0 0 ${COLUMNS * TILE} ${ROWS * TILE}`;

const disc = (x: number, y: number, radius: number) =>
  `M${x + TILE / 2 - radius} ${y + TILE / 2}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;

/** @param turn the corner that a shape begins in, clockwise */
function shapeOf(form: number, x: number, y: number, turn: number): string {
  const corners = [`${x} ${y}`, `${x + TILE} ${y}`, `${x + TILE} ${y + TILE}`, `${x} ${y + TILE}`];
  const [from, next, last] = [turn, turn + 1, turn + 3].map((corner) => corners[corner % 4]);
  const half = TILE / 2;
  return [
    '',
    `M${from}L${next}A${TILE} ${TILE} 0 0 1 ${last}z`,
    `M${from}L${next}A${TILE} ${TILE} 0 0 1 ${last}z`,
    `M${from}A${half} ${half} 0 0 0 ${next}z`,
    `M${from}L${next}L${last}z`,
    disc(x, y, half),
    disc(x, y, half / 2),
  ][form] as string;
}

/** The placeholder for a listing's picture: its tone, and path data of the lighter and of the darker shapes. */
export function artOf(name: string) {
  const bytes = bytesOf(name);
  const tiles = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [form, turn] = [bytes.readUInt8(2 * index) % 7, bytes.readUInt8(2 * index + 1)];
    const [x, y] = [TILE * (index % COLUMNS), TILE * Math.floor(index / COLUMNS)];
    return { isDeep: turn >= 192, path: shapeOf(form, x, y, turn % 4) };
  });
  const draw = (isDeep: boolean) => tiles.map((tile) => (tile.isDeep === isDeep ? tile.path : '')).join('');
  return { tone: toneOf(name), shape: draw(false), deep: draw(true) };
}

/** The mark, as in views/assets/img/favicon.svg. */
export function drawMark(
  { x, y, size }: { x: number; y: number; size: number },
  { marker, accent, ground }: { marker: string; accent: string; ground: string },
): string {
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><rect fill="${marker}" x="9" y="2" width="21" height="21" rx="5"/><rect fill="${accent}" x="2" y="9" width="21" height="21" rx="5"/><path stroke="${ground}" d="M7.500 16.500h10M7.500 22h6.500" stroke-width="2.500" stroke-linecap="round" fill="none"/></svg>`;
}

const COLOURS = { marker: 'var(--marker)', accent: 'var(--accent)', ground: 'var(--accent-text)' };
/** For pages: in the colours of the theme. */
export const MARK_HTML = drawMark({ x: 0, y: 0, size: 28 }, COLOURS);
