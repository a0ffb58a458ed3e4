import { formatMoney } from '../../../contract/money.ts';
import type { RewardType } from '../../../contract/shapes.ts';
import type { Settings } from '../settings.ts';
import { HOUR, utcDay } from '../time.ts';
import type { Facts } from './facts.ts';
import { type SignalName, signalNames } from './rules.ts';

/** The result of one check of a request, as text with its figures. */
export interface Finding {
  readonly name: SignalName;
  /** whether it is a signal: it has reached the operator's threshold */
  readonly raised: boolean;
  readonly text: string;
}

/** A raised finding, stored with the request and shown to reviewers. */
export type Signal = Pick<Finding, 'name' | 'text'>;

/** The source of each reward. */
const SOURCES: Readonly<Record<RewardType, string>> = {
  video: 'clips',
  watch_ad: 'ads',
  click_ad: 'ads',
  invite: 'invitations',
  invite_level_1_reward: 'commissions',
  invite_level_2_reward: 'commissions',
  invite_level_3_reward: 'commissions',
  new_user_reward: 'registration',
  share_reward: 'shares',
  notification_reward: 'tasks',
  download_reward: 'tasks',
};
const OF_FRIENDS = ['invitations', 'commissions'];

const percentOf = (part: bigint, whole: bigint) => (whole === 0n ? 0n : (part * 100n) / whole);
const isOp = (op: string): op is RewardType => Object.hasOwn(SOURCES, op);

/** The sum of each source, the largest first; all corrections together are one source. */
export function sourcesOf({
  earned,
}: Facts): { source: string; amount: bigint; percent: number }[] {
  const sums = new Map<string, bigint>();
  for (const [op, amount] of Object.entries(earned)) {
    const source = isOp(op) ? SOURCES[op] : 'corrections';
    sums.set(source, (sums.get(source) ?? 0n) + BigInt(amount));
  }
  const sorted = [...sums].sort(([, left], [, right]) => Number(right - left));
  const percents = wholePercents(sorted.map(([, amount]) => amount));
  return sorted.map(([source, amount], at) => ({ source, amount, percent: percents[at] ?? 0 }));
}

/** Whole percentages that add up to 100: the rest of rounding down goes to the largest remainders. */
function wholePercents(amounts: readonly bigint[]): number[] {
  const total = amounts.reduce((left, right) => left + right, 0n);
  const percents = amounts.map((amount) => Number(percentOf(amount, total)));
  const left = total === 0n ? 0 : 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const places = amounts.map((amount, place) => ({ place, rest: (amount * 100n) % (total || 1n) }));
  places.sort((one, other) => Number(other.rest - one.rest));
  for (const { place } of places.slice(0, left)) percents[place] = (percents[place] ?? 0) + 1;
  return percents;
}

type Check = (facts: Facts, settings: Settings, now: Date) => Omit<Finding, 'name'>;

const youngAccount: Check = ({ registered_at }, settings, now) => {
  const least = settings.get('review.account_hours');
  const age = (now.getTime() - registered_at.getTime()) / HOUR;
  const hours = (Math.floor(age * 10) / 10).toFixed(1);
  return {
    raised: age < least,
    text: `hours since the registration: ${hours} (a signal below ${least})`,
  };
};

/** Where the server has records of sent clips, rewards for friends who were sent enough do not count. */
const commissions: Check = (facts, settings) => {
  const least = settings.get('review.commission_percent');
  const sources = sourcesOf(facts);
  const sum = (of: typeof sources) => of.reduce((left, { amount }) => left + amount, 0n);
  const total = sum(sources);
  const part = sum(sources.filter(({ source }) => OF_FRIENDS.includes(source)));
  const { by_unsent_friends: unsent, is_media_known } = facts;
  const counted = is_media_known ? unsent : part;
  const known = is_media_known
    ? `; ${formatMoney(unsent)}, ${percentOf(unsent, total)}%, in the last 30 days from friends who were sent no clip, or at most half of the clips that they claimed`
    : '';
  return {
    raised: total > 0n && counted * 100n >= total * BigInt(least),
    text:
      `from invitations and commissions: ${formatMoney(part)} of ${formatMoney(total)} earned, ` +
      `${percentOf(part, total)}%${known} (a signal from ${least}%)`,
  };
};

const sharedAccount: Check = ({ sharing, sharing_names }, settings) => {
  const most = settings.get('review.account_users');
  const users = sharing + 1;
  const more = sharing > sharing_names.length ? ' and more' : '';
  const names = sharing > 0 ? `, besides this one ${sharing_names.join(', ')}${more}` : '';
  return {
    raised: users > most,
    text: `users of this payout account: ${users}${names} (a signal above ${most})`,
  };
};

