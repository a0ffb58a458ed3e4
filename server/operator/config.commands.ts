import type { EndedRates } from '../domain/rates-end.ts';
import { changeSettings } from '../domain/settings.change.ts';
import { definitionOf } from '../domain/settings.check.ts';
import type { SettingDefinition } from '../domain/settings.kinds.ts';
import { settingsTable } from '../domain/settings.table.ts';
import type { ByLanguage } from '../domain/texts.ts';
import type { Command, CommandResult, OperatorContext } from './command.ts';
import { withEndedDemo } from './demo-ended.ts';
import { table } from './text.ts';
import { readTagged, textLines } from './texts.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly default: string;
  readonly type: SettingDefinition['type'];
  readonly meaning: string;
  readonly texts?: ByLanguage;
  /** currency of an amount */
  readonly currency?: string;
}

interface Stored {
  readonly key: string;
  readonly value: string;
  readonly texts: ByLanguage;
}

async function readStored({ db }: OperatorContext): Promise<Map<string, Stored>> {
  const { rows } = await db.query<Stored>('select key, value, texts from setting order by key');
  return new Map(rows.map((row) => [row.key, row]));
}

function toEntry(key: string, stored: ReadonlyMap<string, Stored>): Entry {
  const definition = definitionOf(key);
  return {
    key,
    value: stored.get(key)?.value ?? definition.default,
    default: definition.default,
    type: definition.type,
    meaning: definition.meaning,
    ...(definition.byLanguage && { texts: stored.get(key)?.texts ?? {} }),
    ...(definition.type === 'money' && { currency: currencyIn(stored) }),
  };
}

const currencyIn = (stored: ReadonlyMap<string, Stored>): string =>
  stored.get('product.currency')?.value ?? settingsTable['product.currency'].default;

/** A value as people read it: an amount with its currency. */
const shown = ({ value, currency }: Entry): string => (currency ? `${value} ${currency}` : value);

/** A line with the key's new value. */
function said(entry: Entry): string {
  if (entry.value !== '') return `${entry.key} = ${shown(entry)}`;
  const [, currency] = entry.key.split('rates.');
  return currency
    ? `${entry.key} is removed: nothing is shown or paid in ${currency}`
    : `${entry.key} is empty now`;
}

const list: Command = {
  name: 'config list',
  synopsis: '',
  summary: 'lists every key, its value and its meaning',
  positionals: 0,
  options: [],
  run: async (context) => {
    const stored = await readStored(context);
    const keys = new Set([...Object.keys(settingsTable), ...stored.keys()]);
    const entries = [...keys].map((key) => toEntry(key, stored));
    const lines = entries.flatMap((entry) => [
      { key: entry.key, value: shown(entry), meaning: entry.meaning },
      ...Object.entries(entry.texts ?? {}).map(([tag, text]) => ({
        key: `${entry.key} ${tag}`,
        value: text,
        meaning: 'the same text, for readers of this language',
      })),
    ]);
    return { json: entries, text: table(lines, '') };
  },
};

const linesOf = ({ key, texts = {} }: Entry) => textLines({ [key]: texts });

const get: Command = {
  name: 'config get',
  synopsis: 'KEY',
  summary: 'prints the value of one key',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [key = ''] }) => {
    const entry = toEntry(key, await readStored(context));
    return { json: entry, text: [entry.value, ...linesOf(entry)].join('\n') };
  },
};

/** Adds to the answer the rates and methods that a new currency has ended. */
function withEndedRates(result: CommandResult, ended: EndedRates): CommandResult {
  const { rates, methods } = ended;
  if (rates.length + methods.length === 0) return result;
  const lines = [
    ...(rates.length > 0 ? [`removed exchange rates: ${rates.length} (${rates.join(', ')})`] : []),
    ...(methods.length > 0
      ? [`nobody is paid by ${methods.join(', ')} until the rates of their currencies are set`]
      : []),
  ];
  return {
    json: { ...(result.json as object), ended },
    text: result.text,
    changed: { ...result.changed, ended },
    note: lines.join('\n'),
  };
}

const set: Command = {
  name: 'config set',
  changes: true,
  synopsis: 'KEY VALUE',
  summary:
    'changes the value of a key; every server process uses it within a second. A text for people may be ' +
    'given by language: invite.slogan de=TEXT',
  positionals: 2,
  options: [],
  run: async (context, { positionals: [key = '', value = ''] }) => {
    const stored = toEntry(key, await readStored(context));
    if (key === 'product.currency' && value.trim() === stored.value) {
      return { json: stored, text: `${key} is ${stored.value} already`, isUnchanged: true };
    }
    const { value: before, ...was } = stored;
    const { tag, text } = was.texts ? readTagged(key, value) : { tag: null, text: value };
    const [values, texts] = tag === null ? [{ [key]: text }, {}] : [{}, { [key]: { [tag]: text } }];
    const { db, now, who } = context;
    const { figures, pages, ended } = await changeSettings(db, values, now, who, texts);
    const entry = toEntry(key, await readStored(context));
    const result = {
      json: entry,
      text: [said(entry), ...linesOf(entry)].join('\n'),
      changed: { before: tag === null ? before : (was.texts?.[tag] ?? '') },
    };
    return ended ? withEndedRates(result, ended) : withEndedDemo(result, { figures, pages });
  },
};

export const configCommands: readonly Command[] = [list, get, set];
