import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { selectToasts } from '../../../machines/app/app.selectors.ts';
import type { Toast, ToastText } from '../../../machines/app/toasts.ts';
import { endingTexts } from '../../i18n/endings.ts';
import { failureText } from '../../i18n/refusals.ts';
import { storageErrorTexts } from '../../i18n/storage-errors.ts';
import { formatAmount } from '../../ui/numbers.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { useRoot } from '../system/use-child.ts';

/** Texts of toasts without an amount or a failure; others are worded in `Toasts`. */
const toastTexts: Record<
  Exclude<
    ToastText['kind'],
    | 'failure'
    | 'withdrawalSettled'
    | 'welcomed'
    | 'claimPaid'
    | 'claimsNotPersisted'
    | 'shareRewarded'
    | 'taskRewarded'
    | 'extraViews'
  >,
  MessageDescriptor
> = {
  withdrawalSubmitted: msg({
    message: 'Withdrawal submitted.',
    comment: 'Toast: the request was sent.',
  }),
  withdrawInfoSaved: msg({ message: 'Saved.', comment: 'Toast: the withdrawal info was stored.' }),
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
  shareCounted: msg({ message: 'Share counted.', comment: 'Toast: your sharing was counted.' }),
  claimDelayed: msg({
    message: 'Waiting to be sent',
    comment: 'Rewards that were earned and could not be sent to the server yet. Narrow.',
  }),
  claimsQuarantined: msg`Some rewards that wait to be sent could not be read. They stay on this device.`,
  sharedAsVisitor: msg`Thank you for sharing. Log in to be rewarded for it.`,
};

type Tone = 'good' | 'plain' | 'harm';

const tones: Record<Exclude<ToastText['kind'], 'withdrawalSettled'>, Tone> = {
  failure: 'harm',
  withdrawalSubmitted: 'good',
  withdrawInfoSaved: 'good',
  languageFailed: 'harm',
  sessionEnded: 'plain',
  linkCopied: 'good',
  linkCopyFailed: 'harm',
  shareFailed: 'harm',
  welcomed: 'good',
  claimPaid: 'good',
  claimDelayed: 'plain',
  claimsQuarantined: 'harm',
  claimsNotPersisted: 'harm',
  sharedAsVisitor: 'good',
  shareCounted: 'good',
  shareRewarded: 'good',
  taskRewarded: 'good',
  updateFailed: 'harm',
  installFirst: 'harm',
  notificationsNeeded: 'harm',
  notificationsDenied: 'harm',
  notificationsFailed: 'harm',
  extraViews: 'good',
};

function toneOf(text: ToastText): Tone {
  if (text.kind !== 'withdrawalSettled') return tones[text.kind];
  return text.ending === 'paid' || text.ending === 'cancelled' ? 'good' : 'harm';
}

/** Each reward of a new account with its reason, then the text of the refusal. */
function welcomeWords(
  { rewards, refusal }: Extract<ToastText, { kind: 'welcomed' }>,
  i18n: I18n,
): string {
  const parts = rewards.map((reward) => {
    const amount = formatAmount(reward.amount, i18n.locale, true);
    return i18n._(
      reward.type === 'video'
        ? msg({
            message: `${amount} for watching`,
            comment:
              'Part of the list in “Welcome! {list}.” {amount}: a sum with its plus sign; money received for having watched the sample clip.',
          })
        : msg({
            message: `${amount} for registering`,
            comment:
              'Part of the list in “Welcome! {list}.” {amount}: a sum with its plus sign, such as +0.05; money received for having registered.',
          }),
    );
  });
  const list = new Intl.ListFormat(i18n.locale).format(parts);
  const given =
    parts.length > 0
      ? [
          i18n._(
            msg({
              message: `Welcome! ${list}.`,
              comment:
                'Toast after registration. {list}: one or two parts joined by the language’s “and”, such as “+1.00 for registering and +0.05 for watching”.',
            }),
          ),
        ]
      : [];
  return [...given, ...(refusal ? [i18n._(failureText(refusal))] : [])].join(' ');
}

/** The exact sum of amounts with four decimals; `contract/money.ts` is not loaded this early. */
const sumOf = (amounts: readonly string[]) =>
  `${amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)}E-4`;

/** The root's toasts, above all other components. */
export function ToastRegion() {
  const toasts = useSelector(useRoot(), selectToasts);
  // a live region is announced only if its text is added later
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return <Toasts toasts={isMounted ? toasts : []} />;
}

/** Toasts in the user's language. */
export function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const { t, i18n } = useLingui();
  const wordsOf = (text: ToastText): string => {
    switch (text.kind) {
      case 'failure':
        return i18n._(failureText(text.failure));
      case 'withdrawalSettled':
        return i18n._(endingTexts[text.ending]);
      case 'welcomed':
        return welcomeWords(text, i18n);
      case 'taskRewarded':
      case 'claimPaid': {
        const earned = text.kind === 'claimPaid' ? sumOf(text.amounts) : text.amount;
        const amount = formatAmount(earned, i18n.locale, true);
        return t({
          message: `${amount} earned`,
          comment:
            'Toast after an ad or a task. {amount}: a sum with its plus sign, such as +0.05.',
        });
      }
      case 'claimsNotPersisted':
        return i18n._(storageErrorTexts[text.storageError]);
      case 'shareRewarded': {
        const amount = formatAmount(text.amount, i18n.locale, true);
        return t({
          message: `${amount} for sharing`,
          comment:
            'Toast. {amount}: a sum with its plus sign, such as +0.05; money received for having shared.',
        });
      }
      case 'extraViews': {
        const { views } = text;
        return plural(views, {
          one: 'You can earn with # more video today.',
          other: 'You can earn with # more videos today.',
        });
      }
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
