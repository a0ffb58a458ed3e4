import pg from 'pg';

/** A column of a statement's result, as the database knows it before the statement runs. */
export interface Column {
  readonly name: string;
  /** the database's name of the type: `int8`, `_text` */
  readonly type: string;
  /** true: a table's column that may be null; false also for an expression, which may be null */
  readonly isNullable: boolean;
}

/** The database's description of a statement: the types of its parameters, and its columns. */
export interface Described {
  readonly parameters: readonly string[];
  readonly columns: readonly Column[];
}

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** The driver's connection with methods that the driver's types lack: messages of the extended protocol. */
interface Connection extends NodeJS.EventEmitter {
  parse(query: { name: string; text: string; types: readonly number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

interface Answer {
  readonly parameters: readonly number[];
  readonly fields: readonly Field[];
}

/** Parses one statement on the server and asks for its types; the statement does not run. */
class Description {
  readonly #text: string;
  readonly #settle: (answer: Answer | Error) => void;
  #parameters: readonly number[] = [];
  #fields: readonly Field[] = [];
  #forget: () => void = () => undefined;

  constructor(text: string, settle: (answer: Answer | Error) => void) {
    this.#text = text;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    const keep = ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }) => {
      this.#parameters = dataTypeIDs;
    };
    connection.once('parameterDescription', keep);
    this.#forget = () => connection.removeListener('parameterDescription', keep);
    connection.parse({ name: '', text: this.#text, types: [] });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#forget();
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#forget();
    this.#settle({ parameters: this.#parameters, fields: this.#fields });
  }
}

const NAMES = `
  select oid::text as id, typname as name from pg_type
  union all
  select attrelid || '.' || attnum, 'not null' from pg_attribute where attnum > 0 and attnotnull`;

/**
 * Opens a connection that describes statements, with the types by which Postgres would run them.
 * @returns functions to describe a statement (it rejects if the text is wrong) and to close
 */
export async function openDescriber(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>(NAMES);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const typeOf = (id: number) => names.get(String(id)) ?? `type ${id}`;
  const toColumn = ({ name, tableID, columnID, dataTypeID }: Field): Column => ({
    name,
    type: typeOf(dataTypeID),
    isNullable: tableID > 0 && !names.has(`${tableID}.${columnID}`),
  });
  const ask = (text: string) =>
    new Promise<Answer>((resolve, reject) => {
      const settle = (answer: Answer | Error) =>
        answer instanceof Error ? reject(answer) : resolve(answer);
      client.query(new Description(text, settle) as unknown as pg.Submittable);
    });
  return {
    describe: async (text: string): Promise<Described> => {
      const { parameters, fields } = await ask(text);
      return { parameters: parameters.map(typeOf), columns: fields.map(toColumn) };
    },
    close: () => client.end(),
  };
}
