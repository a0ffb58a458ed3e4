import pg from 'pg';
import { distribute, findObstacle, readSteps } from '../database/distribute/distribute.ts';
import {
  type DistributionPlan,
  type PlannedTable,
  planDistribution,
} from '../database/distribution.ts';
import { writeAudit } from '../domain/audit.ts';
import { type Command, UsageError } from './command.ts';
import { table } from './text.ts';

/** Remark on a planned table, such as the look-up table that it needs. */
function noteOf(planned: PlannedTable): string {
  switch (planned.place) {
    case 'person': {
      const stays =
        planned.triggers.length > 0 ? ['stays on the coordinator for its triggers'] : [];
      return [...stays, ...planned.plain.map(({ index }) => `${index} becomes a plain index`)].join(
        '; ',
      );
    }
    case 'waits':
      return planned.rules
        .map(({ index, columns }) => `${index} (${columns.join(', ')}) needs a look-up table`)
        .join('; ');
    case 'lookup':
      return `found by ${planned.key.join(', ')}${planned.isSpread ? '' : '; stays on the coordinator'}`;
    case 'shared':
      if (planned.isEverywhere) return 'a copy on each machine';
      return 'on the coordinator, where the other machines find it';
    case 'operators':
      return '';
  }
}

const runs = ({ crosses, stays }: DistributionPlan['functions'][number]) => {
  if (crosses !== null) return `on the coordinator, over all people: ${crosses}`;
  return stays === null ? 'on the machine of its person' : `on the coordinator: ${stays}`;
};

function shownPlan(plan: DistributionPlan): string {
  const tables = plan.tables
    .map((planned) => ({ place: planned.place, table: planned.name, note: noteOf(planned) }))
    .toSorted((one, other) => one.place.localeCompare(other.place));
  const functions = plan.functions.map((planned) => ({
    function: planned.name,
    runs: runs(planned),
  }));
  return `${table(tables, '')}\n\n${table(functions, '')}`;
}

const asScript = (steps: readonly string[]) => steps.map((step) => `${step};`).join('\n');

export const distributeDatabase: Command = {
  name: 'database distribute',
  synopsis: '--dry-run | --on-a-copy',
  summary:
    'spreads the rows of people over the workers of a coordinator with Citus (DATABASE_URL), only on a copy of the database, because Citus refuses some statements of this version (docs/distributing.md); after an interruption, give the command again to continue; --dry-run only prints the place of each table and function, the statements, and the obstacle if there is one',
  positionals: 0,
  options: [],
  flags: ['dry-run', 'on-a-copy'],
  run: async ({ db, who, now, report }, { values }) => {
    if (values['dry-run'] !== undefined) {
      const plan = await planDistribution(db);
      const [steps, obstacle] = [await readSteps(db), await findObstacle(db)];
      const { tables, functions } = plan;
      const shown = tables.map(({ row: _, ...planned }) => planned);
      return {
        json: { tables: shown, functions, steps, obstacle },
        text: `${shownPlan(plan)}\n\n${asScript(steps)}\n\n${obstacle ?? 'there is no obstacle'}`,
      };
    }
    if (values['on-a-copy'] === undefined) {
      throw new UsageError(
        'Citus refuses some statements of this version (docs/distributing.md): give --dry-run, or --on-a-copy with a copy of the database',
      );
    }
    if (!(db instanceof pg.Pool)) throw new Error('each statement is a transaction of its own');
    const steps = await distribute(db, report);
    if (steps.length > 0) {
      await writeAudit(db, { who, action: 'database distribute', what: { steps } }, now);
    }
    return {
      json: { steps },
      text: steps.length > 0 ? asScript(steps) : 'everything is distributed already',
    };
  },
};
