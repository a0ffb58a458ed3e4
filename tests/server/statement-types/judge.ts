import type { Compiled, RowField, ValueTypes } from './compile.ts';
import type { Column, Described } from './describe.ts';

const TEXT = /^string$|^`.*`$/;
const BYTES = /^(NonShared)?Buffer(<\w+>)?$|^Uint8Array(<\w+>)?$/;

/** The code's types for each database type that the driver reads, by the parsers in `server/database/database.ts`. */
const READABLE: Readonly<Record<string, RegExp>> = {
  bool: /^boolean$/,
  bytea: BYTES,
  date: TEXT,
  float8: /^number$/,
  int2: /^number$/,
  int4: /^number$/,
  int8: /^bigint$/,
  name: TEXT,
  numeric: TEXT,
  text: TEXT,
  timestamptz: /^Date$/,
  uuid: TEXT,
  void: TEXT,
};

/** The code's types that the driver can write to each database type. */
const WRITABLE: Readonly<Record<string, RegExp>> = {
  ...READABLE,
  date: /^(string|Date)$/,
  int2: /^(number|bigint)$/,
  int4: /^(number|bigint)$/,
  int8: /^(number|bigint)$/,
  numeric: /^(string|number|bigint)$/,
  oid: /^number$/,
  regclass: TEXT,
  timestamptz: /^(Date|string)$/,
};

/** The code may read JSON as any type. */
const JSON_TYPES = new Set(['json', 'jsonb']);
/** Types that the driver does not write as JSON: it writes an array as a Postgres array. */
const NOT_WRITTEN_AS_JSON = /^(bigint|Date|.*\[\]|readonly .*)$/;

/**
 * Returns the item types of an array such as `(string | null)[]` or a tuple such as `["a", "b"]`;
 * null: neither.
 */
function itemsOf(type: string): string[] | null {
  const list = /^(?:readonly )?(?:\((.+)\)|(.+))\[\]$/.exec(type);
  const items = (list?.[1] ?? list?.[2])?.split(' | ');
  const tuple = /^(?:readonly )?\[(.+)\]$/.exec(type)?.[1]?.split(', ');
  return items ?? tuple ?? null;
}

/** Whether a type of the code fits a database type; `_text` is an array of `text`. */
function fits(
  type: string,
  databaseType: string,
  rules: Readonly<Record<string, RegExp>>,
): boolean {
  if (type === 'any' || type === 'never') return true;
  if (JSON_TYPES.has(databaseType)) return rules === READABLE || !NOT_WRITTEN_AS_JSON.test(type);
  if (!databaseType.startsWith('_')) return rules[databaseType]?.test(type) ?? false;
  const itemType = databaseType.slice(1);
  const items = itemsOf(type)?.filter((each) => each !== 'null');
  return (
    items?.every((each) => fits(each.startsWith('"') ? 'string' : each, itemType, rules)) ?? false
  );
}

function judgeField(field: RowField, columns: readonly Column[]): string[] {
  const column = columns.find(({ name }) => name === field.name);
  if (!column) return field.isOptional ? [] : [`no column is called ${field.name}`];
  const wrong = field.types.filter((type) => !fits(type, column.type, READABLE));
  return [
    ...wrong.map((type) => `${field.name} is ${column.type}, not ${type}`),
    ...(column.isNullable && !field.mayBeNull ? [`${field.name} may be null`] : []),
  ];
}

const judgeValue = (types: ValueTypes, place: number, parameter: string | undefined): string[] =>
  parameter === undefined
    ? [`there is no $${place}`]
    : types
        .filter((type) => !fits(type, parameter, WRITABLE))
        .map((type) => `$${place} is ${parameter}, not ${type}`);

/** Returns the differences between the code's types for a statement and the database's types, in words. */
export function judge({ row, values }: Compiled, { parameters, columns }: Described): string[] {
  const rowErrors = (row ?? []).flatMap((field) => judgeField(field, columns));
  if (values === null) return rowErrors;
  const { first, last } = values;
  const lastStart = parameters.length - last.length;
  return [
    ...rowErrors,
    ...first.flatMap((types, index) => judgeValue(types, index + 1, parameters[index])),
    ...last.flatMap((types, index) => {
      const at = lastStart + index;
      return judgeValue(types, at + 1, parameters[at]);
    }),
  ];
}
