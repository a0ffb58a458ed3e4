import type { Invariant } from './invariants/invariant.ts';
import type { Window } from './world.ts';

/** Prints the events, states and calls that match `WORLD_TRACE`; use it with one scenario and its seed. */
export const trace = (wanted: RegExp): Invariant => ({
  says: 'Nothing: it only prints.',
  watch: ({ world }) => {
    const numbers = new Map<Window, number>();
    const numberOf = (window: Window) => {
      if (!numbers.has(window)) numbers.set(window, numbers.size + 1);
      return numbers.get(window);
    };
    const print = (window: Window, what: string) => {
      const at = new Date(world.clock.nowMs).toISOString();
      if (wanted.test(what)) console.log(at, `window ${numberOf(window)}`, what);
    };
    return {
      event: (window, { type, ...event }) => {
        const { id } = event.actorRef as { id?: string };
        if ('event' in event && type === '@xstate.event')
          print(window, `${id} < ${JSON.stringify(event.event)}`);
        if ('snapshot' in event && 'value' in event.snapshot) {
          print(window, `${id} = ${JSON.stringify(event.snapshot.value)}`);
        }
      },
      called: (window, asked) => print(window, `call ${JSON.stringify(asked)}`),
      answered: (window, exchange) => print(window, `answer ${JSON.stringify(exchange)}`),
    };
  },
});
