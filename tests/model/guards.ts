import { type AnyStateMachine, and } from 'xstate';
import { nameOf, transitionsOf } from './model.ts';

/** The transitions, by name, whose guards have held, and those whose guards have failed. */
export interface GuardResults {
  held: Set<string>;
  failed: Set<string>;
}

/**
 * Records the result of each guard that the machine evaluates.
 * @param machine is changed, so no other test may use it
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

/** Guards that always have the same result, by the names of their transitions, with the reason. */
export const oneSidedGuards: Readonly<Record<string, string>> = {
  'friends --level.chosen [isSame]--> friends.level3':
    'never fails: it is checked last, and only the last of the four levels is left',
};

/** Returns the machine's guards that never held, or never failed, by the names of their transitions. */
export function oneSidedGuardsOf(
  machine: AnyStateMachine,
  { held, failed }: GuardResults,
): string[] {
  const guarded = transitionsOf(machine).filter(({ guard }) => guard);
  return guarded.map(nameOf).filter((name) => !held.has(name) || !failed.has(name));
}
