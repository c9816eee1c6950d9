import type { Knex } from 'knex';
import { Model, type PartialModelObject, raw, snakeCaseMappers, type Transaction } from 'objection';
import { currentWork } from '../work.js';

/** Created once, because they cache the names they have mapped. */
const MAPPERS = snakeCaseMappers();

/** Columns are camelCase in the code and snake_case in the database. */
export class BaseModel extends Model {
  /** The pool that a statement uses: a replica's, if the current work reads from one. */
  static override knex(...given: [] | [Knex]): Knex {
    // biome-ignore lint/complexity/noThisInStatic: a model that is bound to a pool of its own calls this, too.
    return given.length === 0 ? (currentWork()?.database ?? super.knex()) : super.knex(...given);
  }

  static override get columnNameMappers() {
    return MAPPERS;
  }

  static override useLimitInFirst = true;
}

/** The model of a table. A subclass declares only the columns that code uses; the migrations define them all.
 * @param json its columns of JSON; lists of text are arrays of PostgreSQL */
export const table = (tableName: string, { id = 'id', json = [] }: TableOptions = {}) =>
  class extends BaseModel {
    static override tableName = tableName;
    static override idColumn = id;
    static override jsonAttributes = json;
  };

interface TableOptions {
  readonly id?: string | string[];
  readonly json?: string[];
}

/** A relation to the row whose id is stored in a column. @param from `table.column` */
export const belongsTo = (modelClass: typeof BaseModel, from: string) => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from, to: `${modelClass.tableName}.id` },
});

/** Inserts a row unless a unique index already has it. @returns the whole new row, or null */
export async function insertUnlessTaken<M extends BaseModel>(
  model: { new (): M } & typeof BaseModel,
  trx: Transaction | undefined,
  row: PartialModelObject<M>,
): Promise<M | null> {
  // Objection returns the input if nothing was inserted: a column that only the database sets shows whether it was.
  const rows = (await model
    .query(trx)
    .insert([row as PartialModelObject<BaseModel>])
    .onConflict()
    .ignore()
    .returning(['*', raw('true as is_stored') as unknown as string])) as unknown as (M & {
    isStored?: boolean;
  })[];
  const stored = rows[0];
  if (!stored?.isStored) return null;
  delete stored.isStored;
  return stored;
}

/** A message of the catalogues, by its key (core/kernel/errors.ts). */
export type StoredMessage = { readonly key: string; readonly values: Readonly<Record<string, unknown>> };

/** Deletes all but the newest rows of a table. */
export async function keepNewest(model: typeof BaseModel, trx: Transaction, column: string, most: number) {
  const kept = model.query(trx).select('id').orderBy(column, 'desc').limit(most);
  await model.query(trx).delete().whereNotIn('id', kept);
}
