import { DAY, HOUR } from '../../server/domain/time.ts';
import { friendDelaysOf, paymentDelaysOf } from './accounts.ts';
import { inWords, percentOf, spread } from './figures.ts';
import type { Person } from './person.ts';
import type { Played, World } from './world.ts';

/** Refusals that honest people must expect, with the rule for each; every other refusal is unexplained. */
const STATED: Readonly<Record<string, string>> = {
  'checkIn: invalid_credentials': 'their own mistyped password',
  'checkIn: too_many_attempts': 'limit.registrations_per_hour',
  'checkIn: proof_needed': 'register.proof_after: the device works for up to a second',
  'info: session 401': 'a session without "stay logged in" lasts 24 hours: log in again',
  'updateWdinfo: account_shared': 'withdraw.accounts_shared_max: the third person of a family',
};

/** The longest accepted delay of an earned invitation: the simulation delivers every hour. */
const DELIVERED_WITHIN = HOUR;
/** The operator pays once a day. */
const PAID_WITHIN = DAY;

/** Effects of the rules on honest people of one kind. */
export interface Harms {
  /** refusals and delays that no stated rule explains; the product promises that there are none */
  readonly unexplained: readonly string[];
  /** delays by stated rules, in words */
  readonly lines: readonly string[];
}

export async function harmsOf(world: World, played: Played): Promise<Harms> {
  const { pool, settings, decisions } = world;
  const { opponent, people, tally } = played;
  const pattern = `${opponent.name}\\_%`;
  const releaseAfter = settings.get('invite.release_after_videos');
  const friends = await friendDelaysOf(pool, pattern, releaseAfter);
  const payments = await paymentDelaysOf(pool, pattern);
  const perHour = settings.get('limit.registrations_per_hour');
  const refusals = [...tally.refusals];
  const unexplained = [
    ...refusals
      .filter(([reason]) => !(reason in STATED))
      .map(([reason, n]) => `${reason}, ${n} times`),
    ...people.flatMap(({ name, seen }) => seen.unexplained.map((what) => `${name}: ${what}`)),
    ...decisions
      .filter(({ username, isPaid }) => username.startsWith(`${opponent.name}_`) && !isPaid)
      .map(({ username, signals }) => `${username} was taken for a farm: ${signals.join(' and ')}`),
    ...people
      .filter(({ seen }) => seen.registrationDelay > longestRegistration(people.length, perHour))
      .map(({ seen }) => `a registration waited ${inWords(seen.registrationDelay)}`),
    ...friends
      .filter(({ late }) => late > DELIVERED_WITHIN)
      .map(({ late }) => `an invitation's reward came ${inWords(late)} late`),
    ...payments
      .filter((late) => late > PAID_WITHIN)
      .map((late) => `a payment came ${inWords(late)} after it could be paid`),
  ];
  return {
    unexplained,
    lines: [
      ...delayLines(people, friends, releaseAfter),
      `payment after it could be paid: ${spread(payments)}`,
      ...refusals.map(
        ([reason, n]) => `refused: ${reason}, ${n} times (${STATED[reason] ?? 'no rule'})`,
      ),
    ],
  };
}

/**
 * The longest delay of a registration by the limit of an address, if a whole village registers at once:
 * people above an hour's limit wait for a later hour.
 */
function longestRegistration(people: number, perHour: number): number {
  const hours = perHour === 0 ? 0 : Math.floor(Math.max(0, people - 1) / perHour);
  return hours * HOUR;
}

function delayLines(
  people: readonly Person[],
  friends: readonly { readonly waited: number }[],
  releaseAfter: number,
): string[] {
  const waits = people.map(({ seen }) => seen.registrationDelay).filter((ms) => ms > 0);
  const held = people.filter(({ seen }) => seen.unmetRequests > 0);
  const heldFor = held.map(({ seen: { requestedAt, wantedAt } }) =>
    requestedAt === null || wantedAt === null ? 0 : requestedAt - wantedAt,
  );
  const own = people.filter(({ seen }) => seen.tookOwnAccount).length;
  const sum = (of: 'paidOffline' | 'lostOffline') =>
    people.reduce((all, { seen }) => all + seen[of], 0);
  const [paid, lost] = [sum('paidOffline'), sum('lostOffline')];
  return [
    `waited at registration (limit.registrations_per_hour): ${spread(waits)}`,
    `waited with a payment for enough clips (withdraw.requirements.videos): ${spread(heldFor)}`,
    `waited for an invitation's reward until the friend's paid clip ${releaseAfter}: ` +
      spread(friends.map(({ waited }) => waited)),
    ...(own === 0
      ? []
      : [
          `people who took an account of their own, because the family's account serves no more people: ${own}`,
        ]),
    ...(paid + lost === 0
      ? []
      : [
          `clips watched offline: ${paid + lost}; paid ${paid}; not paid ${lost}, of days for which ` +
            `nothing was served (claim.late_days), ${percentOf(lost, paid + lost)}`,
        ]),
  ];
}
