// A list that is put in order by dragging its rows or typing their places.
import type { FormValues } from '../../http/exchange.js';
import { textOf } from '../form/form.js';

/**
 * The row names in the typed order. Forms send fields in document order, which dragging changes, so a row whose
 * number was edited moves to that place. Each row has the fields `label-NAME` and `place-NAME`.
 */
export function orderOf(values: FormValues): string[] {
  return Object.keys(values)
    .flatMap((name) => (name.startsWith('label-') ? [name.slice(6)] : []))
    .map((value, index) => {
      const place = Number(textOf(values, `place-${value}`)) || index + 1;
      return { value, rank: place + Math.sign(place - index - 1) / 2 };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
