// A view with some of its words respelled: typos corrected, run-together words split.
import { Writing } from './fold.js';
import { putSpace, type View } from './views.js';
import type { PlacedWord } from './words.js';

/** The view with its typos corrected; null if there are none. Other words stay as they are. */
export function mendWords(view: View, words: readonly PlacedWord[]): View | null {
  const typos = words.filter(({ word }) => word.mended !== null);
  return respell(view, 'letters', typos, (out, { word, start, end }) =>
    out.put(word.mended as string, view.starts[start] as number, view.ends[end - 1] as number),
  );
}

/** The view with run-together words (`weedplugdelivery`) split; null if nothing splits. */
export function splitWords(view: View, words: readonly PlacedWord[]): View | null {
  const joined = words.filter(({ word }) => word.cuts);
  return respell(view, 'spacing', joined, (out, { word, start, end }) => {
    let from = start;
    for (const cut of [...(word.cuts ?? []), end - start]) {
      if (from > start) putSpace(out, view, from);
      out.copy(view, from, start + cut);
      from = start + cut;
    }
  });
}

/** Writes these words in another way; null if there are none. */
function respell(
  view: View,
  trick: View['trick'],
  words: readonly PlacedWord[],
  write: (out: Writing, placed: PlacedWord) => void,
): View | null {
  if (words.length === 0) return null;
  const out = new Writing();
  let done = 0;
  for (const placed of words) {
    out.copy(view, done, placed.start);
    write(out, placed);
    done = placed.end;
  }
  out.copy(view, done, view.text.length);
  return { ...out, trick };
}
