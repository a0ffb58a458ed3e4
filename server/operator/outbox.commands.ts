import { formatMoney } from '../../contract/money.ts';
import { type DeadLetter, listDeadLetters, retryDeadLetter } from '../domain/dead-letters.ts';
import { type Command, OperatorError } from './command.ts';
import { entryInWords } from './entry-words.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';

function toJson(letter: DeadLetter) {
  return {
    id: Number(letter.dead_id),
    user_id: Number(letter.user_id),
    username: letter.username,
    type: letter.op,
    key: letter.idempotency_key,
    amount: formatMoney(letter.amount),
    detail: letter.detail,
    created_at: letter.created_at.toISOString(),
    failed_at: letter.failed_at.toISOString(),
    error: letter.error,
  };
}

const list: Command = {
  name: 'outbox list',
  hasAmounts: true,
  synopsis: LIST.synopsis,
  summary: 'lists the rewards that could not be credited and were laid aside, by time',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await listDeadLetters(context.db, selection);
    const json = page.rows.map(toJson);
    const lines = json.map(({ id, user_id, username, type, amount, failed_at, error }) => {
      return { id, user_id, username, type: entryInWords(type), amount, failed_at, error };
    });
    const empty = 'every reward has arrived or is on its way';
    return answerList(context, selection, page, { json, lines, empty });
  },
};

const retry: Command = {
  name: 'outbox retry',
  changes: true,
  synopsis: 'ID',
  summary: 'tries once more to credit a reward that was laid aside',
  positionals: 1,
  options: [],
  run: async ({ db }, { positionals: [text] }) => {
    const id = readId(text);
    const key = await retryDeadLetter(db, id);
    if (!key) throw new OperatorError(`there is no reward ${id} in the list`);
    const json = { id, user_id: Number(key.user_id), type: key.op, key: key.idempotency_key };
    const reward = `the reward (${entryInWords(key.op)}) of user ${key.user_id}`;
    return { json, text: `${reward} is on its way again` };
  },
};

export const outboxCommands: readonly Command[] = [list, retry];
