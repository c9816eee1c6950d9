// A named statement whose columns are described once a connection: pg requests the description with every execution,
// which for a wide row costs more than the row.
import pg from 'pg';

/** What pg derives from a description of columns. */
interface Shape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** Missing in pg's types. */
interface QueryInternals {
  readonly name: string;
  readonly text: string;
  readonly _result: Shape;
  _accumulateRows: boolean;
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: unknown): void;
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig) => QueryInternals;

/**
 * The columns of named statements, for each connection. They are constant: PostgreSQL refuses a plan whose columns
 * changed.
 */
interface Described {
  readonly shapes: Map<string, Shape>;
  /** The connection, but without the request for a description. */
  readonly silent: pg.Connection;
}
const describedOn = new WeakMap<pg.Connection, Described>();

function describedBy(connection: pg.Connection): Described {
  const known = describedOn.get(connection);
  if (known) return known;
  const silent = Object.create(connection, { describe: { value: () => undefined } });
  const described = { shapes: new Map<string, Shape>(), silent };
  describedOn.set(connection, described);
  return described;
}

export class NamedQuery extends Query {
  #shapes: Map<string, Shape> | null = null;

  override submit(connection: pg.Connection): Error | null {
    const { shapes, silent } = describedBy(connection);
    const shape = shapes.get(this.name);
    if (shape === undefined) {
      this.#shapes = shapes;
      return super.submit(connection);
    }
    this._result.fields = shape.fields;
    this._result._parsers = shape._parsers;
    this._result._prebuiltEmptyResultObject = shape._prebuiltEmptyResultObject;
    this._accumulateRows = true;
    return super.submit(silent);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
