import { sourceLanguage } from '../../contract/languages.ts';
import { plainText } from '../../contract/plain-text.ts';
import { isolated } from './isolated.ts';
import { reasonWords } from './reasons.source.ts';
import { say } from './words.ts';

/** What an operator may choose, by what it is a reason for; each has its words in every language. */
export const reasonCodes = {
  /** that money is not paid, or came back */
  withdrawal: [
    ...['account_wrong', 'account_closed', 'name_mismatch', 'provider_limit', 'payout_refused'],
    'not_watched',
  ],
  correction: ['our_mistake', 'paid_twice', 'goodwill', 'not_watched'],
  /** of a report: that something is taken down, and that it is left */
  upheld: ['breaks_rules', 'illegal'],
  dismissed: ['keeps_rules', 'not_found'],
  /** of an objection */
  objection_upheld: ['our_mistake', 'goodwill'],
  objection_dismissed: [
    'not_watched',
    'paid_twice',
    'account_wrong',
    'account_closed',
    'name_mismatch',
  ],
  /** no operator says it: of an objection that nobody has answered */
  objection_unanswered: ['not_answered'],
} as const satisfies Record<string, readonly string[]>;

export type ReasonFor = keyof typeof reasonCodes;

/** A reason is kept as one text: its code, with `: ` and what an operator adds; or an operator's words alone. */
const KEPT = /^([a-z_]+)(?:: ([\s\S]+))?$/;

export const keptReason = (code: string, added: string): string =>
  added === '' ? code : `${code}: ${added}`;

/** A reason as its person reads it: what stands in the list in their language, then what was added. */
export function reasonIn(language: string | undefined, kept: string): string {
  const [, code = '', added] = KEPT.exec(kept) ?? [];
  const word = `reason.${code}`;
  if (!isWord(word)) return plainText(kept);
  const words = say(language ?? sourceLanguage, word);
  return added === undefined ? words : `${words} ${isolated(added)}`;
}

const isWord = (word: string): word is keyof typeof reasonWords => Object.hasOwn(reasonWords, word);

/** The same in SQL, in English. @param column SQL of the reason as it is kept */
export const reasonInSql = (column: string): string => {
  const cases = Object.entries(reasonWords).map(
    ([word, { text }]) => `when '${word.replace('reason.', '')}' then '${text}'`,
  );
  return `coalesce(
    (case substring(${column} from '^([a-z_]+)(?:: |$)') ${cases.join(' ')} end)
      || coalesce(' ' || substring(${column} from '^[a-z_]+: (.+)$'), ''),
    ${column})`;
};
