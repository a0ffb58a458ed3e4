import { readAudit } from '../domain/audit.ts';
import { type Command, UsageError } from './command.ts';
import { table } from './text.ts';

const DEFAULT_LIMIT = '100';

const list: Command = {
  name: 'audit list',
  synopsis: '[--limit N]',
  summary: 'who changed what, when and why: the newest entries, the last one at the end',
  positionals: 0,
  options: ['limit'],
  run: async ({ db }, { values: { limit = DEFAULT_LIMIT } }) => {
    if (!/^[1-9]\d{0,5}$/.test(limit)) {
      throw new UsageError(`--limit must be a positive whole number, not "${limit}"`);
    }
    const json = (await readAudit(db, Number(limit))).map((row) => ({
      id: Number(row.audit_id),
      at: row.at.toISOString(),
      who: row.who,
      action: row.action,
      what: row.what,
      reason: row.reason ?? null,
    }));
    const lines = json.map(({ what, reason, ...rest }) => {
      return { ...rest, what: JSON.stringify(what), reason };
    });
    return { json, text: table(lines, 'nothing was changed yet') };
  },
};

export const auditCommands: readonly Command[] = [list];
