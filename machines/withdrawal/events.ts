import type { Withdrawal, WithdrawInfo } from '../../contract/shapes.ts';
import type { VisibilityEvent } from '../attention.ts';
import type { Permission } from '../push/model.ts';
import type { Signs } from './amount-text.ts';
import type { Offer } from './offers.ts';

/** What happens to a withdrawal, from outside or by its person. */
export type WithdrawalEvent =
  | VisibilityEvent
  | { type: 'amount.changed'; text: string }
  /** the language is another one */
  | { type: 'signs.changed'; signs: Signs }
  | { type: 'all.pressed' }
  /** to be paid there, as it is shown; null: nowhere yet */
  | { type: 'withdraw.pressed'; payee: WithdrawInfo | null }
  | { type: 'confirm.pressed' }
  | { type: 'cancel.pressed' }
  | { type: 'done.pressed' }
  /** looks again at one that came back */
  | { type: 'ended.opened'; withdrawal: Withdrawal }
  /** begins to correct where the money could not go, as it is set until then */
  | { type: 'correction.pressed'; payee: WithdrawInfo | null }
  /** asks for the same amount again, to be paid there, as it is shown */
  | { type: 'again.pressed'; payee: WithdrawInfo | null }
  /** asks for the amount of a request back, and is asked whether that is meant */
  | { type: 'cancellation.pressed' }
  | { type: 'cancellation.confirmed' }
  | { type: 'cancellation.left' }
  /** wants it, or does not: it is offered no more */
  | { type: 'offer.answered'; offer: Offer }
  | { type: 'retry.pressed' }
  | { type: 'check.pressed' }
  | { type: 'permission.changed'; permission: Permission }
  /** balance, conditions or request may have changed, or the screen was opened again */
  | { type: 'data.outdated' };
