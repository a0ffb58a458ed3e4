import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { lazily } from '../lazily.ts';

/** Eight random characters need at least this many guesses; one or two common words with a number need fewer. */
const MIN_GUESSES = 100_000_000;
/** Shorter own words may be in a password by chance. */
const MIN_WORD = 4;
/** The time of the check grows with the length: at most about 20 ms for this many characters of any kind. */
const MAX_JUDGED = 64;
/** Most ways to read digits and signs as letters; the library's default of 100 takes five times as long. */
const MAX_READINGS = 8;

const libraries = lazily(() =>
  Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]),
);

let judge: ZxcvbnFactory | undefined;

/** Makes the estimator at the first use: its dictionaries take a fifth of a second and 15 MB. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary: common }, { dictionary: english }] =
    await libraries();
  judge ??= new ZxcvbnFactory({
    dictionary: {
      passwords: common['passwords-common'],
      words: english['commonWords-en'],
      names: english['firstnames-en'],
    },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_READINGS,
  });
  return judge;
}

interface OwnWords {
  readonly username: string;
  readonly email: string;
  readonly product: string;
}

/** The words that an attacker tries first, folded: names, the parts of the e-mail, the product. */
const wordsOf = ({ username, email, product }: OwnWords): string[] =>
  [username, email, product, ...email.split(/[@.+]/)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word !== '');

/**
 * Whether fewer than a hundred million guesses find a password. The password is judged also without the person's own
 * words, because these words add no strength. The contract checks the minimum length.
 */
export async function isWeakPassword(password: string, own: OwnWords): Promise<boolean> {
  const zxcvbn = await loadEstimator();
  const text = password.normalize('NFKC').slice(0, MAX_JUDGED);
  const words = wordsOf(own);
  const rest = words
    .filter((word) => word.length >= MIN_WORD)
    .reduce((left, word) => left.toLowerCase().replaceAll(word, ''), text);
  const isWeak = (left: string) => zxcvbn.check(left, words).guesses < MIN_GUESSES;
  return isWeak(text) || (rest.length < text.length && isWeak(rest));
}
