import { type EventObject, enqueueActions, type ParameterizedObject, raise } from 'xstate';
import { spawnFetched } from '../spawn-fetched.ts';
import { isSessionChild } from './children.ts';
import type { AppContext } from './context.ts';
import type { AppEvent, ChildMessage, ChildStart, PageCommand, RoutedEvent } from './events.ts';
import { missedMessages, sessionMessages } from './missed-messages.ts';
import { commandsFor } from './routes.ts';
import { isShownAlready, type Sum, type Toast, type ToastText, toastMs } from './toasts.ts';

type Params = ParameterizedObject['params'] | undefined;
type Steps<P extends Params> = Parameters<
  typeof enqueueActions<AppContext, EventObject, P, AppEvent, never, never, never, never, never>
>[0];

/** Makes one action of several, which have no names in the machine's setup. */
const inSteps = <P extends Params = undefined>(steps: Steps<P>) =>
  enqueueActions<AppContext, EventObject, P, AppEvent, never, never, never, never, never>(steps);

/** Starts the children that do not run yet, and sends each the messages that it missed. */
export const startChildren = inSteps<readonly ChildStart[]>(({ context, enqueue }, starts) => {
  const due = starts.filter(({ id }) => !context.running.includes(id));
  for (const each of due)
    enqueue(spawnFetched(each.logic, { id: each.id, systemId: each.id, input: each.input }));
  enqueue.assign({
    running: [...context.running, ...due.map(({ id }) => id)],
    starts: context.starts + 1,
  });
  for (const { to, event } of missedMessages(context)) {
    if (due.some(({ id }) => id === to)) enqueue.sendTo(to, event);
  }
});

/** Stops the children of the session that has ended. */
export const stopSession = inSteps(({ context, enqueue }) => {
  for (const id of context.running) if (isSessionChild(id)) enqueue.stopChild(id);
  enqueue.assign({ running: context.running.filter((id) => !isSessionChild(id)), visited: [] });
});

/** Sends the commands that an event leads to. */
export const dispatch = inSteps<RoutedEvent>(({ context, enqueue }, event) => {
  // raised in a later task: the toast must not close with the dialog that the same event closes
  const toast = (text: ToastText) => enqueue.raise({ type: 'toast.due', text }, { delay: 0 });
  for (const command of commandsFor(event, context)) {
    if ('to' in command) {
      const { to } = command;
      if (context.running.includes(to)) enqueue.sendTo(to, command.event);
    } else if ('recipient' in command) {
      const { recipient } = command;
      if (recipient?.getSnapshot().status === 'active') enqueue.sendTo(recipient, command.event);
      else if (command.otherwise) toast(command.otherwise);
    } else if ('toast' in command) {
      toast(command.toast);
    } else {
      enqueue.sendTo('page', command);
    }
  }
});

/** Toasts are drawn by the third boot phase, which also starts `ticker` and never stops it. */
const canSeeToasts = ({ running }: AppContext) => running.includes('ticker');

const endLater = ({ id, text }: Toast) =>
  raise<AppContext, EventObject, AppEvent, undefined, never>(
    { type: 'toast.ended', id },
    { delay: toastMs(text) },
  );

export const showToast = inSteps<ToastText>(({ context, enqueue }, text) => {
  const { toasts, toastsShown } = context;
  if (isShownAlready(toasts, text)) return;
  // once the device is online again, many claims are paid at once: one toast shows all amounts
  const sum =
    text.kind === 'claimPaid' && toasts.find((each): each is Sum => each.text.kind === text.kind);
  const toast = {
    id: toastsShown + 1,
    text: sum ? { ...text, amounts: [...sum.text.amounts, ...text.amounts] } : text,
  };
  enqueue.assign({
    toasts: [...toasts.filter((each) => each !== sum), toast],
    toastsShown: toast.id,
  });
  if (canSeeToasts(context)) enqueue(endLater(toast));
});

/** Starts the timers of the toasts that were due before they could be drawn. */
export const showEarlyToasts = inSteps(({ context, enqueue }) => {
  if (!canSeeToasts(context)) for (const toast of context.toasts) enqueue(endLater(toast));
});

export const enterSession = inSteps(({ context: { user, running }, enqueue }) => {
  for (const { to, event } of user ? sessionMessages(user) : []) {
    if (running.includes(to)) enqueue.sendTo(to, event);
  }
});

export const leaveSession = inSteps(({ context: { running }, enqueue }) => {
  for (const id of ['outbox', 'push'] as const)
    if (running.includes(id)) enqueue.sendTo(id, { type: 'session.left' });
  // `push` does not run yet and cannot do this itself
  if (!running.includes('push')) {
    enqueue.sendTo('page', { type: 'page.forgetPushSync' } satisfies PageCommand);
  }
});

/** Sends an event to a child, if it runs. */
const send = ({ to, event }: ChildMessage) =>
  inSteps(({ context: { running }, enqueue }) => {
    if (running.includes(to)) enqueue.sendTo(to, event);
  });

export const openShare = send({ to: 'share-feed', event: { type: 'share.pressed' } });

/** Reports to the feed that the boot phase that draws the screen is loaded. */
export const releaseNextClip = send({ to: 'feed', event: { type: 'screen.loaded' } });

/** Reports a failed load that belongs to no machine. */
export const doubtConnectivity = send({
  to: 'connectivity',
  event: { type: 'connectivity.doubted' },
});

export const redirect = inSteps(({ context: { isVisitor }, enqueue }) => {
  enqueue.sendTo('page', { type: isVisitor ? 'page.logIn' : 'page.return' } satisfies PageCommand);
});
