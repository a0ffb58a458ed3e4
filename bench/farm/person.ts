import { HOUR } from '../../server/domain/time.ts';
import type { Client } from './client.ts';
import type { Clock } from './clock.ts';
import type { Stage } from './opponent.ts';
import { Phone } from './phone.ts';
import type { Random } from './random.ts';

/** Habits of one honest person; times in milliseconds since 1970. */
export interface Habits {
  readonly joinsAt: number;
  /** chance to open the app on a day */
  readonly daily: number;
  readonly clipsPerVisit: number;
  /** the most seconds of watching beyond the required time */
  readonly lingersSeconds: number;
  /** ticks "stay logged in" */
  readonly staysLoggedIn: boolean;
  /** balance for which they withdraw, units */
  readonly wants: number;
  /** the family's account in the person's spelling, then their own */
  readonly payoutAccounts: readonly [string, string];
}

/** An honest person, and the server's effects on them. */
export interface Person {
  readonly name: string;
  readonly place: number;
  readonly habits: Habits;
  /** the friend whose invitation they follow */
  readonly inviter: Person | null;
  readonly client: Client;
  readonly clock: Clock;
  readonly until: Date;
  readonly random: Random;
  readonly phone: Phone;
  inviteCode: string | null;
  readonly tasksDone: Set<string>;
  readonly seen: Experience;
}

/** Effects of the rules on one person; milliseconds. */
interface Experience {
  paidClips: number;
  /** time from the first try to register until success */
  registrationDelay: number;
  /** first time that they had enough and wanted a payment */
  wantedAt: number | null;
  /** first accepted withdrawal */
  requestedAt: number | null;
  /** times that they wanted a payment before its requirements were met */
  unmetRequests: number;
  /** the family's payout account has reached its limit of people */
  tookOwnAccount: boolean;
  /** clips that were watched offline: paid, and not paid because of a rule */
  paidOffline: number;
  lostOffline: number;
  /** refusals that no stated rule explains, as `call: reason` */
  readonly unexplained: string[];
}

/** Usual habits; such a person joins in the evening of the first day. */
export function usualHabits(stage: Stage, name: string): Habits {
  const random = stage.randomOf(`habits ${name}`);
  return {
    joinsAt: stage.clock.time + 18 * HOUR + random.between(0, HOUR),
    daily: random.between(3, 9) / 10,
    clipsPerVisit: random.between(3, 10),
    lingersSeconds: random.between(2, 20),
    staysLoggedIn: random.happens(0.9),
    wants: random.between(1, 6),
    payoutAccounts: [phoneOf(random), phoneOf(random)],
  };
}

export const phoneOf = (random: Random): string => `0918${random.between(1_000_000, 9_999_999)}`;

export function newPerson(
  stage: Stage,
  who: Pick<Person, 'name' | 'place' | 'habits' | 'client'> & { readonly inviter?: Person },
): Person {
  return {
    inviter: null,
    ...who,
    clock: stage.clock,
    until: stage.until,
    random: stage.randomOf(who.name),
    phone: new Phone(),
    inviteCode: null,
    tasksDone: new Set(),
    seen: {
      paidClips: 0,
      registrationDelay: 0,
      wantedAt: null,
      requestedAt: null,
      unmetRequests: 0,
      tookOwnAccount: false,
      paidOffline: 0,
      lostOffline: 0,
      unexplained: [],
    },
  };
}
