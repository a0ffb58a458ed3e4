import type { Database } from '../../database/database.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY } from '../time.ts';
import { type Facts, factsOfRequests, factsOfUser, lookedBy } from './facts.ts';
import { readReviewRules, waitOf } from './rules.ts';
import { type Signal, signalsOf } from './signals.ts';

interface Reviewer {
  readonly db: Database;
  readonly settings: Settings;
  readonly now: Date;
}

/** How a request waits to be looked at. */
export interface Review {
  /** when it is paid if nobody has decided */
  readonly dueAt: Date;
  /** it is not: its clips do not seem to have been watched */
  readonly needsDecision: boolean;
}

/** What speaks against a request at the moment at which it is made. */
export interface Assessment {
  readonly signals: readonly Signal[];
  /** null: the operator's rules let it through */
  readonly review: Review | null;
}

/** Looks at a request that is about to be made to the account that is set. */
export async function assess(reviewer: Reviewer, userId: bigint): Promise<Assessment> {
  const { db, settings, now } = reviewer;
  return judge(reviewer, await factsOfUser(db, userId, lookedBy(settings), now));
}

function judge({ settings, now }: Reviewer, facts: Facts | null): Assessment {
  const signals = facts ? signalsOf(facts, settings, now) : [];
  const rules = readReviewRules(settings.get('withdraw.review_signals'));
  const names = signals.map(({ name }) => name);
  const wait = waitOf(rules, names);
  const dueAt = addMilliseconds(now, settings.get('withdraw.review_days') * DAY);
  return { signals, review: wait && { dueAt, needsDecision: wait === 'decision' } };
}

/** Looks again at requests that were made, by their ids. */
export async function assessRequests(
  reviewer: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Assessment>> {
  const known = await lookAt(reviewer, ids);
  return new Map([...known].map(([id, facts]) => [id, judge(reviewer, facts)]));
}

/** What is known now of requests, by their ids; in one statement, however many they are. */
export async function lookAt(
  { db, settings, now }: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Facts>> {
  const all = await factsOfRequests(db, ids, lookedBy(settings), now);
  return new Map(all.map((facts) => [facts.withdrawal_id ?? 0n, facts]));
}

/** What speaks against each of these requests now. */
export async function readSignals(
  reviewer: Reviewer,
  ids: readonly bigint[],
): Promise<Map<bigint, Signal[]>> {
  const { settings, now } = reviewer;
  const known = await lookAt(reviewer, ids);
  return new Map([...known].map(([id, facts]) => [id, signalsOf(facts, settings, now)]));
}
