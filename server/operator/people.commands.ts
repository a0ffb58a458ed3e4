import { formatMoney } from '../../contract/money.ts';
import { readPage } from '../domain/listing.ts';
import { BLOCK_LIFETIME_MS } from '../domain/review/registration-blocks.ts';
import { addMilliseconds } from '../domain/time.ts';
import { type Arguments, type Command, UsageError } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { namedUser } from './named-user.ts';

interface Row {
  readonly user_id: bigint;
  readonly username: string;
  readonly created_at: Date;
  readonly videos: number;
  readonly available: bigint;
  readonly blocked_at: Date | null;
}

/** Members related to user $5, counted as in the review of a withdrawal; the user may be one of them. */
const GROUPS = {
  'invited-by': {
    members: 'select friend_id from friend where user_id = $5 and level = 1',
    empty: (name: string) => `${name} has invited nobody`,
  },
  'block-of': {
    members: `select user_id from registration_block where registered_at > $6 and block_hash =
      (select block_hash from registration_block where user_id = $5 and registered_at > $6)`,
    empty: (name: string) =>
      `the block of addresses of ${name} is not known: the server keeps it for 30 days`,
  },
  'account-of': {
    members: `with own as (
        select account_key from payout_info where user_id = $5
        union select account_key from withdrawal where user_id = $5 and status <> 'rejected'
      )
      select user_id from payout_info where account_key in (select account_key from own)
      union select user_id from withdrawal
        where account_key in (select account_key from own) and status <> 'rejected'`,
    empty: (name: string) => `${name} has no payout account`,
  },
} as const;

type Group = keyof typeof GROUPS;
const groups = Object.keys(GROUPS) as Group[];

/** The command that lists a group. */
export const listingOf = (group: Group, username: string): string =>
  `users list --${group} ${username}`;

/** @throws UsageError unless exactly one group is given */
function readGroup(values: Arguments['values']): { group: Group; name: string } {
  const [group, ...others] = groups.filter((each) => values[each] !== undefined);
  if (group === undefined || others.length > 0) {
    throw new UsageError('give one of --invited-by, --block-of and --account-of');
  }
  return { group, name: values[group] ?? '' };
}

const toJson = (row: Row) => ({
  id: Number(row.user_id),
  username: row.username,
  since: row.created_at.toISOString(),
  paid_clips: row.videos,
  balance: formatMoney(row.available),
  blocked_at: row.blocked_at?.toISOString() ?? null,
});

const list: Command = {
  name: 'users list',
  hasAmounts: true,
  synopsis: `--invited-by NAME | --block-of NAME | --account-of NAME ${LIST.synopsis}`,
  summary:
    'lists users: --invited-by lists the users whom NAME invited, --block-of the users who registered from the same block of addresses in the last 30 days, --account-of the users who are, were or want to be paid to the same account',
  positionals: 0,
  options: [...groups, ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const { group, name } = readGroup(values);
    const userId = await namedUser(context.db, name);
    const { members, empty } = GROUPS[group];
    const since = addMilliseconds(context.now, -BLOCK_LIFETIME_MS);
    const page = await readPage<Row>(
      context.db,
      { table: 'account', time: 'created_at', key: 'user_id', where: `user_id in (${members})` },
      selection,
      (account) => `select user_id, username, account.created_at, videos::int, available, blocked_at
        from ${account} join wallet using (user_id) join progress using (user_id)`,
      group === 'block-of' ? [userId, since] : [userId],
    );
    const json = page.rows.map(toJson);
    const lines = json.map(({ blocked_at, ...row }) => ({ ...row, blocked: blocked_at !== null }));
    return answerList(context, selection, page, { json, lines, empty: empty(name) });
  },
};

export const peopleCommands: readonly Command[] = [list];
