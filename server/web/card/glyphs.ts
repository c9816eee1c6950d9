// Text as outlines. A minimal container has no fonts and would render boxes; so cards and badges use a font that comes
// with the service (Source Serif 4), and a text it cannot render is left out.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font, PathCommand } from 'opentype.js';

const { resolve } = createRequire(import.meta.url);

/** The subsets of the font, the most used first; each is read when a text needs it. */
const PARTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext'];
export type Weight = 400 | 600;

const fonts = new Map<string, Promise<Font>>();

function loadFont(part: string, weight: Weight): Promise<Font> {
  const name = `@fontsource/source-serif-4/files/source-serif-4-${part}-${weight}-normal.woff`;
  const known = fonts.get(name) ?? readFont(name);
  fonts.set(name, known);
  return known;
}

async function readFont(name: string): Promise<Font> {
  const { default: opentype } = await import('opentype.js');
  const { buffer, byteOffset, byteLength } = await readFile(resolve(name));
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

export type Lettering = ReturnType<typeof letteringIn>;

/** They cannot be rendered as outlines. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f\u20e3]|[\u{1f1e6}-\u{1f1ff}]/gu;

export function drawable(text: string): string {
  return text.normalize('NFC').replace(/[©®™]/g, '').replace(EMOJI, '').replace(/\s+/g, ' ').trim();
}

/** @param text from `drawable` @returns null when it is empty or the font lacks one of its characters */
export async function letteringFor(text: string, weight: Weight): Promise<Lettering | null> {
  if (text === '') return null;
  const needed: Font[] = [];
  let missing = [...new Set(text)];
  for (const part of PARTS) {
    if (missing.length === 0) break;
    const font = await loadFont(part, weight);
    const found = missing.filter((letter) => font.charToGlyphIndex(letter) > 0);
    if (found.length > 0) needed.push(font);
    missing = missing.filter((letter) => !found.includes(letter));
  }
  return missing.length === 0 ? letteringIn(needed) : null;
}

/** Path data with one decimal. The library's own writes NaN for some coordinates (2.0.0). */
function dataOf({ type, x1, y1, x2, y2, x, y }: PathCommand): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
  return type + numbers.map((value) => Math.round(value * 10) / 10).join(' ');
}

/** Outlines have their baseline at `y`. */
function letteringIn(fonts: readonly Font[]) {
  /** The runs of a text that one subset of the font can render; blanks stay in the run before them. */
  const runsOf = (text: string) => {
    const runs: { font: Font; text: string }[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      const font = fonts.find((one) => one.charToGlyphIndex(letter) > 0) ?? (fonts[0] as Font);
      if (last && (last.font === font || letter === ' ')) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  };
  const width = (text: string, size: number) =>
    runsOf(text).reduce((sum, run) => sum + run.font.getAdvanceWidth(run.text, size), 0);
  const path = (text: string, x: number, y: number, size: number) => {
    let left = x;
    return runsOf(text)
      .map(({ font, text: run }) => {
        const outline = font.getPath(run, left, y, size).commands.map(dataOf).join('');
        left += font.getAdvanceWidth(run, size);
        return outline;
      })
      .join('');
  };
  return { width, path };
}

/** The colours of theme-light.css, as 8-bit sRGB. */
export const LIGHT = {
  paper: '#fbf9f3',
  tile: '#fffefb',
  hair: '#e1dcd2',
  ink: '#231b14',
  soft: '#5a5147',
  marker: '#fbe468',
  accent: '#2144c2',
  wash: '#e5edfe',
};

const CLASSES = { back: 'class="mark-back"', front: 'class="mark-front"', line: 'class="mark-line"' };

/** The mark of the directory, as in views/assets/img/favicon.svg; its colours are in header.css. */
export const MARK_HTML = `<svg viewBox="0 0 32 32" aria-hidden="true">${shapes(CLASSES)}</svg>`;

export function drawMark(
  { x, y, size }: { x: number; y: number; size: number },
  { marker, accent, ground }: { marker: string; accent: string; ground: string },
): string {
  const paint = { back: `fill="${marker}"`, front: `fill="${accent}"`, line: `stroke="${ground}"` };
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 32 32">${shapes(paint)}</svg>`;
}

function shapes({ back, front, line }: typeof CLASSES): string {
  return `<rect ${back} x="9" y="2" width="21" height="21" rx="5"/><rect ${front} x="2" y="9" width="21" height="21" rx="5"/><path ${line} d="M7.500 16.500h10M7.500 22h6.500" stroke-width="2.500" stroke-linecap="round" fill="none"/>`;
}
