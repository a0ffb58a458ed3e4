import type { CallFailure } from '../../contract/failure.ts';
import type { RewardLog } from '../../contract/shapes.ts';
import type { ClaimAnswer, StorageError } from '../outbox/claim.ts';
import type { Ending } from '../withdrawal/rules.ts';

/** Content of a toast; the component that draws it chooses the words. */
export type ToastText =
  | { kind: 'failure'; failure: CallFailure }
  | { kind: 'withdrawalSubmitted' | 'withdrawInfoSaved' }
  | { kind: 'withdrawalSettled'; ending: Ending }
  | { kind: 'languageFailed' | 'sessionEnded' | 'linkCopied' | 'linkCopyFailed' | 'shareFailed' }
  | { kind: 'welcomed'; rewards: RewardLog[]; refusal: CallFailure | null }
  | { kind: 'claimPaid'; amounts: readonly string[] }
  | { kind: 'claimDelayed' | 'claimsQuarantined' }
  | { kind: 'claimsNotPersisted'; storageError: StorageError }
  | { kind: 'sharedAsVisitor' | 'shareCounted' }
  | { kind: 'shareRewarded' | 'taskRewarded'; amount: string }
  | { kind: 'updateFailed' }
  | { kind: 'installFirst' | 'notificationsNeeded' }
  | { kind: 'notificationsDenied' | 'notificationsFailed' }
  | { kind: 'extraViews'; views: number };

export interface Toast {
  id: number;
  text: ToastText;
}

export type Sum = Toast & { text: Extract<ToastText, { kind: 'claimPaid' }> };

/** Spec section 9. */
const TOAST_MS = 2_000;
/** for several amounts with their reasons, or a message to remember */
const LONG_MS = 8_000;
type ShortToastKind =
  | 'failure'
  | 'withdrawalSubmitted'
  | 'withdrawInfoSaved'
  | 'withdrawalSettled'
  | 'languageFailed'
  | 'sessionEnded'
  | 'linkCopied'
  | 'linkCopyFailed'
  | 'shareFailed'
  | 'claimPaid'
  | 'claimDelayed'
  | 'sharedAsVisitor'
  | 'shareCounted'
  | 'shareRewarded'
  | 'taskRewarded'
  | 'updateFailed'
  | 'installFirst'
  | 'notificationsNeeded'
  | 'notificationsDenied'
  | 'notificationsFailed'
  | 'extraViews';
const long: Record<Exclude<ToastText['kind'], ShortToastKind>, true> = {
  welcomed: true,
  claimsNotPersisted: true,
  claimsQuarantined: true,
};

/** The toast shows a request's id, for the user to write down; each request has a different id. */
const hasRequestId = (text: ToastText) => text.kind === 'failure' && 'requestId' in text.failure;

/** How long a toast is shown, in milliseconds. */
export const toastMs = (text: ToastText) =>
  text.kind in long || hasRequestId(text) ? LONG_MS : TOAST_MS;

/** A broken connection or server fails many calls at once: one toast is enough. */
export const isShownAlready = (toasts: readonly Toast[], text: ToastText) =>
  text.kind === 'failure' &&
  toasts.some(
    (toast) =>
      (hasRequestId(toast.text) && hasRequestId(text)) ||
      JSON.stringify(toast.text) === JSON.stringify(text),
  );

/** An ended session has its own toast and leads to the log-in. */
export const failureToast = (failure: CallFailure): ToastText | null =>
  failure.kind === 'sessionEnded' ? null : { kind: 'failure', failure };

export const earned = ({ reward }: ClaimAnswer): ToastText => ({
  kind: 'claimPaid',
  amounts: [reward],
});
