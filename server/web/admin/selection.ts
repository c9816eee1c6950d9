// The selection of a bulk action, carried from page to page: named rows, or all that match a filter.
import type { TObject } from '@sinclair/typebox';
import { needsTypedTotal } from '../../../core/kernel/bulk.js';
import { fieldError, say } from '../../../core/kernel/errors.js';
import { listOf, textOf } from '../form/form.js';
import type { FormValues } from '../view/visit.js';

export interface Selection {
  /** Slugs or ids; null for all that match the filter. */
  readonly items: readonly string[] | null;
  readonly query: Readonly<Record<string, string>>;
  /** How many matched when the page was rendered. */
  readonly expected: number;
}

/**
 * Ticked rows are sent as `item`, those of a confirmation page as lines of `items`; `scope=matching` means the filter.
 */
export function readSelection(values: FormValues, filter: TObject): Selection {
  const isMatching = textOf(values, 'scope') === 'matching';
  const lines = textOf(values, 'items').split(/\s+/).filter(Boolean);
  const query = Object.keys(filter.properties)
    .map((name) => [name, textOf(values, name).trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    items: isMatching ? null : [...listOf(values, 'item'), ...lines],
    query: Object.fromEntries(query),
    expected: Number(textOf(values, 'expected_total')) || 0,
  };
}

/** The hidden fields that carry a selection to the next page. */
export function selectionFields(selection: Selection, total: number): [name: string, value: string][] {
  const filter = Object.entries(selection.query);
  if (selection.items) return [['items', selection.items.join('\n')], ...filter];
  return [['scope', 'matching'], ['expected_total', String(total)], ...filter];
}

/** @throws DomainError validation_error on `typed` when a number had to be typed and was not */
export function requireTypedTotal(total: number, values: FormValues): void {
  if (needsTypedTotal(total) && textOf(values, 'typed').trim() !== String(total)) {
    throw fieldError('typed', say('error.type-total', { total }));
  }
}
