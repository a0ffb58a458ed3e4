/** The zeros of the digits that keyboards type: Arabic, Persian, Indian scripts, Thai, full-width. */
const ZEROS = [...'٠۰०০੦૦௦౦೦൦๐０'].map((zero) => zero.charCodeAt(0));

const latinDigit = (sign: string) => {
  const values = ZEROS.map((zero) => sign.charCodeAt(0) - zero);
  return String(values.find((value) => value >= 0 && value <= 9) ?? sign);
};

/** The signs of a language between thousands, and before the fraction. */
export interface Signs {
  group: string;
  decimal: string;
}

/** Equivalent signs of other keyboards. */
const SAME: Readonly<Record<string, string>> = {
  '、': ',',
  '，': ',',
  '。': '.',
  '．': '.',
  '＋': '+',
  "'": '’',
};

/** Invisible characters: marks of direction, joiners, a byte order mark. */
const UNSEEN = /\p{Cf}/gu;

/** Arabic keyboards lack the decimal sign, so a slash stands for it: no language groups by slashes. */
const ARABIC_SLASH = /(?<![٠-٩۰-۹٬/])([٠-٩۰-۹٬]+)\/([٠-٩۰-۹]+)(?![٠-٩۰-۹/])/;

/** The text in Latin digits, with one sign for all equivalent ones. */
const plainOf = (text: string) =>
  text
    .replace(UNSEEN, '')
    .replace(/\s/g, ' ')
    .trim()
    .replace(/[、，。．＋']/g, (sign) => SAME[sign] ?? sign)
    .replace(ARABIC_SLASH, '$1٫$2')
    .replace(/\p{Nd}/gu, latinDigit);

/** Country letters beside the sign of a currency. */
const COUNTRY = 'US|CA|AU|NZ|HK|SG|MX|NT|UK|GB|BR|JP|EG|AR|CO|A|C|R|S';

/**
 * Notations of a currency: its sign, perhaps with country letters, its code, and colloquial ones.
 * No other letters, as they may change the amount (`12 k€`, `5 M`), and no sign of cents.
 */
const CURRENCY = [
  String.raw`(?:${COUNTRY})?(?!¢)\p{Sc}(?: ?(?:${COUNTRY}))?`,
  String.raw`(?:[DNI]?kr|zł|Kč|Ft|lei|щ\.д|лв|руб|р|грн|Rp|RM|Rs|TL|KSh|TSh|USh|Fr|ریال|ريال)\.?`,
  String.raw`\p{Script=Arabic}\.\p{Script=Arabic}\.?`,
  ...Intl.supportedValuesOf('currency'),
].join('|');
const BEFORE = new RegExp(`^(?:${CURRENCY}) ?(?=[\\d.,٫])`, 'iu');
const AFTER = new RegExp(`(?<=[\\d.,٫]) ?(?:${CURRENCY})$`, 'iu');

/** The number of a sum, without a plus before it and without one currency at one of its ends. */
function numberOf(plain: string): string {
  const sum = plain.replace(/^\+ ?/, '');
  const number = sum.replace(BEFORE, '');
  return number === sum ? sum.replace(AFTER, '') : number;
}

/** A whole number grouped in three digits, or two for lakhs, always by the same sign. */
const WHOLE = /^(?:\d+|\d{1,3}([.,،٬’ ])(?:\d{2,3}\1)*\d{3})$/;

/** Ambiguous: only the language decides whether the sign groups or begins the fraction. */
const EITHER = /^[1-9]\d{0,2}[.,،٫]\d{3}$/;

/** The sign before the fraction; empty where all signs group; null: ambiguous. */
function decimalIn(number: string, { decimal, group }: Signs): string | null {
  const signs = number.replace(/[^.,،٫]/g, '');
  const last = signs.slice(-1);
  if (signs.indexOf(last) < signs.length - 1) return '';
  if (!EITHER.test(number) || last === plainOf(decimal)) return last;
  return last === plainOf(group) ? '' : null;
}

/**
 * Reads an amount as people type and paste it, in any digits and signs; many countries type a comma
 * for the point, and text copied from this or another app has marks of direction and a currency.
 * @returns decimal text; empty where the text is no amount, or is ambiguous
 */
export function parseAmount(text: string, signs: Signs): string {
  const number = numberOf(plainOf(text));
  const decimal = decimalIn(number, signs);
  if (decimal === null) return '';
  const at = decimal === '' ? number.length : number.lastIndexOf(decimal);
  const whole = number.slice(0, at);
  const fraction = number.slice(at + 1);
  if (/\D/.test(fraction)) return '';
  // `.5` and `5.` are sums, a sign alone is not
  if (whole === '' ? fraction === '' : !WHOLE.test(whole)) return '';
  return (whole.replace(/\D/g, '') || '0') + (fraction && `.${fraction}`);
}
