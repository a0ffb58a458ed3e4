/** The parameters of an action or guard: what the actor of this `onDone` has answered. */
export const output = <Answer>({ event }: { event: { output: Answer } }) => event.output;

/** The same: a field of the event. */
export const field =
  <const Key extends string>(key: Key) =>
  <Value>({ event }: { event: Record<Key, Value> }) =>
    event[key];
