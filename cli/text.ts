// Text on a terminal: its width, truncating and escaping it, and numbers and times for people.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters of double width: East Asian wide ones and emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;
/** What would move the cursor, control the terminal or reorder the line: controls and bidirectional overrides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

const cells = (grapheme: string) => (WIDE.test(grapheme) ? 2 : 1);

/** The width of a line on the terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += cells(segment);
  return width;
}

/** The line, truncated with … if it is wider than `width`. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let fitted = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += cells(segment);
    if (used > width) break;
    fitted += segment;
  }
  return `${fitted}…`;
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
