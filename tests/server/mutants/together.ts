import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/record_clips.sql';
const tests = ['several-together.test.ts'];

const fault = (what: string, find: string, replace: string): Mutant => ({
  fault: `clips that are paid together: ${what}`,
  ...{ file, find, replace, tests },
});

/** Mutants of clips that are paid in one statement. */
export const togetherMutants: readonly Mutant[] = [
  fault('a deleted person is paid', 'mine.is_deleted or ', ''),
  fault('clips count for a past day', ' or mine.day > p_today', ''),
  fault(
    'figures of yesterday count today',
    '    mine.videos_today := 0;\n    mine.extra_views_today := 0;\n',
    '',
  ),
  fault('shares of yesterday count today', '    mine.shares_today := 0;\n', ''),
  fault('extra views do not count', 'p_daily_limit + mine.extra_views_today', 'p_daily_limit'),
  fault('the daily limit does not hold', ' limit greatest(left_today, 0)', ''),
  fault('a stored answer is not found', 'expires_at > p_now or ', ''),
  fault('an expired answer is not replaced', 'if has_expired then', 'if false then'),
  fault('a clip is paid twice on one day', 'watched.user_id is not null or ', ''),
  fault('two claims for one clip are both paid', 'claim.item = any (clips) or ', ''),
  fault(
    'a clip that was taken down is paid',
    '\n      and (disabled_at is null or sent.earned_at <= disabled_at)',
    '',
  ),
  fault(
    'the general reward is paid for a clip with its own reward',
    'coalesce(video.reward, sent.reward)',
    'sent.reward',
  ),
  fault(
    'the general watch time applies to a clip with its own watch time',
    'coalesce(video.watch_seconds, p_watch_seconds)',
    'p_watch_seconds',
  ),
  fault(
    'a clip that was never served is paid',
    'exit when (served_since >= served_from) is not true;',
    '',
  ),
  fault('a clip of yesterday counts for today', 'claim.day <> p_today or ', ''),
  fault(
    'a late clip is decided like a prompt one',
    'claim.earned_at <= mine.last_watch_at',
    'false',
  ),
  fault('watch time does not count', 'ready_at > p_now or ', ''),
  fault('real time does not count', ' or mine.spent_until + watch_time > p_now', ''),
  fault(
    'the previous watch does not count',
    'served_since + watch_time,\n      mine.last_watch_at + watch_time',
    'served_since + watch_time',
  ),
  fault(
    'the last watch stays where it was',
    'mine.last_watch_at := greatest(mine.last_watch_at, ready_at);',
    '',
  ),
  fault(
    'a burst is paid for the whole time of a long silence',
    'p_now - greatest(p_burst_seconds',
    "'-infinity' - greatest(p_burst_seconds",
  ),
  fault('a debt is not repaid', 'repaid := least(purse.debt, claim.amount);', 'repaid := 0;'),
  fault('each clip repays the same debt again', 'purse.debt := purse.debt - repaid;', ''),
  fault('the funds are not checked', 'if is_funded and promised > 0 then', 'if false then'),
  fault(
    'an allotment is not drawn on',
    'set room = room - promised where',
    'set room = room where',
  ),
  fault('a clip that no allotment covers is paid', '      exit when not found;\n', ''),
  fault('the rewards for a friend are not released', 'if is_released then', 'if false then'),
  fault('rewards for a friend are released too early', 'mine.videos >= p_release_after', 'true'),
  fault('the sum is the last amount', 'sum := sum + claim.amount;', 'sum := claim.amount;'),
  fault('a reward of 0 has an entry too', '\n    where amount > 0;', ';'),
  fault(
    'the balance in each answer is 0',
    'balances := balances || purse.available',
    'balances := balances || 0::bigint',
  ),
  fault(
    'the answer has the number of remaining clips from before the claim',
    '(left_today - place)::integer',
    'left_today',
  ),
  {
    fault: 'clips that are paid together: an unexpired answer under the same key is not noticed',
    file,
    find: 'kept < cardinality(clips)',
    replace: 'false',
    tests: ['several-claims.test.ts'],
  },
];
