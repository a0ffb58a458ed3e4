import type {
  ActionArgs,
  ActionFunction,
  AnyActorRef,
  EventObject,
  MachineContext,
  ParameterizedObject,
} from 'xstate';
import { sendTo } from 'xstate';

/** The system id of the root machine, which routes events to other machines. */
export const ROOT = 'app';

/**
 * Type of the root's events. `app/events.ts` fills it in, since that file imports the machines, which import this file.
 * @public no file imports it by name
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled in there
export interface RootTakes {}
type RoutedEvent = Extract<RootTakes[keyof RootTakes], EventObject>;

/**
 * An action that sends an event to the root machine, from any depth of its tree.
 * @param event the event, or a function of the context, the event and the parameters that makes it
 */
export const notify = <
  Context extends MachineContext,
  Expression extends EventObject,
  Params extends ParameterizedObject['params'] | undefined,
  Event extends EventObject,
>(
  event:
    | RoutedEvent
    | ((args: ActionArgs<Context, Expression, Event>, params: Params) => RoutedEvent),
): ActionFunction<Context, Expression, Event, Params, never, never, never, never, never> =>
  sendTo<Context, Expression, Params, AnyActorRef, Event, never>(
    ({ system }) => system.get(ROOT),
    event,
  );
