import { changeSettings } from '../domain/settings.change.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { withEndedDemo } from './demo-ended.ts';
import { readJson } from './json-file.ts';
import { readSettings } from './settings.ts';
import { counted, table } from './text.ts';

/** A group of settings with a common prefix, such as exchange rates. */
interface Family {
  /** `rates` for the keys `rates.INR` and so on; the first word of its commands */
  readonly name: string;
  readonly member: string;
  readonly what: string;
  /** adds further columns to the rows of the list */
  tell?(context: OperatorContext, members: readonly Member[]): Promise<readonly Told[]>;
  /** returns the answer's text after a setting was changed or, with an empty value, removed */
  said(context: OperatorContext, name: string, value: string): Promise<string>;
}

interface Member {
  readonly name: string;
  readonly value: string | null;
}

type Told = Member & Readonly<Record<string, string | boolean | null>>;

async function read({ db }: OperatorContext, { name }: Family): Promise<Record<string, string>> {
  const prefix = `${name}.`;
  const { rows } = await db.query<{ key: string; value: string }>(
    'select key, value from setting where starts_with(key, $1) order by key',
    [prefix],
  );
  const known = Object.keys(settingsTable).filter((key) => key.startsWith(prefix));
  const values = [...known.map((key) => ({ key, value: '' })), ...rows];
  return Object.fromEntries(values.map(({ key, value }) => [key.slice(prefix.length), value]));
}

async function write(context: OperatorContext, family: Family, values: Record<string, string>) {
  const before = await read(context, family);
  const keyed = Object.entries(values).map(([key, value]) => [`${family.name}.${key}`, value]);
  const ended = await changeSettings(context.db, Object.fromEntries(keyed), context.now);
  const changed = Object.fromEntries(
    Object.keys(values).map((key) => [key, `${before[key] ?? ''} > ${values[key]}`]),
  );
  const { figures, pages } = ended;
  return { changed, ended: { figures, pages } };
}

/** @throws OperatorError unless the content is an object of texts */
function readValues(file: string, content: unknown): Record<string, string> {
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content);
  if (isObject && Object.values(content).every((value) => typeof value === 'string')) {
    return content as Record<string, string>;
  }
  throw new OperatorError(`${file}: must be one JSON object whose values are texts`);
}

/** The commands of a family: `list`, `set` and `import`. */
function commandsOf(family: Family): Command[] {
  const { name, member, what } = family;
  const list: Command = {
    name: `${name} list`,
    synopsis: '',
    summary: what,
    positionals: 0,
    options: [],
    run: async (context) => {
      const entries = Object.entries(await read(context, family));
      const json = entries.map(([key, value]) => ({ name: key, value: value || null }));
      const told = await family.tell?.(context, json);
      return { json: told ?? json, text: table(told ?? json, 'none') };
    },
  };
  const set: Command = {
    name: `${name} set`,
    changes: true,
    synopsis: `${member} VALUE`,
    summary: 'changes one value; an empty text removes it',
    positionals: 2,
    options: [],
    run: async (context, { positionals: [key = '', value = ''] }) => {
      const { changed, ended } = await write(context, family, { [key]: value });
      const json = { name: key, value: value || null };
      const text = await family.said(context, key, value);
      return withEndedDemo({ json, text, changed }, ended);
    },
  };
  const importAll: Command = {
    name: `${name} import`,
    changes: true,
    synopsis: 'FILE',
    summary: `sets the values in a JSON file {"${member}": "VALUE"}, all of them or none`,
    positionals: 1,
    options: [],
    run: async (context, { positionals: [file = ''] }) => {
      const values = readValues(file, await readJson(context.directory, file));
      const { changed, ended } = await write(context, family, values);
      const stored = Object.keys(values).length;
      return withEndedDemo(
        {
          json: { stored },
          text: `${counted(stored, 'value')} ${stored === 1 ? 'is' : 'are'} set`,
          changed,
        },
        ended,
      );
    },
  };
  return [list, set, importAll];
}

export const familyCommands: readonly Command[] = [
  ...commandsOf({
    name: 'rates',
    member: 'INR',
    what: 'lists the exchange rates: the units of a currency for one unit of `product.currency`, the time since when the rate is set, and whether it belongs to the demo',
    tell: async (context, members) => {
      const settings = await readSettings(context);
      return members.map((member) => ({
        ...member,
        for_one: settings.currency,
        set_at: settings.rateSetAt(member.name)?.toISOString() ?? null,
        is_demo: settings.isDemoRate(member.name),
      }));
    },
    said: async (context, name, value) =>
      value.trim() === ''
        ? `${name} has no rate now`
        : `${name} = ${value} for 1 ${(await readSettings(context)).currency}`,
  }),
  ...commandsOf({
    name: 'marketing',
    member: 'rating',
    what: 'lists the statements for marketing, which the app shows where they are set',
    said: async (_, name, value) =>
      value.trim() === '' ? `${name} is empty now` : `${name} = ${value}`,
  }),
];
