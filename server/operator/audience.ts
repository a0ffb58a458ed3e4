import { languages } from '../../contract/languages.ts';
import { UsageError } from './command.ts';

/**
 * @returns the tag as the app writes it
 * @throws UsageError for a language that nobody reads the app in
 */
export function readLanguage(text: string): string {
  const known = languages.find(({ tag }) => tag.toLowerCase() === text.trim().toLowerCase());
  if (known) return known.tag;
  const tags = languages.map(({ tag }) => tag).join(', ');
  throw new UsageError(`--language must be a language of the app, not "${text}": ${tags}`);
}

/** @throws UsageError for anything but codes of countries with commas between them */
export function readCountries(text: string): string[] {
  const countries = text.split(',').map((part) => part.trim());
  if (countries.every((country) => /^[A-Z]{2}$/.test(country))) return countries;
  throw new UsageError(`--countries must be codes such as IN,BR, not "${text}"`);
}
