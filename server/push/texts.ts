import { formattingTag, resolveLocale } from '../../contract/languages.ts';
import type { PushKind } from '../../contract/push.ts';
import type { OwnerChange } from '../domain/tell-owner.ts';
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
 * @param formats the tag that numbers are written by
 * @param lang the language that it is said in
 */
type Values = (detail: string, formats: string, lang: string) => Record<string, unknown>;

const amount = (units: string, formats: string) => ({ amount: sumIn(BigInt(units), formats) });

const amountBack: Values = (detail, formats) => {
  const [units = '0', repaid] = detail.split(':');
  return { ...amount(units, formats), isBack: repaid === undefined ? 'yes' : 'no' };
};

/** What each text is completed with, from its detail. */
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

/** What of the account was changed is said as in the mail about it. */
const titleOf = (kind: PushKind, detail: string) =>
  kind === 'account_changed'
    ? (`mail.${detail as OwnerChange}.subject` as const)
    : (`push.${kind}.title` as const);

/**
 * The text of a message in the user's language, or in English where there is none; its numbers as in
 * the account's country, where the app writes them so too.
 * @param detail by the kind: 1/10,000 units of an amount, of one that came back with what of it went to
 *   a debt (`40000:15000`); a masked name; a number of clips; what a
 *   report was about and what was decided, as JSON; what was decided of an objection, as JSON; nothing of a payout account; which change of the account it was
 * @param language BCP 47; null: not known
 * @param country ISO 3166-1 alpha-2; null: not known
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
