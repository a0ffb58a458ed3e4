import { formatMoney } from '../../contract/money.ts';
import type { PushKind } from '../../contract/push.ts';

export interface PushText {
  readonly title: string;
  readonly body: string;
}

/** @param detail 1/10,000 units of an amount, a masked name or a number of clips, by the kind */
type Words = Readonly<Record<PushKind, (detail: string) => PushText>>;

/** At least two places, all four where they are needed; never through a float. */
function amountOf(units: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  return format.format(formatMoney(BigInt(units)) as Intl.StringNumericLiteral);
}

const english: Words = {
  withdrawal_paid: (units) => ({
    title: 'Withdrawal paid',
    body: `Your withdrawal of ${amountOf(units, 'en')} has been paid out.`,
  }),
  withdrawal_rejected: (units) => ({
    title: 'Withdrawal rejected',
    body: `Your withdrawal of ${amountOf(units, 'en')} was rejected. The amount is back in your balance.`,
  }),
  friend_joined: (name) => ({
    title: 'A friend joined',
    body: `${name} joined with your invitation.`,
  }),
  daily_limit: (clips) => ({
    title: 'New daily limit',
    body: `You can now earn with ${Number(clips)} clips a day.`,
  }),
};

/** The words by language; a translation is one more entry. */
const languages: Readonly<Record<string, Words>> = { en: english };

/**
 * The words of a message in the user's language, or in English where there are none.
 * @param language BCP 47; null: not known
 */
export function textOf(
  kind: PushKind,
  detail: string,
  language: string | null,
): PushText & { readonly lang: string } {
  const [primary = ''] = language?.split('-') ?? [];
  const lang = [language ?? '', primary].find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
  const words = languages[lang] ?? english;
  return { ...words[kind](detail), lang };
}
