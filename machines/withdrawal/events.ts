import type { Withdrawal, WithdrawInfo } from '../../contract/shapes.ts';
import type { VisibilityEvent } from '../attention.ts';
import type { Permission } from '../push/model.ts';
import type { Signs } from './amount-text.ts';
import type { Offer } from './offers.ts';

/** Events of a withdrawal, from its user or from outside. */
export type WithdrawalEvent =
  | VisibilityEvent
  | { type: 'amount.changed'; text: string }
  /** the language has changed */
  | { type: 'signs.changed'; signs: Signs }
  | { type: 'all.pressed' }
  /** `payee`: the account as shown; null: none yet */
  | { type: 'withdraw.pressed'; payee: WithdrawInfo | null }
  | { type: 'confirm.pressed' }
  | { type: 'cancel.pressed' }
  | { type: 'done.pressed' }
  /** opens a withdrawal that was returned */
  | { type: 'ended.opened'; withdrawal: Withdrawal }
  /** starts to correct a wrong account; `payee`: the account before the correction */
  | { type: 'correction.pressed'; payee: WithdrawInfo | null }
  /** requests the same amount again; `payee`: the account as shown */
  | { type: 'again.pressed'; payee: WithdrawInfo | null }
  /** asks for confirmation before a request is cancelled */
  | { type: 'cancellation.pressed' }
  | { type: 'cancellation.confirmed' }
  | { type: 'cancellation.left' }
  /** accepts or declines an offer, which is then not made again */
  | { type: 'offer.answered'; offer: Offer }
  | { type: 'retry.pressed' }
  | { type: 'check.pressed' }
  | { type: 'permission.changed'; permission: Permission }
  /** balance, conditions or request may have changed, or the screen was opened again */
  | { type: 'data.outdated' };
