import pg from 'pg';

/** A column of what a statement answers, as the database knows it before the statement runs. */
export interface Column {
  readonly name: string;
  /** the database's name of the type: `int8`, `_text` */
  readonly type: string;
  /** it is read from a column of a table that may be empty; of an expression nobody knows */
  readonly isNullable: boolean;
}

/** What the database says of a statement: the types of its parameters, and its columns. */
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

/** What of the driver's connection is not in its types: the messages of the extended query protocol. */
interface Connection extends NodeJS.EventEmitter {
  parse(query: { name: string; text: string; types: readonly number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

interface Answer {
  readonly parameters: readonly number[];
  readonly fields: readonly Field[];
}

/** Parses one statement on the server and asks for its types; it does not run. */
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
 * A connection that tells the types of statements, by which Postgres would run them.
 * @returns a function that tells one, or rejects with what Postgres says is wrong with its text
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
