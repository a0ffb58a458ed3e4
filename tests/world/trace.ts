import type { Law } from './laws/law.ts';

/** Prints what happens, line by line, where it matches `WORLD_TRACE`: for one life, with its seed. */
export const trace = (wanted: RegExp): Law => ({
  says: 'Nothing: it only tells.',
  watch: ({ world }) => {
    const print = (what: string) => {
      if (wanted.test(what)) console.log(new Date(world.clock.nowMs).toISOString(), what);
    };
    return {
      event: (_, { type, ...event }) => {
        const { id } = event.actorRef as { id?: string };
        if ('event' in event && type === '@xstate.event')
          print(`${id} < ${JSON.stringify(event.event)}`);
        if ('snapshot' in event && 'value' in event.snapshot) {
          print(`${id} = ${JSON.stringify(event.snapshot.value)}`);
        }
      },
      called: (_, asked) => print(`call ${JSON.stringify(asked)}`),
      answered: (_, exchange) => print(`answer ${JSON.stringify(exchange)}`),
    };
  },
});
