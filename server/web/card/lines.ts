// Breaks a text into the lines of a box, by the widths of its letters.
import type { Lettering } from './glyphs.js';

export interface Box {
  readonly width: number;
  readonly lines: number;
  /** Font sizes to try, the largest first. */
  readonly sizes: readonly number[];
}

/** The text in the largest size in which it fits; in the smallest one truncated with an ellipsis. */
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

/** Replaces as many last letters as necessary by `…`. */
function ellipsed(line: string, fits: (part: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop();
  return `${letters.join('').replace(/(?<![\s,.;:–-])[\s,.;:–-]+$/, '')}…`;
}
