// One execution of a named statement. pg's own query requests a description of the columns each time, which for a wide
// row costs more than the row, writes three messages one by one, and emits events without listeners.
import pg from 'pg';

export interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Parse = (text: string) => unknown;

/** What rows of a statement are created with. */
interface Shape {
  readonly names: readonly string[];
  readonly parsers: readonly Parse[];
  /** All columns, null: copies of one object share its layout. */
  readonly empty: object;
}

/** Missing in pg's types. */
type Connection = pg.Connection & {
  readonly stream: NodeJS.WritableStream;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: object): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
};

/** What is known about a connection. */
interface Known {
  /** By the names of statements. They are constant: PostgreSQL refuses a plan whose columns have changed. */
  readonly shapes: Map<string, Shape>;
  /** The connection, but it collects its messages, to send them in one piece. */
  readonly quiet: Connection;
  readonly kept: Buffer[];
}
const connections = new WeakMap<pg.Connection, Known>();

function knownOf(connection: Connection): Known {
  const known = connections.get(connection);
  if (known) return known;
  const kept: Buffer[] = [];
  const quiet = Object.create(connection, { _send: { value: (buffer: Buffer) => kept.push(buffer) } });
  const fresh = { shapes: new Map<string, Shape>(), quiet, kept };
  connections.set(connection, fresh);
  return fresh;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** pg calls its methods with the messages of the server. */
export class NamedQuery<Row extends object> {
  readonly name: string;
  readonly text: string;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  #shapes: Map<string, Shape> | null = null;
  #shape: Shape | undefined;
  #failure: Error | null = null;

  /** @param callback pg inserts its own before it */
  constructor(
    { name, text, values }: Named,
    public callback: (error: Error | null, rows?: Row[]) => void,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  /** @returns the error in a value */
  submit(connection: Connection): Error | null {
    const { shapes, quiet, kept } = knownOf(connection);
    const { name, text } = this;
    this.#shape = shapes.get(name);
    kept.length = 0;
    const isParsed = name in connection.parsedStatements || name in connection.submittedNamedStatements;
    try {
      if (!isParsed) quiet.parse({ name, text });
      quiet.bind({ statement: name, values: this.#values, valueMapper: prepareValue });
    } catch (error) {
      return error as Error;
    }
    if (!isParsed) connection.submittedNamedStatements[name] = text;
    if (this.#shape === undefined) {
      this.#shapes = shapes;
      quiet.describe({ type: 'P', name: '' });
    }
    quiet.execute({ portal: '', rows: 0 });
    quiet.sync();
    if (connection.stream.writable) connection.stream.write(Buffer.concat(kept));
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const names = fields.map((field) => field.name);
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as Parse),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
    this.#shapes?.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const shape = this.#shape;
    if (shape === undefined || this.#failure) return;
    try {
      this.#rows.push(toRow(shape, fields) as Row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

function toRow({ names, parsers, empty }: Shape, fields: readonly (string | null)[]): object {
  const row: Record<string, unknown> = { ...empty };
  for (let at = 0; at < fields.length; at += 1) {
    const text = fields[at] as string | null;
    if (text !== null) row[names[at] as string] = (parsers[at] as Parse)(text);
  }
  return row;
}
