import { type EventObject, enqueueActions, type ParameterizedObject, raise } from 'xstate';
import { spawnFetched } from '../spawn-fetched.ts';
import { isOfSession } from './children.ts';
import type { AppContext } from './context.ts';
import type { AppEvent, ChildMessage, ChildStart, PageCommand, RoutedEvent } from './events.ts';
import { knownBefore, tellSession } from './known.ts';
import { commandsFor } from './routes.ts';
import { isShownAlready, type Sum, type Toast, type ToastText, toastMs } from './toasts.ts';

type Params = ParameterizedObject['params'] | undefined;
type Steps<P extends Params> = Parameters<
  typeof enqueueActions<AppContext, EventObject, P, AppEvent, never, never, never, never, never>
>[0];

/** Several actions in a row; they need none that the machine names. */
const inSteps = <P extends Params = undefined>(steps: Steps<P>) =>
  enqueueActions<AppContext, EventObject, P, AppEvent, never, never, never, never, never>(steps);

/** Starts those that do not run yet; each is told what it came too late to hear. */
export const startChildren = inSteps<readonly ChildStart[]>(({ context, enqueue }, starts) => {
  const due = starts.filter(({ id }) => !context.running.includes(id));
  for (const each of due)
    enqueue(spawnFetched(each.logic, { id: each.id, systemId: each.id, input: each.input }));
  enqueue.assign({
    running: [...context.running, ...due.map(({ id }) => id)],
    starts: context.starts + 1,
  });
  for (const { to, event } of knownBefore(context)) {
    if (due.some(({ id }) => id === to)) enqueue.sendTo(to, event);
  }
});

/** What belonged to whoever was there ends. */
export const stopSession = inSteps(({ context, enqueue }) => {
  for (const id of context.running) if (isOfSession(id)) enqueue.stopChild(id);
  enqueue.assign({ running: context.running.filter((id) => !isOfSession(id)), visited: [] });
});

/** Tells everybody whom it concerns what an event means to them. */
export const dispatch = inSteps<RoutedEvent>(({ context, enqueue }, event) => {
  // when the dialog that the same event closes is gone, and does not take it along
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

/** What draws toasts comes with the last stage of starting, and stays. */
const canSeeToasts = ({ running }: AppContext) => running.includes('ticker');

const endLater = ({ id, text }: Toast) =>
  raise<AppContext, EventObject, AppEvent, undefined, never>(
    { type: 'toast.ended', id },
    { delay: toastMs(text) },
  );

export const showToast = inSteps<ToastText>(({ context, enqueue }, text) => {
  const { toasts, toastsShown } = context;
  if (isShownAlready(toasts, text)) return;
  // a connection that returns pays many at once: what is earned while a sum is shown is added to it
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

/** Now somebody sees what was said before: its time begins. */
export const showEarlyToasts = inSteps(({ context, enqueue }) => {
  if (!canSeeToasts(context)) for (const toast of context.toasts) enqueue(endLater(toast));
});

export const enterSession = inSteps(({ context: { user, running }, enqueue }) => {
  for (const { to, event } of user ? tellSession(user) : []) {
    if (running.includes(to)) enqueue.sendTo(to, event);
  }
});

export const leaveSession = inSteps(({ context: { running }, enqueue }) => {
  for (const id of ['outbox', 'push'] as const)
    if (running.includes(id)) enqueue.sendTo(id, { type: 'session.left' });
  // it is not there yet to do so itself
  if (!running.includes('push')) {
    enqueue.sendTo('page', { type: 'page.forgetPushSync' } satisfies PageCommand);
  }
});

/** Tells one, if it runs. */
const send = ({ to, event }: ChildMessage) =>
  inSteps(({ context: { running }, enqueue }) => {
    if (running.includes(to)) enqueue.sendTo(to, event);
  });

export const openShare = send({ to: 'share-feed', event: { type: 'share.pressed' } });

/** The stage that draws the screen is there. */
export const releaseNextClip = send({ to: 'feed', event: { type: 'screen.loaded' } });

/** Something did not come that is no machine's. */
export const doubtConnectivity = send({
  to: 'connectivity',
  event: { type: 'connectivity.doubted' },
});

export const redirect = inSteps(({ context: { isVisitor }, enqueue }) => {
  enqueue.sendTo('page', { type: isVisitor ? 'page.logIn' : 'page.return' } satisfies PageCommand);
});
