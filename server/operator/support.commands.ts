import { formatMoney } from '../../contract/money.ts';
import { maskEmail } from '../domain/emails.ts';
import { findPeople } from '../domain/letters/find-people.ts';
import { readTimeline, readTimelinePlace } from '../domain/letters/timeline.ts';
import type { TimelineEvent } from '../domain/letters/timeline-events.ts';
import { addMilliseconds, DAY } from '../domain/time.ts';
import { type Arguments, type Command, UsageError } from './command.ts';
import { answerList, PAGE_SIZE, readBegin } from './lists.ts';
import { namedUser } from './named-user.ts';
import { readDay } from './options.ts';
import { table } from './text.ts';
import { tell } from './timeline-words.ts';

function toJson(happening: TimelineEvent) {
  const { at, kind, facts } = happening;
  return {
    at: at.toISOString(),
    kind,
    amount: 'amount' in facts ? formatMoney(BigInt(facts.amount)) : null,
    what: tell(happening),
  };
}

/** @throws UsageError when an option is invalid */
function readRange({ since, until, page, after }: Arguments['values']) {
  const [from, last] = [readDay('since', since), readDay('until', until)];
  if (from === null) throw new UsageError('--since is missing');
  if (last && last < from) throw new UsageError(`--until ${until} is before --since ${since}`);
  const range = { from, to: last && addMilliseconds(last, DAY) };
  return {
    ...range,
    ...readBegin({ page, after }, (key) => readTimelinePlace(key, range)),
    limit: PAGE_SIZE,
    isSummed: false,
    isFramed: page !== undefined || after !== undefined,
    csv: null,
  };
}

const timeline: Command = {
  name: 'users timeline',
  hasAmounts: true,
  synopsis: 'NAME --since DAY [--until DAY] [--page N|--after KEY]',
  summary:
    'lists the known events of one user from that day on, in order of time: entries, watches, refusals, log-ins, changes, withdrawals',
  positionals: 1,
  options: ['since', 'until', 'page', 'after'],
  required: ['since'],
  run: async (context, { positionals: [name = ''], values }) => {
    const range = readRange(values);
    const userId = await namedUser(context.db, name);
    const { rows, next } = await readTimeline(context.db, userId, range, context.now);
    const json = rows.map(toJson);
    const lines = json.map(({ at, kind, what }) => ({ at, kind, what }));
    const answer = { json, lines, empty: 'no event is known of these days' };
    return answerList(context, range, { rows, next, totals: null }, answer);
  },
};

/** A shorter text matches too many names. */
const SHORTEST = 3;

const find: Command = {
  name: 'users find',
  synopsis: 'TEXT',
  summary:
    'finds users by a part of the user name, a whole e-mail, an invite code, a payout account, or the block of an IP address',
  positionals: 1,
  options: [],
  run: async ({ db }, { positionals: [text = ''] }) => {
    const wanted = text.trim();
    if (wanted.length < SHORTEST) {
      throw new UsageError(`TEXT must have at least ${SHORTEST} characters, not "${text}"`);
    }
    const found = await findPeople(db, wanted, PAGE_SIZE + 1);
    const json = found.slice(0, PAGE_SIZE).map(({ user_id, created_at, blocked_at, ...row }) => ({
      id: Number(user_id),
      username: row.username,
      email: maskEmail(row.email),
      found_by: row.found_by,
      created_at: created_at.toISOString(),
      blocked_at: blocked_at?.toISOString() ?? null,
    }));
    const note =
      found.length > PAGE_SIZE ? { note: 'there are more users: give a longer text' } : {};
    return { json, text: table(json, 'no user is found'), ...note };
  },
};

export const supportCommands: readonly Command[] = [timeline, find];
