/** The zeros of the digits that keyboards type: Arabic, Persian, Indian scripts, Thai, wide ones. */
const ZEROS = [...'٠۰०০੦૦௦౦೦൦๐０'].map((zero) => zero.charCodeAt(0));

const latinDigit = (sign: string) => {
  const values = ZEROS.map((zero) => sign.charCodeAt(0) - zero);
  return String(values.find((value) => value >= 0 && value <= 9) ?? sign);
};

/** What a language writes between thousands, and before what is less than one. */
export interface Signs {
  group: string;
  decimal: string;
}

/** Signs of other keyboards for the same. */
const SAME: Readonly<Record<string, string>> = {
  '、': ',',
  '，': ',',
  '。': '.',
  '．': '.',
  '＋': '+',
  "'": '’',
};

/** What is not seen: directions, joiners, a mark of the text's beginning. */
const UNSEEN = /\p{Cf}/gu;

/** In Arabic letters a slash stands for the point, which their keyboards lack: no language groups so. */
const ARABIC_SLASH = /(?<![٠-٩۰-۹٬/])([٠-٩۰-۹٬]+)\/([٠-٩۰-۹]+)(?![٠-٩۰-۹/])/;

/** Latin digits, and one sign for what means the same. */
const plainOf = (text: string) =>
  text
    .replace(UNSEEN, '')
    .replace(/\s/g, ' ')
    .trim()
    .replace(/[、，。．＋']/g, (sign) => SAME[sign] ?? sign)
    .replace(ARABIC_SLASH, '$1٫$2')
    .replace(/\p{Nd}/gu, latinDigit);

/** Whose, beside the sign of a currency. */
const COUNTRY = 'US|CA|AU|NZ|HK|SG|MX|NT|UK|GB|BR|JP|EG|AR|CO|A|C|R|S';

/**
 * What names a currency beside a sum: its sign, perhaps with a country, its code, and what people
 * write for it. Any other letters may multiply (`12 k€`, `5 M`), and so does the sign of cents.
 */
const CURRENCY = [
  String.raw`(?:${COUNTRY})?(?!¢)\p{Sc}(?: ?(?:${COUNTRY}))?`,
  String.raw`(?:[DNI]?kr|zł|Kč|Ft|lei|щ\.д|лв|руб|р|грн|Rp|RM|Rs|TL|KSh|TSh|USh|Fr|ریال|ريال)\.?`,
  String.raw`\p{Script=Arabic}\.\p{Script=Arabic}\.?`,
  ...Intl.supportedValuesOf('currency'),
].join('|');
const BEFORE = new RegExp(`^(?:${CURRENCY}) ?(?=[\\d.,٫])`, 'iu');
const AFTER = new RegExp(`(?<=[\\d.,٫]) ?(?:${CURRENCY})$`, 'iu');

/** The number of a sum: one plus before it, one currency at one of its ends. */
function numberOf(plain: string): string {
  const sum = plain.replace(/^\+ ?/, '');
  const number = sum.replace(BEFORE, '');
  return number === sum ? sum.replace(AFTER, '') : number;
}

/** Thousands: three digits, or two where lakhs are counted, and always the same sign. */
const WHOLE = /^(?:\d+|\d{1,3}([.,،٬’ ])(?:\d{2,3}\1)*\d{3})$/;

/** It may be a thousand times another: only the language tells which. */
const EITHER = /^[1-9]\d{0,2}[.,،٫]\d{3}$/;

/** The sign before what is less than one: none where all part thousands; null: nobody can tell. */
function decimalIn(number: string, { decimal, group }: Signs): string | null {
  const signs = number.replace(/[^.,،٫]/g, '');
  const last = signs.slice(-1);
  if (signs.indexOf(last) < signs.length - 1) return '';
  if (!EITHER.test(number) || last === plainOf(decimal)) return last;
  return last === plainOf(group) ? '' : null;
}

/**
 * What people type and paste, in whichever digits and signs; half the world types a comma for the
 * point, and what was copied from this or another app has signs of direction and of a currency.
 * @returns decimal text; nothing for what is no amount, or could be two
 */
export function amountOfText(text: string, signs: Signs): string {
  const number = numberOf(plainOf(text));
  const decimal = decimalIn(number, signs);
  if (decimal === null) return '';
  const at = decimal === '' ? number.length : number.lastIndexOf(decimal);
  const whole = number.slice(0, at);
  const fraction = number.slice(at + 1);
  if (/\D/.test(fraction)) return '';
  // `.5` and `5.` are sums, a sign alone is none
  if (whole === '' ? fraction === '' : !WHOLE.test(whole)) return '';
  return (whole.replace(/\D/g, '') || '0') + (fraction && `.${fraction}`);
}
