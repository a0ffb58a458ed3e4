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
  /** opens a withdrawal whose amount was sent and returned */
  | { type: 'ended.opened'; withdrawal: Withdrawal }
  /** starts to correct the account, which may be wrong; `payee`: the account before the correction */
  | { type: 'correction.pressed'; payee: WithdrawInfo | null }
  /** starts a request for the same amount, to the corrected account; `payee`: the account as shown */
  | { type: 'again.pressed'; payee: WithdrawInfo | null }
  /** asks for confirmation before a request is cancelled */
  | { type: 'cancellation.pressed' }
  | { type: 'cancellation.confirmed' }
  | { type: 'cancellation.left' }
  /** accepts or declines an offer to secure the account; it is not made again */
  | { type: 'offer.answered'; offer: Offer }
  | { type: 'retry.pressed' }
  | { type: 'check.pressed' }
  | { type: 'permission.changed'; permission: Permission }
  /** balance, conditions or request may have changed, or the screen was opened again */
  | { type: 'data.outdated' };
