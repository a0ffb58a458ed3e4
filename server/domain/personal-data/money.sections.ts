import { reasonInSql } from '../../words/reasons.ts';
import { PAID } from '../paid-currency.ts';
import { GUARD, OPERATOR, OTHERS, type Section } from './section.ts';

const SAME = 'the same account in the form for comparisons';
/** SQL: whether a transfer belongs to a correction; its detail is then a reason. */
export const IS_CORRECTION = "idempotency_key like 'correction:%'";
const FRAUD = 'it shows how fraud is detected';

/** Sections about a person's balance, rewards and payments. */
export const moneySections: readonly Section[] = [
  {
    table: 'wallet',
    columns: ['version'],
    amounts: ['available', 'held', 'credited', 'debited', 'debt', 'corrected'],
  },
  {
    table: 'transfer',
    columns: ['version', 'op', 'debit', 'credit', 'created_at'],
    amounts: ['amount'],
    told: { detail: `case when ${IS_CORRECTION} then ${reasonInSql('detail')} else detail end` },
    notExported: { idempotency_key: GUARD },
    order: 'version',
  },
  {
    table: 'outbox',
    columns: ['op', 'detail', 'created_at', 'due_at', 'attempts'],
    amounts: ['amount'],
    notExported: { idempotency_key: GUARD },
    order: 'created_at',
  },
  {
    table: 'outbox_dead',
    columns: ['op', 'detail', 'created_at', 'failed_at'],
    amounts: ['amount'],
    notExported: { dead_id: GUARD, idempotency_key: GUARD, error: 'an error in the server' },
    order: 'created_at',
  },
  {
    table: 'coming_reward',
    columns: ['op', 'detail', 'created_at'],
    amounts: ['amount'],
    notExported: { idempotency_key: GUARD, friend_id: OTHERS },
    order: 'created_at',
  },
  {
    table: 'coming_reward',
    name: 'coming_reward_of_others',
    whose: 'friend_id = $1',
    columns: ['op', 'created_at'],
    notExported: {
      user_id: OTHERS,
      idempotency_key: GUARD,
      amount: 'the amount of another person',
      detail: 'a text for another person',
    },
    order: 'created_at',
  },
  { table: 'reward_release', columns: ['created_at'] },
  {
    table: 'correction',
    columns: ['correction_id', 'created_at'],
    amounts: ['amount'],
    told: { reason: reasonInSql('reason') },
  },
  {
    table: 'prepared_correction',
    columns: ['prepared_id', 'created_at', 'approved_at'],
    amounts: ['amount'],
    told: { reason: reasonInSql('reason') },
    notExported: { who: OPERATOR },
  },
  {
    table: 'objection',
    columns: ['objection_id', 'withdrawal_id', 'correction_id', 'blocked_at', 'text'].concat([
      'created_at',
      'decide_at',
      'decided_at',
      'is_upheld',
    ]),
    told: { answer: reasonInSql('answer') },
    notExported: { prepared_by: OPERATOR, decided_by: OPERATOR, ground: FRAUD },
    order: 'objection_id',
  },
  {
    table: 'payout_info',
    columns: ['country', 'method', 'account_type', 'is_changed'].concat([
      'recipient_name',
      'account',
      'updated_at',
    ]),
    sealed: 'account',
    notExported: { account_key: SAME },
  },
  {
    table: 'payout_account',
    whose: `account_key in (
      select account_key from payout_info where user_id = $1
      union select account_key from withdrawal where user_id = $1)`,
    columns: ['account_key'],
    notExported: { account_hash: SAME, sealed_key: SAME },
  },
  {
    table: 'withdrawal',
    columns: ['withdrawal_id', 'local_amount', 'local_currency', 'country', 'method'].concat(
      ['account_type', 'recipient_name', 'account', 'status', 'cancelled'],
      ['created_at', 'settled_at', 'step', 'previous_step', 'step_number', 'held_until'],
      ['batch_id', 'payout_reference', 'prepared_at', 'needs_second'],
      ['pay_currency', 'pay_rate'],
    ),
    sealed: 'account',
    amounts: ['amount'],
    // the date is exported only where it ends the review
    told: {
      review_due_at: 'case when not needs_decision then review_due_at end',
      reason: reasonInSql('reason'),
      pay_amount: PAID,
    },
    notExported: {
      prepared_by: OPERATOR,
      account_key: SAME,
      needs_decision: FRAUD,
      signals: `${FRAUD}, and who else is paid to the account`,
    },
    order: 'withdrawal_id',
  },
  {
    table: 'withdrawal_step',
    columns: ['withdrawal_id', 'number', 'from_step', 'to_step', 'at'],
    order: 'withdrawal_id, number',
  },
];
