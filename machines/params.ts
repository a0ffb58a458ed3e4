/** Parameters of an action or guard: the output of this `onDone`'s actor. */
export const output = <Answer>({ event }: { event: { output: Answer } }) => event.output;

/** Parameters of an action or guard: a field of the event. */
export const field =
  <const Key extends string>(key: Key) =>
  <Value>({ event }: { event: Record<Key, Value> }) =>
    event[key];
