import type { AnyActorRef, EventFrom } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { ClaimOutcome } from '../claim.machine.ts';
import type { Change } from '../earning.machine.ts';
import { isRefusedFor } from '../failure.ts';
import type { AppChildren, ChildId } from './children.ts';
import type { ChildMessage, PageCommand } from './events.ts';
import { type ScreenName, showsEstimate } from './screens.ts';
import { failureToast, type ToastText } from './toasts.ts';

/** A consequence of an event: an event for another machine, a toast, or a command for the page. */
export type Command =
  | ChildMessage
  | { toast: ToastText }
  | PageCommand
  /** to the actor that has earned a claim; `otherwise` is the toast where that actor has stopped */
  | { recipient: AnyActorRef | null; event: ClaimOutcome; otherwise: ToastText | null };

/** Ids of the children whose data can become outdated. */
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

/** Returns no toast for `already_rewarded`: the user was paid before. */
export const refusedToast = (failure: CallFailure): ToastText | null =>
  isRefusedFor(failure, 'already_rewarded') ? null : failureToast(failure);

export const balanceChanged = (balance: string, screen: ScreenName): Command => ({
  to: 'auth',
  event: { type: 'balance.changed', balance, isShown: showsEstimate(screen) },
});

/** Updates the day's count of clips and the pause of rewards from the answer to a claim. */
export const countChanged = (change: Change): ChildMessage => ({
  to: 'earning',
  event: { type: 'count.changed', ...change },
});

/** The server has counted a share: extra views may be asked for. */
export const shareCounted: readonly Command[] = [
  { to: 'earning', event: { type: 'share.counted' } },
  ...outdated('sharedToday'),
];

/** Makes the feed report the eligibility to its clips again. */
export const earningChanged: ChildMessage = { to: 'feed', event: { type: 'earning.changed' } };

/** Makes the outbox send waiting claims. */
export const sendClaims: ChildMessage = { to: 'outbox', event: { type: 'send.due' } };

export const renewUser: Command = { to: 'auth', event: { type: 'user.outdated' } };
