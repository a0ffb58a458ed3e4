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

/** PayPal pays to an e-mail address or to the number of one of its accounts. */
const isOfPaypal = ({ account }: Recipient): boolean =>
  readEmail(account) !== null || /^[2-9A-HJ-NP-Z]{13}$/.test(account);

/** A bank pays to an IBAN, and to a number of its own country, whose kind nobody knows. */
const isOfBank = (recipient: Recipient): boolean =>
  isIban(plainIban(recipient.account)) ||
  (kindOfAccount(recipient) === 'text' && !/^\+|@/.test(recipient.account));

const FITS: Readonly<Record<BatchFormat, (recipient: Recipient) => boolean>> = {
  csv: () => true,
  'paypal-csv': isOfPaypal,
  'pain.001': isOfBank,
};

/** Whether an account is of a kind that whoever reads a format can pay to. */
export const fitsFormat = (format: BatchFormat, recipient: Recipient): boolean =>
  FITS[format](recipient);
