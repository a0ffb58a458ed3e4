import type { CheckCases } from './withdrawal.checks.ts';

const decision = { decided_at: '2026-03-01', decided_by: 'ada', is_upheld: true, answer: 'Yes' };
const open = { decided_at: null, decided_by: null, is_upheld: null, answer: null };
const noCase = { withdrawal_id: null, correction_id: null, blocked_at: null };

/** Check constraints: an objection has one case and a text, and a complete decision or none. */
export const objectionChecks: readonly [string, CheckCases][] = [
  [
    'objection_one_case on objection',
    {
      refused: [noCase, { ...noCase, withdrawal_id: 1, correction_id: 1 }],
      allowed: [
        { ...noCase, withdrawal_id: 1 },
        { ...noCase, correction_id: 1 },
        { ...noCase, blocked_at: '2026-03-01' },
      ],
    },
  ],
  [
    'objection_text_check on objection',
    {
      refused: [{ text: '' }, { text: 'é'.repeat(1001) }],
      allowed: [{ text: 'a' }, { text: 'é'.repeat(1000) }],
    },
  ],
  [
    'objection_whole_decision on objection',
    {
      refused: [
        { ...open, is_upheld: true },
        { ...decision, answer: null },
      ],
      allowed: [open, decision],
    },
  ],
];
