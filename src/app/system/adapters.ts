import {
  type AnyActorLogic,
  type AnyStateMachine,
  type CallbackActorLogic,
  type CallbackLogicFunction,
  type EventFrom,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';

/** What a machine may be provided with, by the names of its own declaration. */
type Logics<Machine extends AnyStateMachine> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>;

// a promise actor takes any event, a listener those of its declaration
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

type PromiseCreator<Logic> =
  Logic extends PromiseActorLogic<infer Output, infer Input>
    ? (args: { input: Input; signal: AbortSignal }) => Promise<Output>
    : never;
type Listener<Logic, Machine extends AnyStateMachine> =
  Logic extends CallbackActorLogic<infer Event, infer Input>
    ? CallbackLogicFunction<Event, EventFrom<Machine>, Input>
    : never;

const mapped = <Result>(functions: object, logicOf: (each: never) => AnyActorLogic) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, each]) => [name, logicOf(each as never)]),
  ) as Result;

/**
 * All promise actors that a machine declares, with the inputs and outputs of its declaration:
 * one that is forgotten does not compile. Leaving the state aborts the signal.
 */
export const promises = <Machine extends AnyStateMachine>(
  _machine: Machine,
  creators: { [Name in keyof Promises<Machine>]: PromiseCreator<Promises<Machine>[Name]> },
) => mapped<Promises<Machine>>(creators, fromPromise);

/**
 * All listeners that a machine declares. They report in its own events only, and return how to
 * stop.
 */
export const listeners = <Machine extends AnyStateMachine>(
  _machine: Machine,
  watches: { [Name in keyof Listeners<Machine>]: Listener<Listeners<Machine>[Name], Machine> },
) => mapped<Listeners<Machine>>(watches, fromCallback);
