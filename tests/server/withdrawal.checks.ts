export type Row = Readonly<Record<string, unknown>>;

/** Rows that a check only just refuses, and rows that it only just allows. */
export interface CheckCases {
  readonly refused: readonly Row[];
  readonly allowed: readonly Row[];
}

/** The checks of a withdrawal, except those of its currency, of pairs of steps, and of step and status. */
export const withdrawalChecks: readonly [string, CheckCases][] = [
  [
    'withdrawal_batch on withdrawal',
    {
      refused: [
        { step: 'processing' },
        { step: 'failed', previous_step: 'processing' },
        { step: 'paid', previous_step: 'processing' },
        { step: 'pending', batch_id: 1 },
        { step: 'pending', previous_step: 'processing', batch_id: 1 },
        { step: 'paid', previous_step: 'pending', batch_id: 1 },
      ],
      allowed: [
        { step: 'processing', previous_step: 'pending', batch_id: 1 },
        { step: 'failed', previous_step: 'processing', batch_id: 1 },
        { step: 'paid', previous_step: 'processing', batch_id: 1 },
        { step: 'paid', previous_step: 'pending' },
        { step: 'pending' },
        { step: 'pending', previous_step: 'processing' },
        { step: 'returned', previous_step: 'paid' },
        { step: 'returned', previous_step: 'paid', batch_id: 1 },
      ],
    },
  ],
  [
    'withdrawal_cancelled on withdrawal',
    {
      refused: [
        { cancelled: true, step: 'pending' },
        { cancelled: true, step: 'failed' },
      ],
      allowed: [
        { cancelled: true, step: 'rejected' },
        { cancelled: false, step: 'paid' },
      ],
    },
  ],
  [
    'withdrawal_check on withdrawal',
    {
      refused: [{ status: 'pending', settled_at: '2026-03-01' }, { status: 'paid' }],
      allowed: [{ status: 'pending' }, { status: 'paid', settled_at: '2026-03-01' }],
    },
  ],
  [
    'withdrawal_check1 on withdrawal',
    {
      refused: [{ status: 'rejected' }, { status: 'paid', reason: 'no' }],
      allowed: [{ status: 'rejected', reason: 'no' }, { status: 'paid' }],
    },
  ],
  [
    'withdrawal_check2 on withdrawal',
    {
      refused: [{ prepared_by: 'anna' }, { prepared_at: '2026-03-01' }],
      allowed: [{ prepared_by: 'anna', prepared_at: '2026-03-01' }, {}],
    },
  ],
  [
    'withdrawal_reference on withdrawal',
    {
      refused: [{ batch_id: 1 }, { payout_reference: 'B1-W1' }],
      allowed: [{ batch_id: 1, payout_reference: 'B1-W1' }, {}],
    },
  ],
  [
    'withdrawal_review on withdrawal',
    {
      refused: [{ step: 'in_review' }, { step: 'pending', review_due_at: '2026-03-01' }],
      allowed: [{ step: 'in_review', review_due_at: '2026-03-01' }, { step: 'pending' }],
    },
  ],
  [
    'withdrawal_step_counted on withdrawal',
    {
      refused: [{ step_number: 1 }, { step_number: 0, previous_step: 'pending' }],
      allowed: [{ step_number: 0 }, { step_number: 1, previous_step: 'pending' }],
    },
  ],
];
