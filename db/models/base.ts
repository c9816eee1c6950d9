import { Model, snakeCaseMappers } from 'objection';

/** Rows are camelCase in the code and snake_case in the database. */
export class BaseModel extends Model {
  static override get columnNameMappers() {
    return snakeCaseMappers();
  }

  // Lists of text are PostgreSQL arrays, not JSON.
  static override get jsonAttributes(): string[] {
    return [];
  }

  static override get useLimitInFirst() {
    return true;
  }
}
