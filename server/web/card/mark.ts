// The mark of the directory: two cards, the one in front with a text. In the header, on badges and on preview cards;
// views/assets/img/favicon.svg is the same.
import { oklchHex } from '../../../core/site/accent.js';

/** Colours of the light theme, as in theme-light.css. */
export const LIGHT = {
  paper: oklchHex(0.982, 0.008, 88),
  tile: oklchHex(0.996, 0.003, 88),
  hair: oklchHex(0.895, 0.014, 84),
  ink: oklchHex(0.23, 0.018, 62),
  soft: oklchHex(0.44, 0.02, 68),
  marker: oklchHex(0.915, 0.145, 99),
  accent: oklchHex(0.45, 0.2, 266),
  wash: oklchHex(0.945, 0.025, 268),
};

interface Paint {
  readonly back: string;
  readonly front: string;
  readonly line: string;
}

const CLASSES: Paint = { back: 'class="mark-back"', front: 'class="mark-front"', line: 'class="mark-line"' };

/** The mark in a box of 32 × 32, without colours: header.css has them. */
export const MARK_HTML = `<svg viewBox="0 0 32 32" aria-hidden="true">${shapes(CLASSES)}</svg>`;

/** The mark as a part of a picture. */
export function drawMark(
  { x, y, size }: { x: number; y: number; size: number },
  { marker, accent, ground }: { marker: string; accent: string; ground: string },
): string {
  const paint = { back: `fill="${marker}"`, front: `fill="${accent}"`, line: `stroke="${ground}"` };
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 32 32">${shapes(paint)}</svg>`;
}

function shapes({ back, front, line }: Paint): string {
  return `<rect ${back} x="9" y="2" width="21" height="21" rx="5"/><rect ${front} x="2" y="9" width="21" height="21" rx="5"/><path ${line} d="M7.500 16.500h10M7.500 22h6.500" stroke-width="2.500" stroke-linecap="round" fill="none"/>`;
}
