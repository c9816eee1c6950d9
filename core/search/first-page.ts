// The most requested pages, by prepared statements: the first page of all live listings, of a category or of a pricing
// model. There are few of them, so each has a statement of its own, with nothing left to plan.
import { type Prepared, prepare } from '../../db/prepared.js';
import type { PricingModel } from '../listings/fields.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import type { Category } from '../site/categories.js';

export type CountedRow = PresentedRow & { total: number };

interface FirstPage {
  /** Validated, as they become a part of the statement. */
  readonly category?: Category;
  readonly pricing?: PricingModel;
  readonly sort: 'newest' | 'name';
}

const ORDERS = { newest: 'published_at desc, id desc', name: 'name_key, id' };

const statements = new Map<string, Prepared<CountedRow>>();

/** @param count rows to read, always the same */
export function readFirstPage({ category, pricing, sort }: FirstPage, count: number): Promise<CountedRow[]> {
  const text = `select ${PRESENTED_SELECT},
      (select coalesce(sum(listings), 0)::int from listing_counts
       where category = '${category ?? ''}' ${pricing ? `and pricing_model = '${pricing}'` : ''}) as total
    from listings where status = 'live'
      ${category ? `and categories @> '{"${category}"}'` : ''} ${pricing ? `and pricing_model = '${pricing}'` : ''}
    order by ${ORDERS[sort]} limit ${count}`;
  const statement = statements.get(text) ?? prepare<CountedRow>(text);
  statements.set(text, statement);
  return statement();
}
