import type { BrowserContext, Page } from 'playwright-core';
import { vi } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValueFrom } from 'xstate';
import type { UserInfo } from '../../contract/shapes.ts';
import type { Answers, CallName, Stand } from './stand.ts';

type PathOf<Value> = Value extends string
  ? Value
  : {
      [Region in keyof Value & string]: Value[Region] extends infer Inner
        ? Inner extends undefined
          ? never
          : `${Region}.${PathOf<Inner>}`
        : never;
    }[keyof Value & string];
/** What is above a path: a state that has others in it is nowhere to be seen by itself. */
type AboveOf<Path> = Path extends `${infer First}.${infer Rest}`
  ? First | `${First}.${AboveOf<Rest>}`
  : never;
/** The names of the innermost states: `pending.waiting`; of parallel regions each has its own. */
type LeafOf<Value, Path = PathOf<Value>> = Exclude<Path, AboveOf<Path>> & string;

/** Where somebody is while a driver runs: the page, the server that stands in, and their clock. */
export interface Scene<World> {
  page: Page;
  context: BrowserContext;
  stand: Stand;
  /** what is so, and what was done: what the screen has to say is compared with it */
  world: World;
  /** lets the page's time pass */
  pass(ms: number): Promise<void>;
  /** the phone sleeps so long: what was due meanwhile comes at once, when it wakes */
  sleep(ms: number): Promise<void>;
}

/** One way in which something happens to the machine. */
export interface Means<World> {
  name: string;
  by: 'person' | 'network' | 'clock';
  /** what the machine gets by it, in this order; it is not done where the first is not taken */
  events: readonly AnyEventObject[] | ((before: AnyMachineSnapshot) => readonly AnyEventObject[]);
  when?: (snapshot: AnyMachineSnapshot) => boolean;
  act: (scene: Scene<World>) => Promise<unknown>;
  /** the toasts that it brings */
  says?: (world: World, before: AnyMachineSnapshot) => readonly string[];
}

/** What a machine gets by a means where it is. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever world
export const eventsAt = ({ events }: Means<any>, before: AnyMachineSnapshot) =>
  typeof events === 'function' ? events(before) : events;

/** What a person reads at each place of the driver's; null: there is no such place. */
type Sight<World> = (world: World, snapshot: AnyMachineSnapshot) => Record<string, string | null>;

/** One way to begin. */
export interface Beginning<World> {
  name: string;
  /** what the machine begins with */
  input?: unknown;
  /** what happens before anybody looks */
  first?: readonly AnyEventObject[];
  begin: () => World;
  /** where it begins, with which of several actors, and what happens there alone */
  path?: string;
  actor?: readonly string[];
  means?: readonly Means<World>[];
}

/** What of a world every driver needs. */
export interface AnyWorld {
  answers: Answers;
}

/**
 * How a person, the network and the clock lead one machine of the running app from state to state,
 * and what is to be seen in each.
 */
export interface Driver<Machine extends AnyStateMachine, World extends AnyWorld> {
  machine: Machine;
  /** the way to its actor from the root, by ids */
  actor: readonly string[];
  path: string;
  /** where it plays: no two alike, none of them UTC */
  timezoneId: string;
  /** nobody is logged in */
  isVisitor?: boolean;
  permissions?: readonly string[];
  beginnings: readonly Beginning<World>[];
  /** before the page is opened */
  arrange?: (scene: Scene<World>) => Promise<unknown>;
  means: readonly Means<World>[];
  /** what of the context tells two states apart */
  // biome-ignore lint/suspicious/noExplicitAny: of whatever machine
  facts: (context: any) => unknown;
  /** what of the context nobody can foretell */
  unforeseen?: readonly string[];
  /** keeps the walks finite */
  isWithin?: (snapshot: AnyMachineSnapshot) => boolean;
  /** CSS selectors */
  places: Record<string, string>;
  seen: Record<LeafOf<StateValueFrom<Machine>>, Sight<World>>;
  /** transitions that no walk takes, and why; the names are those of the walks */
  undriven: Record<string, string>;
  /** transitions that come along with a step without being its event: no plan has them */
  unplanned?: readonly string[];
}

/** Any driver, for what treats them all alike. */
// biome-ignore lint/suspicious/noExplicitAny: of all worlds and machines at once
export type AnyDriver = Driver<any, any>;

export const defineDriver =
  <World extends AnyWorld>() =>
  <Machine extends AnyStateMachine>(driver: Driver<Machine, World>): Driver<Machine, World> =>
    driver;

/** The innermost states of a value, as `seen` names them. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value as object).flatMap(([region, inner]) =>
    leavesOf(inner).map((leaf) => `${region}.${leaf}`),
  );
}

/** Something that a person does. */
export const person = <World = AnyWorld>(
  name: string,
  events: Means<World>['events'],
  act: Means<World>['act'],
  when: Means<World>['when'] = () => true,
): Means<World> => ({ name, by: 'person', events, act, when });

/** Time passes, and nothing else happens. */
export const passes = <World = AnyWorld>(
  name: string,
  ms: number,
  events: Means<World>['events'],
): Means<World> => ({ name, by: 'clock', events, act: ({ pass }) => pass(ms) });

/** The same, with nothing drawn meanwhile: what is long costs no more than what is short. */
export const sleeps = <World = AnyWorld>(
  name: string,
  ms: number,
  events: Means<World>['events'],
): Means<World> => ({ name, by: 'clock', events, act: ({ sleep }) => sleep(ms) });

/** How long what was done may take to become a request. */
export const ASK_MS = 10_000;

/** Does something, and returns when the app has made a call because of it. */
export async function untilAsked(stand: Stand, call: CallName, act: () => Promise<unknown>) {
  const asked = () => stand.asked.filter(({ name }) => name === call).length;
  const before = asked();
  await act();
  await vi.waitUntil(() => asked() > before, { timeout: ASK_MS });
}

/** Lets time pass until the app makes a call. */
export const passUntilAsked =
  <World>(call: CallName, ms: number): Means<World>['act'] =>
  ({ pass, stand }) =>
    untilAsked(stand, call, () => pass(ms));

/** Of a state that is left as soon as it is entered. */
export const never = () => {
  throw new Error('nobody rests here');
};

export const done = (actor: string, output: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${actor}`,
  output,
  actorId: actor,
});

export const failed = (actor: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${actor}`,
  error,
  actorId: actor,
});

export const after = (delay: string, state: string): AnyEventObject => ({
  type: `xstate.after.${delay}.${state}`,
});

/** As if another tab, or another app, came before the page or went. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** What another window of the browser does, which is heard of by what it has stored. */
export const storeSession = (page: Page, session: { token: string; user: UserInfo } | null) =>
  page.evaluate((stored) => {
    if (stored) {
      localStorage.setItem('userInfo', JSON.stringify(stored.user));
      localStorage.setItem('userInfoAt', JSON.stringify(Date.now()));
      localStorage.setItem('token', stored.token);
    } else {
      localStorage.removeItem('userInfo');
      localStorage.removeItem('token');
    }
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  }, session);
