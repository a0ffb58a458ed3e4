import { maskAccount } from '../../../contract/mask.ts';
import { isNationalIban } from '../iban.ts';
import { isCardNumber, isCnpj, isCpf } from './check-digits.ts';
import { type AccountKind, type KindOfAccount, kindOf } from './kinds.ts';
import { phoneNumbers } from './phone-numbers.ts';

/** @param plain the stored account; an account from before accounts were parsed may be invalid */
type Writer = (plain: string) => string;

const asItIs: Writer = (plain) => plain;
const inFours: Writer = (plain) => plain.replace(/.{4}(?=.)/g, '$& ');

const writeCard: Writer = (plain) => (isCardNumber(plain) ? inFours(plain) : plain);
const writeIban: Writer = (plain) =>
  /^[A-Z0-9]+$/.test(plain) && isNationalIban(plain) ? inFours(plain) : plain;
const writePhone: Writer = (plain) =>
  phoneNumbers().parsePhoneNumberFromString(plain)?.formatInternational() ?? plain;

const writePix: Writer = (plain) => {
  if (isCpf(plain)) return plain.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (isCnpj(plain)) return plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return writePhone(plain);
};

const writers: Readonly<Record<AccountKind, Writer>> = {
  bitcoin: asItIs,
  card: writeCard,
  email: asItIs,
  evm: asItIs,
  iban: writeIban,
  phone: writePhone,
  pix: writePix,
  text: writeIban,
  tron: asItIs,
  upi: asItIs,
  username: asItIs,
};

/** An account in the usual form of its kind, such as an IBAN in groups of four. */
export const formatAccount = (
  { account_type, account_kind }: KindOfAccount,
  plain: string,
): string => writers[account_kind ?? kindOf[account_type]](plain);

/** An account in its owner's view: masked, in its usual form. */
export const maskedAccountOf = (row: KindOfAccount & { readonly account: string }): string =>
  maskAccount(row.account, formatAccount(row, row.account));
