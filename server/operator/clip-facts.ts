import { languages } from '../../contract/languages.ts';
import { type Arguments, UsageError } from './command.ts';
import { checkFeedPeriod, readFeedPeriod } from './feed-period.ts';
import { isUrl } from './media/input.ts';
import { readText } from './options.ts';

/**
 * Reads a language tag in any letter case.
 * @returns the tag as the app writes it
 * @throws UsageError for a language that the app lacks
 */
export function readLanguage(text: string): string {
  const known = languages.find(({ tag }) => tag.toLowerCase() === text.trim().toLowerCase());
  if (known) return known.tag;
  const tags = languages.map(({ tag }) => tag).join(', ');
  throw new UsageError(`--language must be a language of the app, not "${text}": ${tags}`);
}

/** @throws UsageError unless the text is a list of country codes with commas between them */
export function readCountries(text: string): string[] {
  const countries = text.split(',').map((part) => part.trim());
  if (countries.every((country) => /^[A-Z]{2}$/.test(country))) return countries;
  throw new UsageError(`--countries must be codes such as IN,BR, not "${text}"`);
}

export const readLicence = (text: string): string => readText('licence', text, 60);

/** Whether a text is a URL that the app may open. */
export const isSource = (text: string | null | undefined): text is string =>
  text != null && isUrl(text) && URL.canParse(text) && text.length <= 500;

/** @throws UsageError unless the app may open the text as a URL */
export function readSource(text: string): string {
  if (isSource(text)) return text;
  throw new UsageError(
    `--source-address must be an address such as https://example.com/clip, not "${text}"`,
  );
}

/** Reads audience, period and origin of a clip: the given values, by column. @throws UsageError */
export function readFacts({ language, countries, licence, ...values }: Arguments['values']) {
  const { 'source-address': source } = values;
  const span = readFeedPeriod(values);
  checkFeedPeriod(span);
  return {
    ...(licence !== undefined && { clip_licence: readLicence(licence) }),
    ...(source !== undefined && { clip_source: readSource(source) }),
    ...(language !== undefined && { feed_language: readLanguage(language) }),
    ...(countries !== undefined && { feed_countries: readCountries(countries) }),
    ...span,
  };
}
