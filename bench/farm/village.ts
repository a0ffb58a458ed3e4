import { DAY, HOUR, MINUTE } from '../../server/domain/time.ts';
import type { Client } from './client.ts';
import type { Clock } from './clock.ts';
import type { Phone } from './phone.ts';
import { type Random, randomOf } from './random.ts';

/** How one honest person is; times in milliseconds since 1970. */
export interface Habits {
  readonly joinsAt: number;
  /** the place of the friend whose invitation they follow */
  readonly inviter: number | null;
  /** chance to open the app on a day */
  readonly daily: number;
  readonly clipsASitting: number;
  /** looks at a clip for so much longer than the rule asks, at most */
  readonly lingersSeconds: number;
  /** ticks "stay logged in" */
  readonly staysLoggedIn: boolean;
  /** balance at which they want to be paid, units */
  readonly wants: number;
  /** of the family, as they type it; then one of their own */
  readonly payoutAccounts: readonly [string, string];
}

/** Somebody of the village, and what the server did to them. */
export interface Villager {
  readonly place: number;
  readonly habits: Habits;
  readonly village: Village;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly phone: Phone;
  inviteCode: string | null;
  readonly tasksDone: Set<string>;
  readonly seen: Experience;
}

/** Whole village behind one address. */
export interface Village {
  readonly villagers: Villager[];
}

/** What a rule did to one person; milliseconds. */
export interface Experience {
  paidClips: number;
  /** how long they waited to be let in, after they first tried to register */
  registrationDelay: number;
  /** first time that they wanted to be paid and had enough */
  wantedAt: number | null;
  /** first request that was taken */
  requestedAt: number | null;
  /** asked for payment before the clips that the rules ask for */
  heldBackByClips: number;
  /** the family's payout account serves as many as the rules allow */
  tookOwnAccount: boolean;
  /** a request sent twice, as a phone on a bad network does, that was answered otherwise */
  answeredOtherwise: number;
  /** refusals that no rule which the app states explains, as `call: reason` */
  readonly unexplained: string[];
}

/** Of ten people two pairs and one family of three share a payout account, and three are alone. */
const FAMILIES = [0, 0, 1, 1, 2, 2, 2, 3, 4, 5];
const FAMILY_BLOCK = 6;

interface Around {
  readonly seed: number;
  readonly people: number;
  readonly days: number;
  readonly start: Date;
}

/**
 * Forty of two hundred register in one hour, when somebody shows the app at a gathering; the others
 * over a third of the time. Half of those who come later follow a friend's invitation.
 */
export function habitsOf(place: number, { seed, people, days, start }: Around): Habits {
  const random = randomOf(seed, `habits ${place}`);
  const gathering = Math.ceil(people / 5);
  const evening = start.getTime() + 18 * HOUR;
  const joinsAt =
    place < gathering
      ? evening + random.between(0, 59) * MINUTE
      : evening + Math.floor((place / people) * (days / 3)) * DAY + random.between(0, 90) * MINUTE;
  const family = Math.floor(place / 10) * FAMILY_BLOCK + (FAMILIES[place % 10] ?? 0);
  const follows = place >= gathering && random.happens(0.5);
  return {
    // nobody at the same moment, so that the same ones find the hour's registrations used up
    joinsAt: joinsAt + place,
    inviter: follows ? random.between(0, Math.floor(place / 2)) : null,
    daily: random.between(3, 9) / 10,
    clipsASitting: random.between(3, 10),
    lingersSeconds: random.between(2, 20),
    staysLoggedIn: random.happens(0.9),
    wants: random.between(1, 6),
    payoutAccounts: [phone(family), phone(5000 + place)],
  };
}

const phone = (number: number) => `0918${String(1_000_000 + number * 37).padStart(7, '0')}`;

export const newExperience = (): Experience => ({
  paidClips: 0,
  registrationDelay: 0,
  wantedAt: null,
  requestedAt: null,
  heldBackByClips: 0,
  tookOwnAccount: false,
  answeredOtherwise: 0,
  unexplained: [],
});
