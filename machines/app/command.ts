import type { AnyActorRef, EventFrom } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { ClaimOutcome } from '../claim.machine.ts';
import type { Change } from '../earning.machine.ts';
import { isRefusedFor } from '../failure.ts';
import type { AppChildren, ChildId } from './children.ts';
import type { ChildMessage, PageCommand } from './events.ts';
import { type ScreenName, showsMoney } from './screens.ts';
import { failureToast, type ToastText } from './toasts.ts';

/** What follows from an event: an event for another machine, a toast, or a command for the page. */
export type Command =
  | ChildMessage
  | { toast: ToastText }
  | PageCommand
  /** to the actor that has earned a claim; said here where it is gone */
  | { recipient: AnyActorRef | null; event: ClaimOutcome; otherwise: ToastText | null };

/** Whoever shows what may grow old. */
export type OutdatableId = {
  [Id in ChildId]: { type: 'data.outdated' } extends EventFrom<AppChildren[Id]> ? Id : never;
}[ChildId];
type Outdated = {
  [Id in OutdatableId]: { to: Id; event: { type: 'data.outdated' } };
}[OutdatableId];

export const outdated = (...ids: readonly OutdatableId[]) =>
  ids.map((to): Outdated => ({ to, event: { type: 'data.outdated' } }));

export const toast = (text: ToastText): Command => ({ toast: text });
export const toastIfAny = (text: ToastText | null): Command[] => (text ? [toast(text)] : []);
export const toastFailure = (failure: CallFailure) => toastIfAny(failureToast(failure));

/** Whoever has been paid meanwhile, as after a log-in in between: nothing is lost. */
export const refusedToast = (failure: CallFailure): ToastText | null =>
  isRefusedFor(failure, 'already_rewarded') ? null : failureToast(failure);

export const balanceIs = (balance: string, screen: ScreenName): Command => ({
  to: 'auth',
  event: { type: 'balance.changed', balance, isShown: showsMoney(screen) },
});

/** What the answer to a claim says of the day's clips, and of all rewards. */
export const tally = (change: Change): ChildMessage => ({
  to: 'earning',
  event: { type: 'count.changed', ...change },
});

/** The server knows of a share: extra views may be asked for. */
export const shareCounted: readonly Command[] = [
  { to: 'earning', event: { type: 'share.counted' } },
  ...outdated('sharedToday'),
];

/** Has the stage ask what clips can earn now. */
export const earningChanged: ChildMessage = { to: 'feed', event: { type: 'earning.changed' } };

/** What waits may go. */
export const sendClaims: ChildMessage = { to: 'outbox', event: { type: 'send.due' } };

export const renewUser: Command = { to: 'auth', event: { type: 'user.outdated' } };
