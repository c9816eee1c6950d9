// The design of link preview cards (Open Graph): a mark, a heading, a line of text, and the drawing of our pages.
import { drawPng } from '../../../core/pictures/encode.js';
import { readMedia } from '../../../core/pictures/media.js';
import { accentShades } from '../../../core/settings/accent.js';
import { ART_HEIGHT, artOf, monogramOf, TONES, toneOf } from '../view/art.js';
import { drawable, drawMark, type Lettering, LIGHT, letteringFor, type Weight } from './glyphs.js';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

/** All that is on a card: equal content gives equal pictures. */
export interface CardContent {
  /** Gives the drawing, the tone and the letters of the mark. */
  readonly name: string;
  /** The first of these that the font can render is used. */
  readonly headings: readonly string[];
  readonly line: string;
  readonly logo: string | null;
  /** Whether it is the card of the directory: drawn in the accent colour and yellow, without a mark. */
  readonly isDirectory: boolean;
  readonly directory: string;
  /** `#rrggbb` */
  readonly accent: string | null;
}

const LEFT = 72;
const ART_LEFT = 792;
const MARK = { left: LEFT, top: 64, size: 104 };
const INSET = 8;
const COLUMN = ART_LEFT - LEFT - 56;
const HEADING: Box = { width: COLUMN, lines: 3, sizes: [88, 76, 66, 58] };
const LINE: Box = { width: COLUMN, lines: 3, sizes: [36, 32] };
const FOOT = 566;

/** @throws DomainError unavailable when too many cards are being drawn */
export function drawCard(content: CardContent): Promise<Buffer> {
  return drawPng(async () => {
    const logo = content.logo ? await readMedia(content.logo, 'picture') : null;
    const { left, top, size } = MARK;
    const inside = { left: left + INSET, top: top + INSET, size: size - 2 * INSET };
    return { svg: await cardSvg(content, logo !== null), overlay: logo && { bytes: logo.bytes, ...inside } };
  });
}

async function cardSvg(content: CardContent, hasLogo: boolean): Promise<string> {
  const accent = content.accent ? accentShades(content.accent).light : LIGHT;
  const parts = [
    rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, LIGHT.paper),
    drawing(content, accent),
    content.isDirectory ? '' : await mark(content.name, hasLogo),
    await texts(content),
    await foot(content, accent.accent),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${parts.join('')}</svg>`;
}

const rectangle = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`;
const path = (data: string, fill: string) => `<path d="${data}" fill="${fill}"/>`;

function drawing({ name, isDirectory }: CardContent, accent: { accent: string; wash: string }): string {
  const art = artOf(name);
  const tone = TONES[art.tone - 1] as (typeof TONES)[number];
  const colours = isDirectory ? { ground: accent.wash, shape: accent.accent, deep: LIGHT.marker } : tone;
  const width = CARD_WIDTH - ART_LEFT;
  const shown = (ART_HEIGHT * width) / CARD_HEIGHT;
  return `${rectangle(ART_LEFT, 0, width, CARD_HEIGHT, colours.ground)}<svg x="${ART_LEFT}" y="0" width="${width}" height="${CARD_HEIGHT}" viewBox="0 0 ${shown} ${ART_HEIGHT}">${path(art.shape, colours.shape)}${path(art.deep, colours.deep)}</svg>`;
}

async function mark(name: string, hasLogo: boolean): Promise<string> {
  const { left, top, size } = MARK;
  if (hasLogo)
    return rectangle(left, top, size, size, LIGHT.tile, 25).replace(
      '/>',
      ` stroke="${LIGHT.hair}" stroke-width="2"/>`,
    );
  const tone = TONES[toneOf(name) - 1] as (typeof TONES)[number];
  const letters = monogramOf(name);
  const lettering = await letteringFor(letters, 600);
  const height = 46;
  if (!lettering) return '';
  const x = left + (size - lettering.width(letters, height)) / 2;
  const outline = lettering.path(letters, x, top + size / 2 + height / 3, height);
  return rectangle(left, top, size, size, tone.ground, 25) + path(outline, tone.letter);
}

async function texts({ headings, line, isDirectory }: CardContent): Promise<string> {
  const heading = await firstWritable(headings, 600);
  const below = await firstWritable([line], 400);
  let y = isDirectory ? 150 : 196;
  let drawn = '';
  const put = (written: typeof heading, box: Box, leading: number, fill: string) => {
    if (!written) return;
    const { size, lines } = fitLines(written.text, written.lettering, box);
    for (const one of lines) {
      y += Math.round(size * leading);
      drawn += path(written.lettering.path(one, LEFT, y, size), fill);
    }
  };
  put(heading, HEADING, 1.04, LIGHT.ink);
  y += 22;
  const room = Math.floor((FOOT - 50 - y) / 46);
  if (room > 0) put(below, { ...LINE, lines: Math.min(LINE.lines, room) }, 1.3, LIGHT.soft);
  return drawn;
}

async function foot({ directory, isDirectory }: CardContent, accent: string): Promise<string> {
  const sign = drawMark(
    { x: LEFT, y: FOOT - 28, size: 36 },
    { marker: LIGHT.marker, accent, ground: LIGHT.paper },
  );
  const name = isDirectory ? null : await firstWritable([directory], 600);
  if (!name) return sign;
  const { lines, size } = fitLines(name.text, name.lettering, { width: COLUMN - 50, lines: 1, sizes: [28] });
  return sign + path(name.lettering.path(lines[0] ?? '', LEFT + 50, FOOT, size), LIGHT.ink);
}

async function firstWritable(texts: readonly string[], weight: Weight) {
  for (const text of texts.map(drawable)) {
    const lettering = await letteringFor(text, weight);
    if (lettering) return { text, lettering };
  }
  return null;
}

interface Box {
  readonly width: number;
  readonly lines: number;
  readonly sizes: readonly number[];
}

export function fitLines(text: string, lettering: Lettering, { width, lines: most, sizes }: Box) {
  let size = 0;
  let lines: string[] = [];
  const fits = (part: string) => lettering.width(part, size) <= width;
  for (size of sizes) {
    lines = breakLines(text, fits);
    // Rather than break a word, the next smaller size is tried.
    if (lines.length <= most && lines.join(' ') === text) return { size, lines };
  }
  if (lines.length <= most) return { size, lines };
  return { size, lines: [...lines.slice(0, most - 1), ellipsed(lines[most - 1] ?? '', fits)] };
}

function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const parts = breakWord(word, fits);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return line ? [...lines, line] : lines;
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function ellipsed(line: string, fits: (part: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop();
  return `${letters.join('').replace(/(?<![\s,.;:–-])[\s,.;:–-]+$/, '')}…`;
}
