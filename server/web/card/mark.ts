// The mark of the directory: two cards, the one in front with a text. In the header, on badges and on preview cards;
// views/assets/img/favicon.svg is the same.

/** Colours of the light theme, as 8-bit sRGB: those of theme-light.css. */
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

function shapes({ back, front, line }: typeof CLASSES): string {
  return `<rect ${back} x="9" y="2" width="21" height="21" rx="5"/><rect ${front} x="2" y="9" width="21" height="21" rx="5"/><path ${line} d="M7.500 16.500h10M7.500 22h6.500" stroke-width="2.500" stroke-linecap="round" fill="none"/>`;
}
