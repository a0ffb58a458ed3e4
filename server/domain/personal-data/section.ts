/** What is kept of a person in one table, and what of it the person is told. */
export interface Section {
  readonly table: string;
  /** its name among all that is kept, where a table has several */
  readonly name?: string;
  /** SQL: which rows; $1 is the person. Not given: those of `user_id`, which is told once, of the account */
  readonly whose?: string;
  /** told as they are kept */
  readonly columns: readonly string[];
  /** of `columns`: sealed in the database */
  readonly sealed?: 'account' | 'email';
  /** told in units, kept in 1/10,000 of them */
  readonly amounts?: readonly string[];
  /** told in another form: SQL by the column that it tells of */
  readonly told?: Readonly<Record<string, string>>;
  /** not told, and why */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** SQL: the rows' order */
  readonly order?: string;
}

/** Reasons that many columns share. */
export const OTHERS = 'names another person';
export const OPERATOR = 'names an operator';
export const GUARD = 'a mark of the server’s, so that nothing is done twice';
export const SECRET = 'a secret, or what proves one';

export const hex = (column: string) => `encode(${column}, 'hex')`;
export const inUnits = (column: string) => `round(${column} / 10000.0, 4)::text`;
