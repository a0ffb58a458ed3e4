import { fromCallback, fromPromise, SimulatedClock } from 'xstate';

/** Creates a promise actor; the test answers each of its calls by index, or the latest one. */
export function controlledPromise<Output, Input>() {
  const calls: {
    input: Input;
    resolve: (output: Output) => void;
    reject: (why: unknown) => void;
  }[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input }) =>
      new Promise<Output>((resolve, reject) => {
        calls.push({ input, resolve, reject });
      }),
  );
  const at = (index: number) => {
    const call = calls.at(index);
    if (!call) throw new Error(`there was no call ${index}`);
    return call;
  };
  return {
    logic,
    inputs: () => calls.map(({ input }) => input),
    answer: async (output: Output, index = -1) => {
      at(index).resolve(output);
      await settled();
    },
    fail: async (why: unknown, index = -1) => {
      at(index).reject(why);
      await settled();
    },
  };
}

/** Waits until settled promises have taken effect. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export const silent = fromCallback(() => undefined);

/** The screen becomes visible. */
export const look = { type: 'visibility.changed', isVisible: true } as const;

export const clock = () => new SimulatedClock();
