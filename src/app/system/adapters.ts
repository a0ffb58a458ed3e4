import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  type CallbackActorLogic,
  type CallbackLogicFunction,
  type EventFrom,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';
import { timedOut } from '../../../machines/failure.ts';

/** The actors that a machine declares, by their names. */
type Logics<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

// a promise actor accepts any event, a listener only those of its declaration
type IsPromise<Logic> =
  Logic extends PromiseActorLogic<infer _Output, infer _Input>
    ? string extends keyof EventFromLogic<Logic>
      ? true
      : false
    : false;
type IsListener<Logic> =
  Logic extends CallbackActorLogic<infer _Event, infer _Input>
    ? string extends keyof EventFromLogic<Logic>
      ? false
      : true
    : false;

type Promises<Machine extends AnyStateMachine, Logic = Logics<Machine>> = {
  [Name in keyof Logic as IsPromise<Logic[Name]> extends true ? Name : never]: Logic[Name];
};
type Listeners<Machine extends AnyStateMachine, Logic = Logics<Machine>> = {
  [Name in keyof Logic as IsListener<Logic[Name]> extends true ? Name : never]: Logic[Name];
};

type PromiseArguments<Input> = {
  input: Input;
  signal: AbortSignal;
  system: AnyActorRef['system'];
};
type Creator<Output, Input> = (args: PromiseArguments<Input>) => Promise<Output>;
type PromiseCreator<Logic> =
  Logic extends PromiseActorLogic<infer Output, infer Input> ? Creator<Output, Input> : never;
type Listener<Logic, Machine extends AnyStateMachine> =
  Logic extends CallbackActorLogic<infer Event, infer Input>
    ? CallbackLogicFunction<Event, EventFrom<Machine>, Input>
    : never;

const mapped = <Result>(functions: object, logicOf: (each: never, name: string) => AnyActorLogic) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, each]) => [name, logicOf(each as never, name)]),
  ) as Result;

/**
 * One API call times out after 15 s. An actor may need several calls, and before them its code, a
 * lock or the disk: this limit is for all of it.
 */
const LONGEST_MS = 20_000;

/** Runs an actor's work; after the time limit it is aborted and fails with `timedOut`. */
function withTimeout<Output>(
  work: (signal: AbortSignal) => Promise<Output>,
  stopped: AbortSignal,
): Promise<Output> {
  const tooLate = new AbortController();
  return new Promise<Output>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(timedOut);
      tooLate.abort();
    }, LONGEST_MS);
    const forget = () => clearTimeout(timer);
    stopped.addEventListener('abort', forget);
    work(AbortSignal.any([stopped, tooLate.signal]))
      .then(resolve, reject)
      .finally(forget);
  });
}

/** A promise actor with a time limit. Leaving the state aborts the signal. */
export const fromCall = <Output, Input>(create: Creator<Output, Input>) =>
  fromPromise<Output, Input>(({ signal, ...args }) =>
    withTimeout((limited) => create({ ...args, signal: limited }), signal),
  );

/**
 * All promise actors that a machine declares, with the declared inputs and outputs: a missing one does not compile.
 * Each has a time limit.
 * @param endedByMachine actors without a time limit, which may take longer because of the user or a large file: the
 * machine ends their states, by delays or by the user's events
 */
export const promises = <Machine extends AnyStateMachine>(
  _machine: Machine,
  creators: { [Name in keyof Promises<Machine>]: PromiseCreator<Promises<Machine>[Name]> },
  endedByMachine: readonly (keyof Promises<Machine>)[] = [],
) =>
  mapped<Promises<Machine>>(creators, (create, name) =>
    (endedByMachine.some((each) => each === name) ? fromPromise : fromCall)(create),
  );

/**
 * All listeners that a machine declares. They report only the machine's own events, and return an
 * unsubscribe function.
 */
export const listeners = <Machine extends AnyStateMachine>(
  _machine: Machine,
  watches: { [Name in keyof Listeners<Machine>]: Listener<Listeners<Machine>[Name], Machine> },
) => mapped<Listeners<Machine>>(watches, (watch) => fromCallback(watch));
