// Placeholder art for a missing picture or logo, derived from the name alone, so that it never changes.
import { createHash } from 'node:crypto';

const bytesOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** The colours of each tone: those of art.css in the light theme, as 8-bit sRGB. */
export const TONES = [
  { ground: '#ffdfdc', shape: '#f7b4ad', deep: '#c6655f', letter: '#621d1c' },
  { ground: '#fae3d1', shape: '#eebc92', deep: '#bb7328', letter: '#542d00' },
  { ground: '#efe8ce', shape: '#d7c88b', deep: '#9d850b', letter: '#433700' },
  { ground: '#daefda', shape: '#a7d6a8', deep: '#519a55', letter: '#084511' },
  { ground: '#cef0ef', shape: '#86d8d7', deep: '#06999a', letter: '#004141' },
  { ground: '#d5ebfe', shape: '#9ccdf8', deep: '#398ccc', letter: '#023b60' },
  { ground: '#e7e4fe', shape: '#c6bff8', deep: '#8678cc', letter: '#392c67' },
  { ground: '#fadfed', shape: '#eeb3d3', deep: '#ba6597', letter: '#5a1e44' },
] as const;

/** The tone of a name: 1 to 8, the classes `tone-1`… of art.css. */
export function toneOf(name: string): number {
  return 1 + (bytesOf(name).readUInt8(31) % TONES.length);
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
export const ART_HEIGHT = ROWS * TILE;
export const ART_VIEW_BOX = `0 0 ${COLUMNS * TILE} ${ART_HEIGHT}`;

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
