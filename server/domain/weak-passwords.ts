import { COMMON_WORDS, RUNS } from './common-passwords.ts';
import { foldName } from './names.ts';

/** Signs that stand for letters, so that "P@ssw0rd" is "password". */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** What people put around a word when a rule asks for it: "!", "1", "2026", "@123". */
const MAX_TRIMMING = 5;
const MIN_NAME = 4;

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/** One run of keys, forwards or backwards. */
function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text) || reversed(run).includes(text));
}

/** "aaaaaaaa", "12121212", "abcabcabc": a piece of at most four characters again and again. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text);
}

/** Eight digits or fewer are a date or a telephone number. */
function isShortNumber(text: string): boolean {
  return /^\d{1,8}$/.test(text);
}

function isCommonWord(text: string): boolean {
  const plain = Array.from(text, (sign) => LOOKALIKES[sign] ?? sign).join('');
  return COMMON_WORDS.has(plain);
}

/** A common word or a run of keys with little around it. */
function isTrimmedWord(text: string): boolean {
  const [, before = '', word = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  if (word === '') return false;
  const known = isCommonWord(word) || (word.length >= 4 && isRun(word));
  const trimming = before + after;
  return known && (trimming.length <= MAX_TRIMMING || isRun(trimming));
}

/**
 * Whether guessing the most common passwords finds this one, or it contains the user name.
 * Length is the contract's own rule.
 */
export function isWeakPassword(password: string, username: string): boolean {
  const text = foldName(password);
  const name = foldName(username);
  if (name.length >= MIN_NAME ? text.includes(name) : text === name) return true;
  return (
    isRun(text) ||
    isRepetition(text) ||
    isShortNumber(text) ||
    isCommonWord(text) ||
    isTrimmedWord(text)
  );
}
