import { digitsOf } from '../../contract/languages.ts';
import { accountCountry } from './country.ts';

/** Years that people count otherwise stay so; where both are used, banks write the common ones. */
const OWN_YEARS: readonly string[] = ['fa', 'th'];

/** What dates and numbers are written by: the language, the account's country, our choice of digits. */
export function formattingTag(tag: string): string {
  const { language, region = accountCountry() } = new Intl.Locale(tag);
  return new Intl.Locale(tag, {
    ...(region && { region }),
    ...(!OWN_YEARS.includes(language) && { calendar: 'gregory' }),
    numberingSystem: digitsOf(tag),
  }).toString();
}
