import { formattingTag as tagOf } from '../../contract/languages.ts';
import { accountCountry } from './country.ts';

/** What dates and numbers are written by, in the account's country. */
export const formattingTag = (tag: string): string => tagOf(tag, accountCountry());
