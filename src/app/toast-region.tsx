import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { failureText } from '../i18n/messages.ts';
import { formatAmount } from '../ui/numbers.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useToasts } from './system-context.tsx';
import type { ToastText } from './toasts.ts';

/** Toasts that say one thing; those with an amount or a failure in them are worded where shown. */
const toastTexts: Record<
  Exclude<
    ToastText['kind'],
    'failure' | 'welcomed' | 'claimPaid' | 'shareRewarded' | 'taskRewarded' | 'extraViews'
  >,
  MessageDescriptor
> = {
  withdrawalSubmitted: msg`Withdrawal submitted.`,
  withdrawalPaid: msg`Your withdrawal was paid.`,
  withdrawalRejected: msg`Your withdrawal was rejected. The amount is back in your balance.`,
  withdrawInfoSaved: msg`Saved.`,
  updateFailed: msg`The update did not start. Please try again.`,
  languageFailed: msg`This language could not be loaded.`,
  sessionEnded: msg`Your session has ended. Please log in again.`,
  linkCopied: msg`Link copied.`,
  linkCopyFailed: msg`The link could not be copied.`,
  installFirst: msg`Install the app first.`,
  notificationsNeeded: msg`Notifications must be allowed for this.`,
  notificationsDenied: msg`Notifications were not allowed.`,
  notificationsFailed: msg`Something went wrong with notifications. Please try again.`,
  shareFailed: msg`Sharing failed or was cancelled.`,
  shareCounted: msg`Share counted.`,
  sharedAsVisitor: msg`Thank you for sharing. Log in to be rewarded for it.`,
};

const good: ReadonlySet<ToastText['kind']> = new Set([
  'withdrawalSubmitted',
  'withdrawalPaid',
  'withdrawInfoSaved',
  'linkCopied',
  'welcomed',
  'claimPaid',
  'shareRewarded',
  'shareCounted',
  'sharedAsVisitor',
  'taskRewarded',
  'extraViews',
]);
const plain: ReadonlySet<ToastText['kind']> = new Set(['sessionEnded']);

const toneOf = ({ kind }: ToastText) =>
  good.has(kind) ? 'good' : plain.has(kind) ? 'plain' : 'harm';

/** Each sum that a new account was given and what it is for, then what it was not given. */
function welcomeWords(
  { rewards, refusal }: Extract<ToastText, { kind: 'welcomed' }>,
  i18n: I18n,
): string {
  const parts = rewards.map((reward) => {
    const amount = formatAmount(reward.amount, i18n.locale, true);
    return i18n._(
      reward.type === 'video' ? msg`${amount} for watching` : msg`${amount} for registering`,
    );
  });
  const list = new Intl.ListFormat(i18n.locale).format(parts);
  const given = parts.length > 0 ? [i18n._(msg`Welcome! ${list}.`)] : [];
  return [...given, ...(refusal ? [i18n._(failureText(refusal))] : [])].join(' ');
}

/** Toasts in the reader's words. */
export function ToastRegion() {
  const { t, i18n } = useLingui();
  const toasts = useToasts();
  const wordsOf = (text: ToastText): string => {
    switch (text.kind) {
      case 'failure':
        return i18n._(failureText(text.failure));
      case 'welcomed':
        return welcomeWords(text, i18n);
      case 'taskRewarded':
      case 'claimPaid': {
        const amount = formatAmount(text.amount, i18n.locale, true);
        return t`${amount} earned`;
      }
      case 'shareRewarded': {
        const amount = formatAmount(text.amount, i18n.locale, true);
        return t`${amount} for sharing`;
      }
      case 'extraViews':
        return plural(text.views, {
          one: 'You can earn with # more video today.',
          other: 'You can earn with # more videos today.',
        });
      default:
        return i18n._(toastTexts[text.kind]);
    }
  };
  return (
    <Toaster
      toasts={toasts.map(({ id, text }) => ({
        id,
        tone: toneOf(text),
        text: wordsOf(text),
      }))}
    />
  );
}
