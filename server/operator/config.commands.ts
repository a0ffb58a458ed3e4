import { changeSettings, definitionOf } from '../domain/settings.change.ts';
import type { SettingDefinition } from '../domain/settings.kinds.ts';
import { settingsTable } from '../domain/settings.table.ts';
import type { Command, OperatorContext } from './command.ts';
import { withEnded } from './demo-ended.ts';
import { table } from './text.ts';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly default: string;
  readonly type: SettingDefinition['type'];
  readonly meaning: string;
}

async function readStored({ db }: OperatorContext): Promise<Map<string, string>> {
  const { rows } = await db.query<{ key: string; value: string }>(
    'select key, value from setting order by key',
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

function toEntry(key: string, stored: ReadonlyMap<string, string>): Entry {
  const definition = definitionOf(key);
  return {
    key,
    value: stored.get(key) ?? definition.default,
    default: definition.default,
    type: definition.type,
    meaning: definition.meaning,
  };
}

const list: Command = {
  name: 'config list',
  synopsis: '',
  summary: 'every key, its value and what it means',
  positionals: 0,
  options: [],
  run: async (context) => {
    const stored = await readStored(context);
    const keys = new Set([...Object.keys(settingsTable), ...stored.keys()]);
    const entries = [...keys].map((key) => toEntry(key, stored));
    const lines = entries.map(({ key, value, meaning }) => ({ key, value, meaning }));
    return { json: entries, text: table(lines, '') };
  },
};

const get: Command = {
  name: 'config get',
  synopsis: 'KEY',
  summary: 'the value of one key',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [key = ''] }) => {
    const entry = toEntry(key, await readStored(context));
    return { json: entry, text: entry.value };
  },
};

const set: Command = {
  name: 'config set',
  changes: true,
  synopsis: 'KEY VALUE',
  summary: 'changes a key; every server process follows within a second',
  positionals: 2,
  options: [],
  run: async (context, { positionals: [key = '', value = ''] }) => {
    const before = toEntry(key, await readStored(context)).value;
    const figures = await changeSettings(context.db, { [key]: value }, context.now, context.who);
    const entry = toEntry(key, await readStored(context));
    const result = { json: entry, text: `${key} = ${entry.value}`, changed: { before } };
    return withEnded(result, { figures });
  },
};

export const configCommands: readonly Command[] = [list, get, set];
