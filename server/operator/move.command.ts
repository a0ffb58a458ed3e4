import { formatMoney } from '../../contract/money.ts';
import { checkDatabaseUrl } from '../config.ts';
import { abortable } from './abortable.ts';
import { OperatorError, type StandaloneCommand } from './command.ts';
import { moveDatabase } from './move/move.ts';
import { card } from './text.ts';

const AFTER_MOVE = `set DATABASE_URL for the server and for commands; keep DATA_DIR, because it has the media.
If the server connects as another role: database migrate --grant ROLE`;

export const move: StandaloneCommand = {
  name: 'move',
  synopsis: '--to DATABASE_URL',
  summary:
    'copies the embedded database of a stopped server into an external Postgres that has no users yet, and verifies the ledger; after that no server starts with the embedded database',
  positionals: 0,
  options: ['to'],
  required: ['to'],
  runStandalone: async ({ dataDir, databaseUrl, who, say, report }, { values }) => {
    if (databaseUrl !== null) {
      throw new OperatorError('DATABASE_URL is set: only the embedded database can be moved');
    }
    const url = checkDatabaseUrl('--to', values.to ?? '');
    const { to, ledger } = await abortable((signal) =>
      moveDatabase({ dataDir, to: url, who, signal, say, report }),
    );
    const { users, transfers, differences } = ledger;
    const available = formatMoney(ledger.available);
    const held = formatMoney(ledger.held);
    const json = { to, users, transfers, available, held, differences };
    const isGood = differences.length === 0;
    const verdict = isGood ? 'the ledger is in order' : differences.join('\n');
    return {
      json,
      text: `${card({ to, users, transfers, available, held })}\n${verdict}`,
      ...(isGood ? { note: AFTER_MOVE } : {}),
      status: isGood ? 0 : 1,
    };
  },
};
