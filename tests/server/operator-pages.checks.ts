import type { CheckCases } from './withdrawal.checks.ts';

/** Check constraints of the operator's published pages, and of people's consent to these pages. */
export const operatorPageChecks: readonly [string, CheckCases][] = [
  [
    'operator_page_version_check on operator_page',
    { refused: [{ version: 0 }], allowed: [{ version: 1 }] },
  ],
  [
    'operator_page_language_check on operator_page',
    {
      refused: [{ language: '' }, { language: 'EN' }, { language: 'en us' }],
      allowed: [{ language: 'fil' }, { language: 'pt-PT' }],
    },
  ],
  [
    'operator_page_sha256_check on operator_page',
    {
      refused: [{ sha256: `\\x${'00'.repeat(31)}` }],
      allowed: [{ sha256: `\\x${'00'.repeat(32)}` }],
    },
  ],
  [
    'operator_page_markdown_check on operator_page',
    {
      refused: [{ markdown: '' }, { markdown: 'a'.repeat(200_001) }],
      allowed: [{ markdown: 'a' }],
    },
  ],
  ['consent_version_check on consent', { refused: [{ version: 0 }], allowed: [{ version: 1 }] }],
];
