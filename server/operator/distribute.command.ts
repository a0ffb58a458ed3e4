import { type PlannedTable, planDistribution } from '../database/distribution.ts';
import { type Command, UsageError } from './command.ts';
import { table } from './text.ts';

/** What has to be done first, or is to be known, of a table. */
function noteOf(planned: PlannedTable): string {
  switch (planned.place) {
    case 'person':
      return planned.plain.map(({ index }) => `${index} becomes a plain index`).join('; ');
    case 'waits':
      return planned.rules
        .map(({ index, columns }) => `${index} (${columns.join(', ')}) needs a look-up table`)
        .join('; ');
    case 'lookup':
      return `found by ${planned.key.join(', ')}`;
    case 'shared':
      return planned.isWritten ? 'functions of a person write it: each machine needs its part' : '';
    case 'operators':
      return '';
  }
}

export const distributeDatabase: Command = {
  name: 'database distribute',
  synopsis: '--dry-run',
  summary:
    'tells which tables and functions would be distributed by the person over several machines, and what stands in the way; changes nothing',
  positionals: 0,
  options: [],
  flags: ['dry-run'],
  run: async ({ db }, { values }) => {
    if (values['dry-run'] === undefined) {
      throw new UsageError('nothing is distributed by this version: give --dry-run');
    }
    const plan = await planDistribution(db);
    const tables = plan.tables
      .map((planned) => ({ place: planned.place, table: planned.name, note: noteOf(planned) }))
      .toSorted((one, other) => one.place.localeCompare(other.place));
    const functions = plan.functions.map(({ name, crosses }) => ({
      function: name,
      runs: crosses === null ? 'where its person is' : `over all people: ${crosses}`,
    }));
    return {
      json: plan,
      text: `${table(tables, '')}\n\n${table(functions, '')}`,
    };
  },
};
