import { readAudit } from '../domain/audit.ts';
import { type Command, UsageError } from './command.ts';
import { table } from './text.ts';

const DEFAULT_LIMIT = '100';

const list: Command = {
  name: 'audit list',
  synopsis: '[--limit N] [--action ACTION] [--without ACTION]',
  summary: 'who changed what, when and why: the newest entries, of one action or without one',
  positionals: 0,
  options: ['limit', 'action', 'without'],
  run: async ({ db }, { values: { limit = DEFAULT_LIMIT, action = null, without = null } }) => {
    if (!/^[1-9]\d{0,5}$/.test(limit)) {
      throw new UsageError(`--limit must be a positive whole number, not "${limit}"`);
    }
    const rows = await readAudit(db, { limit: Number(limit), action, without });
    const json = rows.map((row) => ({
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
    return { json, text: table(lines, 'no entries') };
  },
};

export const auditCommands: readonly Command[] = [list];
