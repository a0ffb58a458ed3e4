import fc from 'fast-check';
import { formatMoney } from '../../contract/money.ts';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { holdForReview, releaseFromReview } from '../../server/domain/payout-steps.ts';
import {
  approveWithdrawal,
  confirmPayout,
  failPayout,
  rejectWithdrawal,
  returnPayout,
} from '../../server/domain/settlement.ts';
import { checkAndAddExtraRewards, claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { addMilliseconds, DAY, utcDay } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { domain } from './domain.setup.ts';
import type { ModelUser, Outcome } from './ledger-model.ts';
import { TERMS } from './ledger-terms.ts';

/** The ids of the model's clips in the domain. */
const clips: number[] = [];

export async function addClips(): Promise<void> {
  for (const { seconds, reward } of TERMS.clips) {
    clips.push(await domain.video({ watch_seconds: seconds, reward }));
  }
}

/** An action of a user, or of an operator on the user's money. */
export interface Move {
  /** makes the move in the domain; `newest` is the id of the newest withdrawal before the round */
  domain(caller: Caller, newest: number): Promise<Outcome>;
  model(user: ModelUser): Outcome;
  /** true: the outcome of several concurrent moves is undetermined */
  isAlone?(user: ModelUser): boolean;
}

const ok = () => 'ok';

const watch = (clip: number): Move => ({
  domain: (caller) => record(domain.context(), caller, { videos_id: clips[clip] ?? 0 }).then(ok),
  model: (user) => user.watch(clip, domain.now().getTime()),
  // today's first claim starts the watch time; a second claim is paid at once if that time is 0
  isAlone: (user) => user.servesAgain(clip),
});
/** Makes a claim of a clip that was earned `ago` milliseconds ago. */
const late = (clip: number, ago: number): Move => ({
  domain: (caller) =>
    record(domain.context(), caller, {
      videos_id: clips[clip] ?? 0,
      earned_at: addMilliseconds(domain.now(), -ago).toISOString(),
    }).then(ok),
  model: (user) => {
    const now = domain.now().getTime();
    return user.claim(clip, now - ago, now);
  },
  isAlone: (user) => user.servesAgain(clip),
});
const backdatedShare = (ago: number): Move => ({
  domain: (caller) => {
    const earned = addMilliseconds(domain.now(), -ago);
    return claimShareReward(domain.context(), caller, { earned_at: earned.toISOString() }).then(ok);
  },
  model: (user) => user.share(utcDay(addMilliseconds(domain.now(), -ago))),
});
const draw = (amount: bigint): Move => ({
  domain: (caller) => withdraw(domain.context(), caller, { amount: formatMoney(amount) }).then(ok),
  model: (user) => user.withdraw(amount),
});
const correct = (amount: bigint): Move => ({
  domain: (caller) =>
    correctBalance(domain.pool, caller.userId, { amount, reason: 'a test' }, domain.now()).then(ok),
  model: (user) => user.correct(amount),
});
/** Returns a payout method for one user, so that its batches have only this user's withdrawals. */
export const methodOf = (userId: bigint) => `gcash_${userId}`;
const approval = { who: 'an operator', above: 0n };

const MOVES: Record<string, Move> = {
  look: {
    domain: (caller) => playable(domain.context(), caller, { page: 1, limit: 100 }).then(ok),
    model: (user) => user.look(domain.now().getTime()),
  },
  share: {
    domain: (caller) => claimShareReward(domain.context(), caller, {}).then(ok),
    model: (user) => user.share(),
  },
  addViews: {
    domain: (caller) => checkAndAddExtraRewards(domain.context(), caller, {}).then(ok),
    model: (user) => user.addViews(),
  },
  task: {
    domain: (caller) => claimTask(domain.context(), caller, { task: 'download_app' }).then(ok),
    model: (user) => user.task(),
  },
  welcome: {
    domain: async (caller) => {
      const { rewards } = await handleLoginReward(domain.context(), caller, {});
      return rewards.length > 0 ? 'ok' : 'empty';
    },
    model: (user) => user.welcome(),
  },
  approve: {
    domain: (_, newest) => approveWithdrawal(domain.pool, newest, domain.now()).then(ok),
    model: (user) => user.approve(),
  },
  reject: {
    domain: (_, newest) => rejectWithdrawal(domain.pool, newest, 'no', domain.now()).then(ok),
    model: (user) => user.reject(),
  },
  review: {
    domain: (_, newest) => {
      const now = domain.now();
      return holdForReview(domain.pool, newest, { dueAt: now, needsDecision: false }, now).then(ok);
    },
    model: (user) => user.review(),
  },
  release: {
    domain: (_, newest) => releaseFromReview(domain.pool, newest, domain.now()).then(ok),
    model: (user) => user.release(),
  },
  send: {
    domain: async ({ userId }) => {
      const order = { method: methodOf(userId), format: 'csv', limit: null, approval } as const;
      const file = () => Buffer.from('a file');
      return (await createBatch(domain.pool, order, file, domain.now())) ? 'ok' : 'nothing';
    },
    model: (user) => user.send(),
  },
  confirm: {
    domain: (_, newest) => confirmPayout(domain.pool, newest, domain.now()).then(ok),
    model: (user) => user.confirm(),
  },
  fail: {
    domain: (_, newest) => failPayout(domain.pool, newest, 'closed', domain.now()).then(ok),
    model: (user) => user.fail(),
  },
  return: {
    domain: (_, newest) => returnPayout(domain.pool, newest, 'closed', domain.now()).then(ok),
    model: (user) => user.return(),
  },
};

export const arbitraryMove = fc.oneof(
  { weight: 5, arbitrary: fc.nat({ max: TERMS.clips.length }).map((clip) => ({ watch: clip })) },
  {
    weight: 4,
    arbitrary: fc.record({
      late: fc.nat({ max: TERMS.clips.length }),
      ago: fc.constantFrom(0, 1_000, 6_000, DAY / 4, DAY, 2 * DAY, 3 * DAY, 3 * DAY + 1),
    }),
  },
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((days) => ({ shareOf: days })) },
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(MOVES)).map((name) => ({ name })) },
  { weight: 2, arbitrary: fc.bigInt({ min: 9_999n, max: 20_000n }).map((amount) => ({ amount })) },
  {
    weight: 1,
    arbitrary: fc
      .bigInt({ min: -9_000n, max: 3_000n })
      .filter((by) => by !== 0n)
      .map((by) => ({ by })),
  },
);
export type Choice =
  | { watch: number }
  | { late: number; ago: number }
  | { shareOf: number }
  | { name: string }
  | { amount: bigint }
  | { by: bigint };

/** Moves that may free promised money, but never promise any. */
const FREEING = 'look addViews approve reject review release send confirm fail return'.split(' ');

/** Returns whether a move never takes from the operator's funds. */
export function asksForNothing(choice: Choice): boolean {
  if ('name' in choice) return FREEING.includes(choice.name);
  return 'amount' in choice || ('by' in choice && choice.by < 0n);
}

/** Returns the action in the domain and in the model for a choice. */
export function moveOf(choice: Choice): Move {
  if ('watch' in choice) return watch(choice.watch);
  if ('late' in choice) return late(choice.late, choice.ago);
  if ('shareOf' in choice) return backdatedShare(choice.shareOf * DAY);
  if ('amount' in choice) return draw(choice.amount);
  if ('by' in choice) return correct(choice.by);
  const move = MOVES[choice.name];
  if (!move) throw new Error(choice.name);
  return move;
}
