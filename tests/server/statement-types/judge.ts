import type { Compiled, RowField, ValueTypes } from './compile.ts';
import type { Column, Described } from './describe.ts';

const TEXT = /^string$|^`.*`$/;
const BYTES = /^(NonShared)?Buffer(<\w+>)?$|^Uint8Array(<\w+>)?$/;

/** How the driver reads each type of the database, as `server/database/database.ts` sets it. */
const READ: Readonly<Record<string, RegExp>> = {
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

/** The types that the driver can write for each type of the database. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  ...READ,
  date: /^(string|Date)$/,
  int2: /^(number|bigint)$/,
  int4: /^(number|bigint)$/,
  int8: /^(number|bigint)$/,
  numeric: /^(string|number|bigint)$/,
  oid: /^number$/,
  regclass: TEXT,
  timestamptz: /^(Date|string)$/,
};

/** JSON is read as any type. The driver writes a list as a list of the database, not as JSON. */
const JSON_TYPES = new Set(['json', 'jsonb']);
const NO_JSON = /^(bigint|Date|.*\[\]|readonly .*)$/;

/** The types of a list's items: of `(string | null)[]`, `string[]` or `["a", "b"]`. */
function itemsOf(type: string): string[] | null {
  const list = /^(?:readonly )?(?:\((.+)\)|(.+))\[\]$/.exec(type);
  const items = (list?.[1] ?? list?.[2])?.split(' | ');
  const tuple = /^(?:readonly )?\[(.+)\]$/.exec(type)?.[1]?.split(', ');
  return items ?? tuple ?? null;
}

/** Whether a type of the code fits a type of the database. */
function fits(type: string, of: string, rules: Readonly<Record<string, RegExp>>): boolean {
  if (type === 'any' || type === 'never') return true;
  if (JSON_TYPES.has(of)) return rules === READ || !NO_JSON.test(type);
  if (!of.startsWith('_')) return rules[of]?.test(type) ?? false;
  const items = itemsOf(type)?.filter((each) => each !== 'null');
  return (
    items?.every((each) => fits(each.startsWith('"') ? 'string' : each, of.slice(1), rules)) ??
    false
  );
}

function judgeField(field: RowField, columns: readonly Column[]): string[] {
  const column = columns.find(({ name }) => name === field.name);
  if (!column) return field.isOptional ? [] : [`no column is called ${field.name}`];
  const wrong = field.types.filter((type) => !fits(type, column.type, READ));
  return [
    ...wrong.map((type) => `${field.name} is ${column.type}, which is no ${type}`),
    ...(column.isNullable && !field.mayBeNull ? [`${field.name} may be null`] : []),
  ];
}

const judgeValue = (types: ValueTypes, place: number, parameter: string | undefined): string[] =>
  parameter === undefined
    ? [`there is no $${place}`]
    : types
        .filter((type) => !fits(type, parameter, WRITTEN))
        .map((type) => `$${place} is ${parameter}, for which ${type} is given`);

/** The errors in the code's types of a statement, by the database's description. */
export function judge({ row, values }: Compiled, { parameters, columns }: Described): string[] {
  const ofRow = (row ?? []).flatMap((field) => judgeField(field, columns));
  if (values === null) return ofRow;
  const { first, last } = values;
  const end = parameters.length - last.length;
  return [
    ...ofRow,
    ...first.flatMap((types, at) => judgeValue(types, at + 1, parameters[at])),
    ...last.flatMap((types, at) => judgeValue(types, end + at + 1, parameters[end + at])),
  ];
}
