// Text on a terminal: truncating and escaping it, and numbers and times for people.

/** What would move the cursor, control the terminal or reorder the line: controls and bidirectional overrides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

export const textWidth = (text: string): number => [...text].length;

/** The line, truncated with … if it is wider than `width`. */
export function fitText(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Any user input as one line that cannot control the terminal. */
export function plainLine(value: string): string {
  return value.replace(HARMFUL, ' ').trim();
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

export function groupDigits(number: number): string {
  return number.toLocaleString('en-US');
}

const localTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** `2026-11-21 09:30` in the time zone of this machine; an empty text for never. */
export function shortTime(instant: string | null): string {
  return instant === null ? '' : localTime.format(new Date(instant));
}
