/** The personal data in one table, and the part of it that is exported. */
export interface Section {
  readonly table: string;
  /** its name in the export, where a table has several sections */
  readonly name?: string;
  /**
   * SQL condition of the rows; $1 is the person. Missing: the rows whose `user_id` is the person; that column is
   * exported once, with the account
   */
  readonly whose?: string;
  /** exported unchanged */
  readonly columns: readonly string[];
  /** the exported value that is sealed in the database */
  readonly sealed?: 'account' | 'email';
  /** exported in units, stored in 1/10,000 of them */
  readonly amounts?: readonly string[];
  /** exported in another form: SQL by column */
  readonly told?: Readonly<Record<string, string>>;
  /** not exported, with the reason */
  readonly notExported?: Readonly<Record<string, string>>;
  /** SQL of the rows' order */
  readonly order?: string;
}

/** Reasons that several columns share. */
export const OTHERS = 'names another person';
export const OPERATOR = 'names an operator';
export const GUARD = 'a mark of the server’s, so that nothing is done twice';
export const SECRET = 'a secret, or a proof of one';

export const hex = (column: string) => `encode(${column}, 'hex')`;
export const inUnits = (column: string) => `round(${column} / 10000.0, 4)::text`;
