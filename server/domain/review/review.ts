import type { Database } from '../../database/database.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY } from '../time.ts';
import { type Facts, factsOfRequests, factsOfUser, reviewCriteriaOf } from './facts.ts';
import { readReviewRules, reviewWaitOf } from './rules.ts';
import { type Signal, signalsOf } from './signals.ts';

interface Reviewer {
  readonly db: Database;
  readonly settings: Settings;
  readonly now: Date;
}

/** The end of a withdrawal's review. */
export interface Review {
  /** when the withdrawal can be paid without a decision */
  readonly dueAt: Date;
  /** whether only a decision ends the review, because clips seem not to have been watched */
  readonly needsDecision: boolean;
}

/** The review signals of a withdrawal at one moment. */
export interface Assessment {
  readonly signals: readonly Signal[];
  /** null: the operator's rules require no review */
  readonly review: Review | null;
}

/** Assesses a withdrawal that is about to be requested to the current payout account. */
export async function assess(reviewer: Reviewer, userId: bigint): Promise<Assessment> {
  const { db, settings, now } = reviewer;
  return judge(reviewer, await factsOfUser(db, userId, reviewCriteriaOf(settings), now));
}

function judge({ settings, now }: Reviewer, facts: Facts | null): Assessment {
  const signals = facts ? signalsOf(facts, settings, now) : [];
  const rules = readReviewRules(settings.get('withdraw.review_signals'));
  const names = signals.map(({ name }) => name);
  const wait = reviewWaitOf(rules, names);
  const dueAt = addMilliseconds(now, settings.get('withdraw.review_days') * DAY);
  return { signals, review: wait && { dueAt, needsDecision: wait === 'decision' } };
}

/** Assesses existing withdrawals again, by their ids. */
export async function assessRequests(
  reviewer: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Assessment>> {
  const known = await readRequestFacts(reviewer, ids);
  return new Map([...known].map(([id, facts]) => [id, judge(reviewer, facts)]));
}

/** Reads the facts of withdrawals, by their ids. */
export async function readRequestFacts(
  { db, settings, now }: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Facts>> {
  const all = await factsOfRequests(db, ids, reviewCriteriaOf(settings), now);
  return new Map(all.map((facts) => [facts.withdrawal_id ?? 0n, facts]));
}

/** The signals of each of these withdrawals now. */
export async function readSignals(
  reviewer: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Signal[]>> {
  const { settings, now } = reviewer;
  const known = await readRequestFacts(reviewer, ids);
  return new Map([...known].map(([id, facts]) => [id, signalsOf(facts, settings, now)]));
}
