// A view with some of its words respelled: typos corrected, run-together words split.
import type { Folded } from './fold.js';
import type { View } from './views.js';
import type { PlacedWord } from './words.js';

/** The view with its typos corrected; null if there are none. Other words stay as they are. */
export function mendWords(view: View, words: readonly PlacedWord[]): View | null {
  const { text } = view;
  let out: Folded | null = null;
  let copied = 0;
  for (const { word, start, end } of words) {
    const { mended } = word;
    if (mended === null) continue;
    out ??= { text: '', starts: [], ends: [] };
    copyUnits(view, copied, start, out);
    out.text += mended;
    for (let i = 0; i < mended.length; i++) {
      out.starts.push(view.starts[start] as number);
      out.ends.push(view.ends[end - 1] as number);
    }
    copied = end;
  }
  if (!out) return null;
  copyUnits(view, copied, text.length, out);
  return { ...out, trick: 'letters' };
}

/**
 * The view with run-together words (`weedplugdelivery`) split, if all of a word splits into known ones. Null if nothing
 * splits.
 */
export function splitWords(view: View, words: readonly PlacedWord[]): View | null {
  let out: Folded | null = null;
  let copied = 0;
  for (const { word, start, end } of words) {
    if (!word.cuts) continue;
    out ??= { text: '', starts: [], ends: [] };
    copyUnits(view, copied, start, out);
    let from = start;
    for (const cut of [...word.cuts, end - start]) {
      if (from > start) {
        out.text += ' ';
        out.starts.push(view.starts[from] as number);
        out.ends.push(view.starts[from] as number);
      }
      copyUnits(view, from, start + cut, out);
      from = start + cut;
    }
    copied = end;
  }
  if (!out) return null;
  copyUnits(view, copied, view.text.length, out);
  return { ...out, trick: 'spacing' };
}

function copyUnits({ text, starts, ends }: View, from: number, to: number, out: Folded): void {
  out.text += text.slice(from, to);
  for (let i = from; i < to; i++) {
    out.starts.push(starts[i] as number);
    out.ends.push(ends[i] as number);
  }
}
