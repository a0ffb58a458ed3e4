import { readEmail } from '../../domain/emails.ts';
import { isIban, plainIban } from '../../domain/iban.ts';
import {
  type AccountKind,
  type KindOfAccount,
  kindOf,
} from '../../domain/payout-accounts/kinds.ts';
import type { BatchFormat } from '../../domain/payout-choice.ts';

interface Recipient extends KindOfAccount {
  readonly account: string;
}

const kindOfAccount = ({ account_kind, account_type }: Recipient): AccountKind =>
  account_kind ?? kindOf[account_type];

/** Whether PayPal can pay to the account: to an e-mail address, or to an id of a PayPal account. */
const isOfPaypal = ({ account }: Recipient): boolean =>
  readEmail(account) !== null || /^[2-9A-HJ-NP-Z]{13}$/.test(account);

/** Whether a bank can pay to the account: to an IBAN, or to a domestic account number in an unknown format. */
const isOfBank = (recipient: Recipient): boolean =>
  isIban(plainIban(recipient.account)) ||
  (kindOfAccount(recipient) === 'text' && !/^\+|@/.test(recipient.account));

const FITS: Readonly<Record<BatchFormat, (recipient: Recipient) => boolean>> = {
  csv: () => true,
  'paypal-csv': isOfPaypal,
  'pain.001': isOfBank,
};

/** Whether the receiver of a file format can pay to an account of this kind. */
export const fitsFormat = (format: BatchFormat, recipient: Recipient): boolean =>
  FITS[format](recipient);
