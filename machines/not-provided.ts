import {
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type ParameterizedObject,
} from 'xstate';

function refuse(what: string, name: string): never {
  throw new Error(`the ${what} "${name}" was not provided`);
}

/** The default of an actor that the app must provide: rejects with an error that names it. */
export function notProvided<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  name: string,
) {
  return fromPromise<Output, Input>(() => refuse('actor', name));
}

/** The default of a listener, an actor that reports events and has no output. */
export function listenerNotProvided<
  Event extends EventObject = EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(name: string) {
  return fromCallback<Event, Input>(() => refuse('listener', name));
}

/** The default of an action with an effect outside the machines, perhaps with parameters. */
export function actionNotProvided<
  Params extends ParameterizedObject['params'] | undefined = undefined,
>(name: string) {
  return (_: unknown, _params: Params) => refuse('action', name);
}
