import { formatMoney } from '../../contract/money.ts';
import { DAY, HOUR, MINUTE } from '../../server/domain/time.ts';
import { friendDelaysOf, type Takings } from './accounts.ts';
import type { Villager } from './village.ts';
import type { World } from './world.ts';

/** What may be said to an honest person, and which rule says it; anything else is unexplained. */
const STATED: Readonly<Record<string, string>> = {
  'checkIn: invalid_credentials': 'their own mistyped password',
  'checkIn: too_many_attempts': 'limit.registrations_per_hour',
  'checkIn: proof_needed': 'register.proof_after: the device works for up to a second',
  'info: session 401': 'a session without "stay logged in" lasts 24 hours: log in again',
  'updateWdinfo: account_shared': 'withdraw.accounts_shared_max: the third of a family',
};

/** Hours that an earned invitation may take here: the simulation delivers every hour. */
const DELIVERED_WITHIN = HOUR;

/**
 * How long the limit of an address may make one of a village wait, if all of them come at once: who
 * is not in the first hour's number is in a later one's.
 */
function longestRegistration(people: number, perHour: number): number {
  const hours = perHour === 0 ? 0 : Math.floor(Math.max(0, people - 1) / perHour);
  return hours * HOUR;
}

export interface VillageReport {
  readonly lines: readonly string[];
  /** refusals and delays that no stated rule explains; none is what the product promises */
  readonly unexplained: readonly string[];
}

/** What the rules did to a village of honest people. */
export async function villageReport(world: World, takings: Takings): Promise<VillageReport> {
  const { villagers, villageCalls, settings, decisions } = world;
  const released = settings.get('invite.release_after_videos');
  const friends = await friendDelaysOf(world.pool, 'villager\\_%', released);
  const late = friends.filter((friend) => friend.late > DELIVERED_WITHIN);
  const perHour = settings.get('limit.registrations_per_hour');
  const longest = longestRegistration(villagers.length, perHour);
  const tally = [...villageCalls.refusals];
  const unexplained = [
    ...tally
      .filter(([reason]) => !(reason in STATED))
      .map(([reason, n]) => `${reason}, ${n} times`),
    ...villagers.flatMap(({ seen }) => seen.unexplained),
    ...decisions
      .filter(({ username, isPaid }) => username.startsWith('villager_') && !isPaid)
      .map(({ username, signals }) => `${username} was taken for a farm: ${signals.join(' and ')}`),
    ...villagers
      .filter(({ seen }) => seen.registrationDelay > longest)
      .map(({ seen }) => `a registration waited ${inWords(seen.registrationDelay)}`),
    ...late.map((friend) => `an invitation's reward came ${inWords(friend.late)} late`),
  ];
  return {
    unexplained,
    lines: [
      ...moneyLines(villagers, takings),
      ...delayLines(villagers, friends, released),
      'refused:',
      ...tally.map(([reason, n]) => `  ${reason}, ${n} times (${STATED[reason] ?? 'no rule'})`),
      `refused or delayed by more than the rules state: ${unexplained.length}`,
      ...unexplained.map((line) => `  ${line}`),
    ],
  };
}

function moneyLines(villagers: readonly Villager[], takings: Takings): string[] {
  const each = (amount: bigint) => formatMoney(amount / BigInt(takings.accounts || 1));
  const earned = takings.channels.reduce((sum, channel) => sum + channel.earned, 0n);
  const asked = villagers.filter(({ seen }) => seen.requestedAt !== null).length;
  return [
    `let in: ${takings.accounts} of ${villagers.length}`,
    `earned per person: ${each(earned)}; paid out: ${each(takings.paid)}; ` +
      `still in wallets: ${each(takings.inWallets)}; requested, not paid: ${each(takings.held)}`,
    `asked to be paid: ${asked}; were paid: ${takings.paidAccounts}`,
    `on its way for friends who have not watched enough: ${formatMoney(takings.onItsWay)} in all`,
  ];
}

function delayLines(
  villagers: readonly Villager[],
  friends: readonly { readonly waited: number }[],
  released: number,
): string[] {
  const waits = villagers.map(({ seen }) => seen.registrationDelay).filter((ms) => ms > 0);
  const held = villagers.filter(({ seen }) => seen.heldBackByClips > 0);
  const heldFor = held.map(({ seen: { requestedAt, wantedAt } }) =>
    requestedAt === null || wantedAt === null ? 0 : requestedAt - wantedAt,
  );
  const own = villagers.filter(({ seen }) => seen.tookOwnAccount).length;
  const otherwise = villagers.reduce((sum, { seen }) => sum + seen.answeredOtherwise, 0);
  return [
    'delayed:',
    `  at registration (limit.registrations_per_hour): ${spread(waits)}`,
    `  payment until enough clips (withdraw.requirements.videos): ${spread(heldFor)}`,
    `  an invitation's reward until the friend's paid clip ${released}: ` +
      spread(friends.map(({ waited }) => waited)),
    `told that the family's payout account serves as many as it may, and took their own: ${own}`,
    `requests sent twice that were answered otherwise the second time: ${otherwise}`,
  ];
}

/** Of how many, half of them at most, the longest. */
function spread(delays: readonly number[]): string {
  const sorted = delays.toSorted((left, right) => left - right);
  const longest = sorted.at(-1);
  if (longest === undefined) return 'nobody';
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${sorted.length}, half of them within ${inWords(middle)}, the longest ${inWords(longest)}`;
}

function inWords(milliseconds: number): string {
  if (milliseconds >= DAY) return `${(milliseconds / DAY).toFixed(1)} days`;
  if (milliseconds >= HOUR) return `${(milliseconds / HOUR).toFixed(1)} hours`;
  return `${Math.ceil(milliseconds / MINUTE)} min`;
}
