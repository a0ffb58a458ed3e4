import type { CountryCode } from 'libphonenumber-js/max';
import { type AccountType, accountTypes } from '../../../contract/withdrawal-shapes.ts';
import { readEmail } from '../emails.ts';
import { isNationalIban } from '../iban.ts';
import { foldName } from '../names.ts';
import { isCardNumber, isCnpj, isCpf } from './check-digits.ts';
import { mailboxOf } from './mailbox.ts';
import { phoneNumbers } from './phone-numbers.ts';
import { isTronAddress, readBitcoinAddress, readEvmAddress } from './wallets.ts';

export const accountKinds = [
  'bitcoin',
  'card',
  'email',
  'evm',
  'iban',
  'phone',
  'pix',
  'text',
  'tron',
  'upi',
  'username',
] as const;
/** The format of an account, finer than its type. */
export type AccountKind = (typeof accountKinds)[number];

/** Message for an operator who gave an invalid type of account, or a kind instead, such as `iban`. */
export function whyNoType(given: unknown): string {
  const types = `one of ${accountTypes.join(', ')}`;
  if (!accountKinds.some((kind) => kind === given)) return types;
  return `${types}; ${given} is a kind: give it as --account-kind ${given}, or as account_kind in a file`;
}

/** The kind of accounts for a method that states only their type. */
export const kindOf: Readonly<Record<AccountType, AccountKind>> = {
  bank_card: 'card',
  email: 'email',
  phone: 'phone',
  upi_id: 'upi',
  username: 'username',
  wallet_id: 'text',
};

/** A payout account's method and type. */
export interface MethodOfAccount {
  readonly method: string;
  readonly account_type: AccountType;
  /** null: the default of its type */
  readonly account_kind: AccountKind | null;
}

/** The fields that decide how an account is parsed and written. */
export type KindOfAccount = Omit<MethodOfAccount, 'method'>;

/** SQL of the account kind that a row's method names. @param table with a column `method` */
export const kindInSql = (table: 'payout_info' | 'withdrawal'): string =>
  `(select account_kind from payout_method where payout_method.method = ${table}.method)`;

export interface ParsedAccount {
  /** the account for storing and paying */
  readonly plain: string;
  /** all forms that a method's pattern may match, including `plain` */
  readonly forms: readonly string[];
  /** equal keys mean the same account */
  readonly key: string;
}

/** @param text cleaned @param country where the method pays @returns null when the text is not an account */
type Parser = (text: string, country: string) => ParsedAccount | null;

const parsed = (plain: string, key = plain, forms: readonly string[] = []): ParsedAccount => ({
  plain,
  forms: [plain, ...forms],
  key,
});

const without = (signs: RegExp, text: string) => text.replace(signs, '');

function parsePhone(text: string, country: string): ParsedAccount | null {
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneNumbers();
  if (/\p{L}/u.test(text) || !isSupportedCountry(country)) return null;
  const digits = without(/[^\d+]/g, text);
  const number = [digits, digits.replace(/^00/, '+')]
    .map((each) => parsePhoneNumberFromString(each, country as CountryCode))
    .find((each) => each?.isValid());
  if (!number) return null;
  const national = without(/\D/g, number.formatNational());
  return parsed(number.number, number.number, [national, digits, number.nationalNumber]);
}

function parseCard(text: string): ParsedAccount | null {
  const digits = without(/[ \-.]/g, text);
  return isCardNumber(digits) ? parsed(digits) : null;
}

function parseIban(text: string): ParsedAccount | null {
  const iban = without(/[ \-.]/g, text).toUpperCase();
  return isNationalIban(iban) ? parsed(iban) : null;
}

function parseEmail(text: string): ParsedAccount | null {
  const email = readEmail(text);
  return email && parsed(email.plain, mailboxOf(email.key));
}

function parseUpi(text: string): ParsedAccount | null {
  const id = without(/ /g, text);
  return /^[\w.-]{2,256}@[a-z][a-z0-9]{1,63}$/i.test(id) ? parsed(id, id.toLowerCase()) : null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CPF_AS_WRITTEN = /^\d{3}[. ]\d{3}[. ]\d{3}[- ]\d{2}$/;

/** Parses a PIX key: CPF, CNPJ, e-mail, phone number or random key. Eleven digits are read as a CPF if it is valid. */
function parsePix(text: string): ParsedAccount | null {
  if (text.includes('@')) return parseEmail(text.toLowerCase());
  const random = without(/ /g, text).toLowerCase();
  if (UUID.test(random)) return parsed(random);
  const signs = without(/[ \-./]/g, text).toUpperCase();
  if (isCpf(signs) || isCnpj(signs)) return parsed(signs);
  if (CPF_AS_WRITTEN.test(text)) return null;
  const phone = parsePhone(text, 'BR');
  return phone && parsed(phone.plain);
}

/** @param read returns the address in its usual form, null when it is invalid */
const parseWallet =
  (read: (text: string) => string | null): Parser =>
  (text) => {
    const address = read(without(/ /g, text));
    return address === null ? null : parsed(address);
  };

/** Parses an account of no known kind, which may be an IBAN. */
function parseText(text: string): ParsedAccount {
  return parseIban(text) ?? parsed(text, without(/[ -]/g, text).toLowerCase());
}

const parsers: Readonly<Record<AccountKind, Parser>> = {
  bitcoin: parseWallet(readBitcoinAddress),
  card: parseCard,
  email: parseEmail,
  evm: parseWallet(readEvmAddress),
  iban: parseIban,
  phone: parsePhone,
  pix: parsePix,
  text: parseText,
  tron: parseWallet((address) => (isTronAddress(address) ? address : null)),
  upi: parseUpi,
  username: (text) => {
    const name = without(/ /g, text);
    return name === '' ? null : parsed(name, foldName(name));
  },
};

/** Parses an account of a kind. @param text cleaned @returns null when it is invalid */
export const parseAccount = (
  kind: AccountKind,
  text: string,
  country: string,
): ParsedAccount | null => (text === '' ? null : parsers[kind](text, country));
