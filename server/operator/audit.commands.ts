import { readAudit } from '../domain/audit.ts';
import type { Command } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';

const list: Command = {
  name: 'audit list',
  synopsis: `[--limit N] [--action ACTION] [--without ACTION] ${LIST.synopsis}`,
  summary:
    'lists the newest changes with operator, time, action and reason; --action shows one action only, --without leaves one out',
  positionals: 0,
  options: ['limit', 'action', 'without', ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const { action = null, without = null } = values;
    const selection = readSelection(values);
    const page = await readAudit(context.db, { action, without }, selection);
    const json = page.rows.map((row) => ({
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
    const { note, ...answer } = await answerList(context, selection, page, {
      json,
      lines,
      empty: 'no entries',
    });
    // the default list, of the newest entries, has no note on further pages
    const isPage = [...LIST.options, ...LIST.flags].some((name) => values[name] !== undefined);
    return note !== undefined && isPage ? { ...answer, note } : answer;
  },
};

export const auditCommands: readonly Command[] = [list];
