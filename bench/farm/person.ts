import { HOUR } from '../../server/domain/time.ts';
import type { Client } from './client.ts';
import type { Clock } from './clock.ts';
import type { Stage } from './opponent.ts';
import { Phone } from './phone.ts';
import type { Random } from './random.ts';

/** How one honest person is; times in milliseconds since 1970. */
export interface Habits {
  readonly joinsAt: number;
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

/** Somebody honest, and what the server did to them. */
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

/** What a rule did to one person; milliseconds. */
interface Experience {
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
  /** clips that were watched without a line: paid, and not paid as the rules say */
  paidOffline: number;
  lostOffline: number;
  /** refusals that no rule which the app states explains, as `call: reason` */
  readonly unexplained: string[];
}

/** What is usual; whoever joins in the evening of the first day. */
export function usualHabits(stage: Stage, name: string): Habits {
  const random = stage.randomOf(`habits ${name}`);
  return {
    joinsAt: stage.clock.time + 18 * HOUR + random.between(0, HOUR),
    daily: random.between(3, 9) / 10,
    clipsASitting: random.between(3, 10),
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
      heldBackByClips: 0,
      tookOwnAccount: false,
      paidOffline: 0,
      lostOffline: 0,
      unexplained: [],
    },
  };
}
