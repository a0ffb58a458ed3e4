import {
  type ActionArgs,
  type ActionFunction,
  type AnyActorRef,
  type EventObject,
  enqueueActions,
  type MachineContext,
  type ParameterizedObject,
} from 'xstate';

/** The system's name of the root machine, which decides what an event means to the others. */
export const ROOT = 'app';

/** Whom an actor belongs to. In a test it may stand alone: it then sends to itself, unheard. */
export const parentOf = ({ self }: { self: AnyActorRef }): AnyActorRef => self._parent ?? self;

/**
 * An action that sends an event to the root machine, from however deep in its tree. A machine that
 * runs without one, as in its own tests, emits the event instead.
 * @param event what happened, or how to tell it from the context, the event and the parameters
 */
export function notify<
  Context extends MachineContext,
  Expression extends EventObject,
  Params extends ParameterizedObject['params'] | undefined,
  Event extends EventObject,
  const Notification extends EventObject,
>(
  event:
    | Notification
    | ((args: ActionArgs<Context, Expression, Event>, params: Params) => Notification),
): ActionFunction<Context, Expression, Event, Params, never, never, never, never, Notification> {
  return enqueueActions<
    Context,
    Expression,
    Params,
    Event,
    never,
    never,
    never,
    never,
    Notification
  >(({ enqueue, ...args }, params) => {
    const happened = typeof event === 'function' ? event(args, params) : event;
    const root = args.system.get(ROOT);
    if (root) enqueue.sendTo(root, happened);
    else enqueue.emit(happened);
  });
}
