import { vi } from 'vitest';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { ModuleInput } from '../../machines/app/events.ts';
import { createEffects, type Effects } from '../../src/app/system/effects.ts';
import { isPromise } from '../model/live.ts';
import { globalsOf, PASSKEY_OPTIONS } from './fake-browser.ts';
import { Grants } from './grants.ts';

type Fields = Record<string, unknown>;
type Any = (...args: unknown[]) => unknown;

/** The grants of the fake browser in which the current actor runs. */
export const world = { grants: new Grants() };

/** Stands in for any value: an empty array with any property, 0 as a number, passkey options as a string. */
export const anything: unknown = new Proxy([], {
  get: (target, key) => {
    if (key === 'then' || key === 'toJSON') return undefined;
    if (key === Symbol.toPrimitive) {
      return (hint: string) => (hint === 'number' ? 0 : PASSKEY_OPTIONS);
    }
    if (key === 'replace') return () => '';
    return key in target ? Reflect.get(target, key) : anything;
  },
});

/** Returns the app's real effects in a new fake browser; its server answers every call by `anything`. */
export function newFakeBrowser(): Effects {
  const grants = new Grants();
  world.grants = grants;
  for (const [name, value] of Object.entries(globalsOf(grants))) vi.stubGlobal(name, value);
  const real = createEffects({ token: () => 'token', onSessionEnded: () => undefined });
  const api = (_call: unknown, _input: unknown, options: { signal?: AbortSignal } = {}) =>
    grants.later(() => anything, options.signal);
  const effects: Fields = {
    ...real,
    api,
    config: () => grants.later(() => ({ push: null, web_push: { vapid_key: 'AAAA' } })),
    country: () => grants.later(() => null),
    // some providers get `load` or the players instead of all effects
    load: (_: unknown, signal: AbortSignal) => api(null, null, { signal }),
    ...real.players,
  };
  for (const name of ['calls', 'serverClock', 'storage', 'install']) {
    const port = Object.entries(real[name as keyof Effects] as Fields);
    const counted = port.map(([key, value]) => [
      key,
      key.startsWith('watch') ? grants.counted(`${name}.${key}`, value as Any) : value,
    ]);
    effects[name] = Object.fromEntries(counted);
  }
  const prompt = async () => grants.begin('an offer to install');
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  const scroller = { scrollTop: 0, clientHeight: 800, scrollTo: () => undefined };
  real.clipScroller.attach(grants.target('the stage', scroller) as never);
  return effects as unknown as Effects;
}

/** The modules that create actors; their file names follow no common pattern. */
const modules = {
  ...import.meta.glob<Fields>('../../src/app/actors/*.ts', { eager: true }),
  ...import.meta.glob<Fields>('../../src/debug/**/*.actors.ts', { eager: true }),
  ...import.meta.glob<Fields>('../../src/app/system/page.ts', { eager: true }),
};
// loads the ports in advance: the first actor that imports one would otherwise wait longer than all others
import.meta.glob(['../../src/ports/*.ts', '!**/proof-solver.ts'], { eager: true });

export const makers = Object.values(modules).flatMap((module) =>
  Object.entries(module)
    .filter(([name]) => /^(provide|start|createPage)/.test(name))
    .map(([, make]) => make),
);

export const input = { user: { id: 3 }, idPrefix: 'n', module: 'third' } as unknown as ModuleInput;

type NamedActor = [name: string, logic: AnyActorLogic];

/** Lists the promise actors and listeners of a maker's machines, each named `machine.actor`. */
export function actorsIn(found: unknown, effects?: Effects, name = 'app.runPage'): NamedActor[] {
  const all = (each: unknown, its = name): NamedActor[] => actorsIn(each, effects, its);
  if (typeof found === 'function') return all(found(effects, input));
  if (Array.isArray(found)) return found.flatMap((each) => all(each));
  const { logic, implementations, id, config } = (found ?? {}) as Fields & Partial<AnyStateMachine>;
  if (logic) return all(logic);
  if (implementations) {
    return Object.entries(implementations.actors).flatMap(([src, each]) =>
      all(each, `${id}.${src}`),
    );
  }
  return typeof config === 'function' ? [[name, found as AnyActorLogic]] : [];
}

/** Every actor that the app provides: its name and its maker. */
export function everyActor(): { name: string; make: unknown; isListener: boolean }[] {
  const effects = newFakeBrowser();
  const all = makers.flatMap((make) =>
    actorsIn(make, effects).map(([name, logic]) => ({ name, make, isListener: !isPromise(logic) })),
  );
  vi.unstubAllGlobals();
  return all;
}

/** Commands for listeners that receive some, sent at the start. */
const commands: Record<string, { type: string }[]> = {
  'app.runPage': [{ type: 'page.awaitIdle' }],
  'appUpdate.watchActivity': [{ type: 'activity.asked' }],
  'feed.runStage': [{ type: 'stage.scrollTo' }],
  'outbox.runStore': [{ type: 'store.open' }],
  'video.playClip': [{ type: 'player.play' }],
};

/** Runs an actor as XState does. @returns a function that stops it */
function run(name: string, logic: AnyActorLogic): () => void {
  const { config } = logic as unknown as { config: Any };
  const subscribe = () => ({ unsubscribe: world.grants.give('a subscription to an actor') });
  const neighbour = { getSnapshot: () => ({ children: {}, context: {} }), subscribe };
  const system = { get: () => neighbour };
  if (isPromise(logic)) {
    const stopping = new AbortController();
    Promise.resolve(config({ input: anything, signal: stopping.signal, system })).catch(() => {});
    return () => stopping.abort();
  }
  const tells: ((command: unknown) => void)[] = [];
  const receive = (tell: (command: unknown) => void) => void tells.push(tell);
  const stop = config({
    input: anything,
    sendBack: () => undefined,
    receive,
    system,
  }) as () => void;
  if (tells.length > 0 && !commands[name]) {
    throw new Error(`say in \`commands\` what ${name} can be told`);
  }
  for (const tell of tells) for (const command of commands[name] ?? []) tell(command);
  return stop;
}

/** The most steps that an actor needs one after another. */
export const MAX_STEPS = 12;

/** In an even step, advances time by a second; in an odd step, answers all pending requests. */
export async function step(at: number): Promise<void> {
  // lets imports finish
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (at % 2 === 0) vi.advanceTimersByTime(1_000);
  else world.grants.answer();
}

/**
 * Runs an actor for `steps` steps, then stops it. Returns its grants, the grants that it did not release, and
 * the effects that it began after its stop.
 */
export async function tryActor({ name, make }: { name: string; make: unknown }, steps: number) {
  const effects = newFakeBrowser();
  const { grants } = world;
  const logic = actorsIn(make, effects).find(([each]) => each === name)?.[1];
  if (!logic) throw new Error(`${name} is made no more`);
  const held = grants.held;
  grants.seen.clear();
  const stop = run(name, logic);
  if (vi.getTimerCount() > 0) grants.seen.add('a timer');
  for (let at = 0; at < steps; at += 1) await step(at);
  stop();
  grants.isActorStopped = true;
  for (let at = 0; at < MAX_STEPS; at += 1) await step(at);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const kept = [...grants.held, ...Array(vi.getTimerCount()).fill('a timer')];
  for (const each of held) kept.splice(kept.indexOf(each), 1);
  vi.clearAllTimers();
  return { granted: [...grants.seen], kept, tooLate: grants.tooLate };
}
