import type { Client } from './client.ts';
import type { Clock, Life } from './clock.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** What an opponent finds: one server on a simulated clock, which others may use as well. */
export interface Stage {
  readonly clock: Clock;
  readonly until: Date;
  /** as `--accounts` says, for opponents of an ordinary size */
  readonly accounts: number;
  /** numbers that follow from the seed, one stream for each name */
  randomOf(name: string): Random;
  /** A way to the server. @param host 0 to 255, of a block of addresses that is this opponent's */
  clientAt(host: number, block?: number): Client;
}

/** What is asked of the rules: that a script takes little, that funds last, that nobody honest is harmed. */
type Goal = 'takes little' | 'funds last' | 'unharmed';

/**
 * Who lives on the server for a month: a kind of script, or honest people. All accounts are called
 * NAME_0, NAME_1 and so on. A new one is a file in `opponents/`, named in `opponents/every.ts`.
 */
export interface Opponent {
  readonly name: string;
  /** what they are, for the printed text */
  readonly about: string;
  /** null: it is only told what they take */
  readonly goal: Goal | null;
  play(stage: Stage): Play;
}

export interface Play {
  /** what each account does until the end, from the first moment on */
  readonly lives: readonly Life[];
  /** who can tell what the rules did to them: nobody, where a script plays */
  readonly people?: readonly Person[];
}

/** Honest people, and what each of them does. */
export function playOf(people: readonly Person[], life: (person: Person) => Life): Play {
  return { people, lives: people.map(life) };
}
