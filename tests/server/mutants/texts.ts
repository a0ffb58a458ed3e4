import type { Mutant } from './mutant.ts';

const texts = 'server/domain/texts.ts';
const tests = ['operator-languages.test.ts'];
const reasons = ['operator-reasons.test.ts'];

/** Mutants of the operators' texts by language. */
export const textMutants: readonly Mutant[] = [
  {
    fault: 'an advertisement without its own text shows an English text in every language',
    file: 'server/domain/ads.ts',
    find: 'ad.cta === LEARN_MORE ?',
    replace: 'ad.cta !== ad.cta ?',
    tests,
  },
  {
    fault: 'a reward is listed under the title of another clip',
    file: 'server/domain/ledger.ts',
    find: '_id = substring',
    replace: '_id = 1 + substring',
    tests,
  },
  {
    fault: 'readers without a text of their own language read nothing',
    file: texts,
    find: "?? texts[language.replace(/-.*/, '')] ?? plain",
    replace: "?? texts[language.replace(/-.*/, '')] ?? ''",
    tests,
  },
  {
    fault: 'Portugal’s readers do not have Brazil’s words',
    file: texts,
    find: "texts[language] ?? texts[language.replace(/-.*/, '')]",
    replace: 'texts[language]',
    tests,
  },
  {
    fault: 'Brazil’s readers have Portugal’s words',
    file: texts,
    find: "texts[language.replace(/-.*/, '')] ?? plain",
    replace: "texts[language.replace(/-.*/, '')] ?? texts[language + '-PT'] ?? plain",
    tests,
  },
  {
    fault: 'a new text in one language removes the texts in other languages',
    file: texts,
    find: '{ ...before, ...given }',
    replace: 'given',
    tests,
  },
  {
    fault: 'the text of a removed language stays stored',
    file: texts,
    find: ".filter(([, text]) => text !== '')",
    replace: '',
    tests,
  },
  {
    fault: 'a page’s first clip ignores the visitor’s language',
    file: 'server/domain/first-clip.ts',
    find: 'translateFields(language, clip.video, clip.texts)',
    replace: 'clip.video',
    tests: ['operator-languages-pages.test.ts'],
  },
  {
    fault: 'a reason in an operator’s own words changes the direction of the text around it',
    file: 'server/words/reasons.ts',
    find: 'return plainText(kept)',
    replace: 'return kept',
    tests: ['push-texts.test.ts'],
  },
  {
    fault: 'an operator’s addition to a reason changes the direction of the text before it',
    file: 'server/words/reasons.ts',
    find: 'isolated(added)',
    replace: 'added',
    tests: reasons,
  },
  {
    fault: 'the reason of a rejected withdrawal is English in every language',
    file: 'server/domain/own-withdrawals.ts',
    find: 'row.reason && reasonIn(visitor.language, row.reason)',
    replace: 'row.reason && reasonIn(undefined, row.reason)',
    tests: reasons,
  },
];
