import { sourceLanguage } from '../../contract/languages.ts';
import { plainText } from '../../contract/plain-text.ts';
import { isolated } from './isolated.ts';
import { reasonWords } from './reasons.source.ts';
import { say } from './words.ts';

/** Codes that an operator may choose, by the kind of decision; each has a text in every language. */
export const reasonCodes = {
  /** why money is not paid, or came back */
  withdrawal: [
    ...['account_wrong', 'account_closed', 'name_mismatch', 'provider_limit', 'payout_refused'],
    'not_watched',
  ],
  correction: ['our_mistake', 'paid_twice', 'goodwill', 'not_watched'],
  /** why a reported item is taken down, and why it stays */
  upheld: ['breaks_rules', 'illegal'],
  dismissed: ['keeps_rules', 'not_found'],
  /** why an objection is upheld or dismissed */
  objection_upheld: ['our_mistake', 'goodwill'],
  objection_dismissed: [
    'not_watched',
    'paid_twice',
    'account_wrong',
    'account_closed',
    'name_mismatch',
  ],
  /** set by the server: an objection was not answered in time */
  objection_unanswered: ['not_answered'],
} as const satisfies Record<string, readonly string[]>;

export type ReasonFor = keyof typeof reasonCodes;

/**
 * A reason is stored as one text: its code, with `: ` and an operator's addition; or an operator's own words only.
 */
const KEPT = /^([a-z_]+)(?:: ([\s\S]+))?$/;

export const keptReason = (code: string, added: string): string =>
  added === '' ? code : `${code}: ${added}`;

/** Formats a reason for its reader: the code's text in their language, then the addition. */
export function reasonIn(language: string | undefined, kept: string): string {
  const [, code = '', added] = KEPT.exec(kept) ?? [];
  const word = `reason.${code}`;
  if (!isWord(word)) return plainText(kept);
  const words = say(language ?? sourceLanguage, word);
  return added === undefined ? words : `${words} ${isolated(added)}`;
}

const isWord = (word: string): word is keyof typeof reasonWords => Object.hasOwn(reasonWords, word);

/** SQL that formats a reason as `reasonIn` does, in English. @param column SQL of the stored reason */
export const reasonInSql = (column: string): string => {
  const cases = Object.entries(reasonWords).map(
    ([word, { text }]) => `when '${word.replace('reason.', '')}' then '${text}'`,
  );
  return `coalesce(
    (case substring(${column} from '^([a-z_]+)(?:: |$)') ${cases.join(' ')} end)
      || coalesce(' ' || substring(${column} from '^[a-z_]+: (.+)$'), ''),
    ${column})`;
};
