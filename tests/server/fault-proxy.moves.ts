import type { Random } from '../../bench/farm/random.ts';
import { formatMoney } from '../../contract/money.ts';
import { SettlementError } from '../../server/domain/payout-steps.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { addMilliseconds, DAY, utcDay } from '../../server/domain/time.ts';
import type { CallName } from './http/client.ts';
import type { ModelUser, Outcome } from './ledger-model.ts';
import type { TestDomain } from './support.ts';

/** Repeats a call under one idempotency key until it is decided. @returns `ok` or the refusal, and data */
export type Decide = (
  name: CallName,
  input: object,
) => Promise<{ outcome: Outcome; data: Record<string, unknown> }>;

/** A person who uses the app, and the model of their account. */
export interface Player {
  readonly userId: bigint;
  readonly decide: Decide;
  readonly model: ModelUser;
}

interface Place {
  readonly domain: TestDomain;
  /** ids of the clips of `TERMS`, in the same order */
  readonly clips: readonly number[];
}

/** The outcome of a move, and the outcome that the model expects. */
type Played = Promise<readonly [Outcome, Outcome]>;

async function watch(place: Place, player: Player, random: Random): Played {
  const { domain, clips } = place;
  const clip = random.between(0, clips.length);
  // a claim that starts the watch time may have another outcome if it is sent twice
  if (player.model.servesAgain(clip)) return look(place, player);
  const now = domain.now();
  const videos_id = clips[clip] ?? 999_999;
  if (random.happens(0.5)) {
    const { outcome } = await player.decide('record', { videos_id });
    return [outcome, player.model.watch(clip, now.getTime())];
  }
  const ago = [0, 1_000, 6_000, DAY / 4, DAY, 3 * DAY][random.between(0, 5)] ?? 0;
  const earned_at = addMilliseconds(now, -ago);
  const { outcome } = await player.decide('record', { videos_id, earned_at });
  return [outcome, player.model.claim(clip, earned_at.getTime(), now.getTime())];
}

async function look({ domain }: Place, { decide, model }: Player): Played {
  const { outcome } = await decide('playable', { page: 1, limit: 100 });
  return [outcome, model.look(domain.now().getTime())];
}

async function share({ domain }: Place, { decide, model }: Player, random: Random): Played {
  const earned_at = addMilliseconds(domain.now(), -random.between(0, 2) * DAY);
  const { outcome } = await decide('claimShareReward', { earned_at });
  return [outcome, model.share(utcDay(earned_at))];
}

async function welcome(_: Place, { decide, model }: Player): Played {
  const { outcome, data } = await decide('handleLoginReward', {});
  const isEmpty = Array.isArray(data.rewards) && data.rewards.length === 0;
  return [isEmpty ? 'empty' : outcome, model.welcome()];
}

async function withdraw({ domain }: Place, player: Player, random: Random): Played {
  const { decide, model, userId } = player;
  const amount = BigInt(random.between(9_999, 14_000));
  const { outcome, data } = await decide('withdraw', { amount: formatMoney(amount) });
  const wanted = model.withdraw(amount);
  if (outcome !== 'ok') return [outcome, wanted];
  const { id } = data.withdrawal as { id: number };
  const ending = random.next();
  if (ending < 0.3) {
    const cancelled = await decide('cancelWithdrawal', { id });
    return [`ok ${cancelled.outcome}`, `${wanted} ${model.reject()}`];
  }
  if (ending > 0.8) return [outcome, wanted];
  return [
    `ok ${await settle(domain, userId, ending < 0.6)}`,
    `${wanted} ${endOf(model, ending < 0.6)}`,
  ];
}

const endOf = (model: ModelUser, isPaid: boolean) => (isPaid ? model.approve() : model.reject());

/** Settles a withdrawal as the operator does, on a connection without faults. */
async function settle({ pool, now }: TestDomain, userId: bigint, isPaid: boolean) {
  const { rows } = await pool.query<{ newest: bigint }>(
    'select max(withdrawal_id) as newest from withdrawal where user_id = $1',
    [userId],
  );
  const id = Number(rows[0]?.newest ?? 0);
  try {
    if (isPaid) await approveWithdrawal(pool, id, now());
    else await rejectWithdrawal(pool, id, 'not now', now());
    return 'ok';
  } catch (error) {
    if (error instanceof SettlementError) return 'nothing';
    throw error;
  }
}

/** Plays one random move of a person, in the product and in the model. */
export async function play(place: Place, player: Player, random: Random): Played {
  const { domain } = place;
  const { decide, model, userId } = player;
  model.turnTo(utcDay(domain.now()));
  const chosen = random.next();
  if (chosen < 0.15) return look(place, player);
  if (chosen < 0.5) return watch(place, player, random);
  if (chosen < 0.6) return share(place, player, random);
  if (chosen < 0.7) return welcome(place, player);
  if (chosen < 0.77) {
    return [(await decide('claimTask', { task: 'download_app' })).outcome, model.task()];
  }
  if (chosen < 0.82)
    return [(await decide('checkAndAddExtraRewards', {})).outcome, model.addViews()];
  if (chosen < 0.87) {
    const isPaid = random.happens(0.5);
    return [await settle(domain, userId, isPaid), endOf(model, isPaid)];
  }
  return withdraw(place, player, random);
}
