import type { Client } from './client.ts';
import type { Clock, Life } from './clock.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** An opponent's environment: one server on a simulated clock, perhaps with other opponents. */
export interface Stage {
  readonly clock: Clock;
  readonly until: Date;
  /** value of `--accounts`, for opponents of an ordinary size */
  readonly accounts: number;
  /** random numbers by the seed, one stream for each name */
  randomOf(name: string): Random;
  /** Creates a client. @param host 0 to 255, within a block of addresses of this opponent */
  clientAt(host: number, block?: number): Client;
}

/** Goals of the rules: scripts earn little, funds last, honest people are unharmed. */
type Goal = 'takes little' | 'funds last' | 'unharmed';

/**
 * A kind of script or of honest people that uses the server for a month. All accounts are called
 * NAME_0, NAME_1 and so on. A new opponent is a file in `opponents/`, listed in `opponents/every.ts`.
 */
export interface Opponent {
  readonly name: string;
  /** description for the output */
  readonly about: string;
  /** null: only its earnings are printed */
  readonly goal: Goal | null;
  play(stage: Stage): Play;
}

export interface Play {
  /** each account's life from the first moment until the end */
  readonly lives: readonly Life[];
  /** people whose experience is recorded; not given for a script */
  readonly people?: readonly Person[];
}

/** A play of honest people, with a life for each. */
export function playOf(people: readonly Person[], life: (person: Person) => Life): Play {
  return { people, lives: people.map(life) };
}
