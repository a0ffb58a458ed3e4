import { type AnyStateMachine, and } from 'xstate';
import { nameOf, transitionsOf } from './model.ts';

/** How guards have turned out, by the names of their transitions. */
export interface GuardResults {
  held: Set<string>;
  failed: Set<string>;
}

/**
 * Notes how each guard turns out, whenever the machine asks it.
 * @param machine is changed: one that nobody else has
 */
export function watchGuards(machine: AnyStateMachine, { held, failed }: GuardResults): void {
  for (const transition of transitionsOf(machine)) {
    const { guard } = transition;
    if (!guard) continue;
    const name = nameOf(transition);
    // XState has no other way to evaluate a guard of any kind
    const asked = and([guard as never]) as unknown as Asked;
    const check: Asked['check'] = (snapshot, args) => {
      const holds = asked.check(snapshot, args, asked);
      (holds ? held : failed).add(name);
      return holds;
    };
    const type = typeof guard === 'string' ? guard : 'type' in guard ? guard.type : 'inline';
    Object.assign(transition, { guard: Object.assign(() => false, { check, type }) });
  }
}

interface Asked {
  check: (snapshot: unknown, args: unknown, params?: unknown) => boolean;
}

/** Guards that turn out one way only, by the names of their transitions, and why. */
export const oneSidedGuards: Readonly<Record<string, string>> = {
  'friends --level.chosen [isSame]--> friends.level3':
    'never fails: it is checked last, and only the last of the four levels is left',
};

/** The machine's guards that were not seen to hold as well as to fail. */
export function oneSidedGuardsOf(
  machine: AnyStateMachine,
  { held, failed }: GuardResults,
): string[] {
  const guarded = transitionsOf(machine).filter(({ guard }) => guard);
  return guarded.map(nameOf).filter((name) => !held.has(name) || !failed.has(name));
}
