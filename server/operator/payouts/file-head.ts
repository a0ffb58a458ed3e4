import { formatMoney } from '../../../contract/money.ts';

/** Whose account pays. */
export interface Debtor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
}

/** What a batch's file says beside its payments. */
export interface FileHead {
  readonly batchId: bigint;
  readonly now: Date;
  /** null: not set up */
  readonly debtor: Debtor | null;
}

/** Whole cents: a format that cannot say less takes no others. */
export const cents = (amount: bigint): string => formatMoney(amount).slice(0, -2);
