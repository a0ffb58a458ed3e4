import type { AnyStateMachine } from 'xstate';

/** A machine whose code is fetched after that of the one that starts it. */
export interface LateMachine<Machine extends AnyStateMachine> {
  /** to provide the other one with; nothing may start it before it has arrived */
  machine: Machine;
  arrive(machine: Machine): void;
}

export function createLateMachine<Machine extends AnyStateMachine>(): LateMachine<Machine> {
  let arrived: Machine | null = null;
  const machine = new Proxy({} as Machine, {
    get: (_, key) => {
      // throws before the code is there
      const value: unknown = Reflect.get(arrived as Machine, key);
      return typeof value === 'function' ? value.bind(arrived) : value;
    },
  });
  return {
    machine,
    arrive: (code) => {
      arrived = code;
    },
  };
}
