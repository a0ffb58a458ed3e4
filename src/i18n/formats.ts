import { formattingTag as tagOf } from '../../contract/languages.ts';
import { accountCountry } from './country.ts';

/** The tag for formats of dates and numbers, in the account's country. */
export const formattingTag = (tag: string): string => tagOf(tag, accountCountry());
