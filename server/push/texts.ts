import { formattingTag, resolveLocale } from '../../contract/languages.ts';
import type { PushKind } from '../../contract/push.ts';
import type { OwnerChange } from '../domain/notify-owner.ts';
import { textIn } from '../domain/texts.ts';
import { enclosed, isolated } from '../words/isolated.ts';
import { reasonIn } from '../words/reasons.ts';
import { sumIn } from '../words/sum.ts';
import { say, spokenLanguages } from '../words/words.ts';

export interface PushText {
  readonly title: string;
  readonly body: string;
}

/**
 * @param formats locale of numbers
 * @param lang language of the text
 */
type Values = (detail: string, formats: string, lang: string) => Record<string, unknown>;

const amount = (units: string, formats: string) => ({ amount: sumIn(BigInt(units), formats) });

const amountBack: Values = (detail, formats) => {
  const [units = '0', repaid] = detail.split(':');
  return { ...amount(units, formats), isBack: repaid === undefined ? 'yes' : 'no' };
};

/** Values for the placeholders of each text, from the message's detail. */
const values: Readonly<Record<PushKind, Values>> = {
  withdrawal_paid: amount,
  withdrawal_rejected: amountBack,
  withdrawal_failed: amountBack,
  withdrawal_returned: amountBack,
  friend_joined: (name) => ({ name: isolated(name) }),
  daily_limit: (clips) => ({ clips: Number(clips) }),
  report_decided: (detail, _formats, lang) => {
    const { upheld, title, titles, reason } = JSON.parse(detail);
    return {
      isUpheld: upheld ? 'yes' : 'no',
      title: isolated(textIn(lang, title, titles)),
      reason: enclosed(reasonIn(lang, reason)),
    };
  },
  objection_decided: (detail, _formats, lang) => {
    const { upheld, reason } = JSON.parse(detail);
    return { isUpheld: upheld ? 'yes' : 'no', reason: enclosed(reasonIn(lang, reason)) };
  },
  payout_info_changed: () => ({}),
  account_changed: () => ({}),
};

/** A change of the account has the title of the mail about it. */
const titleOf = (kind: PushKind, detail: string) =>
  kind === 'account_changed'
    ? (`mail.${detail as OwnerChange}.subject` as const)
    : (`push.${kind}.title` as const);

/**
 * Writes a message in the user's language, or in English if that is unknown or has no texts; with numbers as in the
 * account's country, like the app.
 * @param detail by the kind: 1/10,000 units of an amount, for a returned one with the part that repaid a debt, if any
 *   (`40000:15000`); a masked name; a number of clips; the reported item and the decision, as JSON; the decision on
 *   an objection, as JSON; empty for a payout account; the kind of a change of the account
 * @param language BCP 47; null: unknown
 * @param country ISO 3166-1 alpha-2; null: unknown
 */
export function textOf(
  kind: PushKind,
  detail: string,
  language: string | null,
  country: string | null,
): PushText & { readonly lang: string } {
  const lang = resolveLocale({ saved: language, preferred: [] }, spokenLanguages);
  return {
    title: say(lang, titleOf(kind, detail)),
    body: say(
      lang,
      `push.${kind}.body`,
      values[kind](detail, formattingTag(lang, country), lang),
      country,
    ),
    lang,
  };
}