const sameBlock: Check = ({ registrations }, settings) => {
  const least = settings.get('review.block_registrations');
  const count = registrations === 0 ? 'no longer known' : registrations;
  return {
    raised: registrations >= least,
    text:
      `registrations from the same block of addresses in the last 30 days: ${count} ` +
      `(a signal from ${least})`,
  };
};

/** The percentage of claims that arrived in some way, as text, and whether it raises the signal. */
function shareOf(part: number, { arrived }: Facts, settings: Settings, from: number) {
  const least = settings.get('review.arrivals');
  const percent = percentOf(BigInt(part), BigInt(arrived));
  return {
    raised: arrived >= least && part * 100 >= arrived * from,
    text: `${part} of ${arrived}, ${percent}% (a signal from ${from}% of at least ${least})`,
  };
}

const lateClaims: Check = (facts, settings) => {
  const share = shareOf(facts.late, facts, settings, settings.get('review.late_percent'));
  return { ...share, text: `claims that arrived when their UTC day was over: ${share.text}` };
};

const bursts: Check = (facts, settings) => {
  const share = shareOf(facts.bursts, facts, settings, settings.get('review.burst_percent'));
  const what = 'claims that arrived after another claim in less time than their watch time';
  return { ...share, text: `${what}: ${share.text}` };
};

/** Uses the times stated by the claims. */
const pace: Check = ({ claims, run }, settings) => {
  const length = settings.get('review.pace_claims');
  const leastMs = settings.get('review.pace_pause_ms');
  if (!run) {
    return {
      raised: false,
      text: `claims in the last 30 days: ${claims} (checked if there are ${length} in a row)`,
    };
  }
  const { elapsed, watch_seconds, ended_at } = run;
  const gaps = length - 1;
  // the database counts microseconds: the quotient is rounded to microseconds again
  const pauseMs = Math.round(((elapsed - watch_seconds) * 1e6) / gaps) / 1e3;
  const anHour = Math.round((3_600 * gaps) / elapsed);
  const most = Math.floor((3_600 * gaps) / (watch_seconds + (gaps * leastMs) / 1e3));
  return {
    raised: pauseMs < leastMs,
    text:
      `the fastest ${length} claims in a row, on ${utcDay(ended_at)}: ${elapsed.toFixed(1)} s, ` +
      `${anHour} an hour; their watch times take ${watch_seconds} s, which leaves ` +
      `${Math.floor(pauseMs)} ms from one clip to the next (a signal below ${leastMs} ms; a person ` +
      `manages ${most} an hour)`,
  };
};

const notFetched: Check = ({ played, not_fetched, is_media_known }, settings) => {
  const what = 'claims of clips of which no file was sent to this account: ';
  if (!is_media_known) {
    const why = settings.get('review.media_at_cdn')
      ? 'no log of the CDN was imported'
      : 'this server has sent no file of a clip to a logged-in user';
    return { raised: false, text: `${what}not known, ${why}` };
  }
  const least = settings.get('review.fetch_claims');
  const from = settings.get('review.not_fetched_percent');
  const percent = percentOf(BigInt(not_fetched), BigInt(played));
  return {
    raised: played >= least && not_fetched * 100 >= played * from,
    text:
      `${what}${not_fetched} of ${played}, ${percent}%, without the first claim of each day ` +
      `(a signal from ${from}% of at least ${least})`,
  };
};

const idleInvitees: Check = ({ invitees, idle }, settings) => {
  const least = settings.get('review.idle_invitees');
  const percent = settings.get('review.idle_invitees_percent');
  const share = percentOf(BigInt(idle), BigInt(invitees));
  return {
    raised: invitees >= least && idle * 100 >= invitees * percent,
    text:
      `direct invitees who registered more than a day ago and never watched: ${idle} of ${invitees}, ${share}% ` +
      `(a signal from ${percent}% of at least ${least})`,
  };
};

const CHECKS: Readonly<Record<SignalName, Check>> = {
  young_account: youngAccount,
  commissions,
  shared_account: sharedAccount,
  same_block: sameBlock,
  pace,
  bursts,
  late_claims: lateClaims,
  not_fetched: notFetched,
  idle_invitees: idleInvitees,
};

/** The finding of each signal, raised or not. */
export function findingsOf(facts: Facts, settings: Settings, now: Date): Finding[] {
  return signalNames.map((name) => ({ name, ...CHECKS[name](facts, settings, now) }));
}

export function signalsOf(facts: Facts, settings: Settings, now: Date): Signal[] {
  return findingsOf(facts, settings, now)
    .filter(({ raised }) => raised)
    .map(({ name, text }) => ({ name, text }));
}
