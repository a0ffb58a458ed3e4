import type { CallFailure } from '../../contract/failure.ts';
import type { RewardLog } from '../../contract/shapes.ts';

/** What a toast says; the words are found where it is drawn. */
export type ToastText =
  | { kind: 'failure'; failure: CallFailure }
  | { kind: 'withdrawalSubmitted' | 'withdrawalPaid' | 'withdrawalRejected' }
  | { kind: 'withdrawInfoSaved' }
  | { kind: 'languageFailed' | 'sessionEnded' | 'linkCopied' | 'linkCopyFailed' | 'shareFailed' }
  | { kind: 'welcomed'; rewards: RewardLog[]; refusal: CallFailure | null }
  | { kind: 'claimPaid'; amount: string }
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

/** Spec section 9. */
const TOAST_MS = 2_000;
/** several sums and what they are for, read by somebody who has just arrived */
const WELCOME_MS = 8_000;

const timeOf = ({ kind }: ToastText) => (kind === 'welcomed' ? WELCOME_MS : TOAST_MS);

export interface Toasts {
  show(text: ToastText): void;
  read(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

/** Toasts that are on the screen now, the newest last; each leaves by itself. */
export function createToasts(): Toasts {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  const put = (text: ToastText) => {
    // a line that breaks fails many calls at once: it is said once
    const isSaid = toasts.some((toast) => JSON.stringify(toast.text) === JSON.stringify(text));
    if (text.kind === 'failure' && isSaid) return;
    lastId += 1;
    const id = lastId;
    set([...toasts, { id, text }]);
    setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), timeOf(text));
  };
  return {
    // the dialog that the same news closes is gone by then, and does not take it along
    show: (text) => void setTimeout(() => put(text)),
    read: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
