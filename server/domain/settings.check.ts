import { MONEY_PLACES, parseDecimal } from '../../contract/money.ts';
import { countriesIn, isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import { isBic, isIban, plainIban } from './iban.ts';
import { readReviewRules, signalNames } from './review/rules.ts';
import type { SettingDefinition } from './settings.kinds.ts';
import { RATE_KEY, rateDefinition, type SettingKey, settingsTable } from './settings.table.ts';
import { MINUTE } from './time.ts';

/** An unknown key, or a value that it cannot hold; the message gives the key and the reason. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** @throws SettingError for a key that is neither in the table nor `rates.XXX` */
export function definitionOf(key: string): SettingDefinition {
  if (Object.hasOwn(settingsTable, key)) return settingsTable[key as SettingKey];
  const currency = RATE_KEY.exec(key)?.[1];
  if (currency && isCurrency(currency)) return rateDefinition;
  throw new SettingError(
    currency ? `${key}: ${currency} is no ISO 4217 currency` : `${key}: no such key`,
  );
}

const PLACES = { count: 0, money: MONEY_PLACES, rate: 8 } as const;

function checkNumber(key: string, value: string, definition: SettingDefinition): string {
  const places = PLACES[definition.type as keyof typeof PLACES];
  // shares of a reward are computed with six places, exchange rates with eight
  const allowed = definition.type === 'rate' && definition !== rateDefinition ? 6 : places;
  const { min = '0', max = '0' } = definition;
  const isNegative = /^-\d/.test(value);
  let units: bigint;
  try {
    units = parseDecimal(isNegative ? value.slice(1) : value, allowed);
  } catch {
    const shape = allowed === 0 ? 'a whole number' : `a number with at most ${allowed} places`;
    throw new SettingError(`${key}: must be ${shape}`);
  }
  if (isNegative || units < parseDecimal(min, allowed) || units > parseDecimal(max, allowed)) {
    throw new SettingError(`${key}: must be from ${min} to ${max}`);
  }
  return value.replace(/^0+(?=\d)/, '');
}

/**
 * @returns the text to store
 * @throws SettingError when the key cannot hold the value
 */
export function checkSetting(key: string, value: string, now: Date): string {
  const definition = definitionOf(key);
  const text = value.trim();
  if (definition === rateDefinition && text === '') return text;
  switch (definition.type) {
    case 'count':
    case 'money':
    case 'rate':
      return checkNumber(key, text, definition);
    case 'optional_flag':
    case 'flag':
      if (text === '' && definition.type === 'optional_flag') return text;
      if (text !== 'true' && text !== 'false') {
        const empty = definition.type === 'flag' ? '' : ', or empty';
        throw new SettingError(`${key}: must be true or false${empty}`);
      }
      return text;
    case 'colour':
      if (!/^#[0-9a-f]{6}$/i.test(text)) {
        throw new SettingError(`${key}: must be a colour such as #0b1511`);
      }
      return text;
    case 'time': {
      if (text === '') return text;
      const time = new Date(text);
      if (Number.isNaN(time.getTime())) {
        throw new SettingError(`${key}: must be a time such as 2026-01-31T12:00:00Z, or empty`);
      }
      // until that time every new session would be invalid
      if (time.getTime() > now.getTime() + MINUTE) {
        throw new SettingError(`${key}: must not be in the future`);
      }
      return time.toISOString();
    }
    case 'iban':
    case 'bic':
      return checkBank(key, plainIban(text), definition.type);
    case 'currency':
      if (isCurrency(text)) return text;
      throw new SettingError(`${key}: must be a currency of ISO 4217 such as USD`);
    case 'choice':
      if (definition.choices?.includes(text)) return text;
      throw new SettingError(`${key}: must be one of ${definition.choices?.join(', ')}`);
    case 'countries':
      return checkCountries(key, text);
    case 'page':
    case 'signals':
    case 'text':
      if (text.length > Number(definition.max)) {
        throw new SettingError(`${key}: must have at most ${definition.max} characters`);
      }
      if (definition.type === 'page' && !isPage(text)) {
        throw new SettingError(`${key}: must be an https address, a path of this host, or empty`);
      }
      if (definition.type === 'signals') checkSignals(key, text);
      return text;
  }
}

function checkCountries(key: string, text: string): string {
  const codes = countriesIn(text);
  const bad = codes.find((code) => !isCountry(code));
  if (bad === undefined) return codes.join();
  throw new SettingError(`${key}: ${bad} is no country of ISO 3166-1: write countries as in US,KP`);
}

function checkBank(key: string, text: string, type: 'iban' | 'bic'): string {
  if (text === '' || (type === 'iban' ? isIban(text) : isBic(text))) return text;
  const shape =
    type === 'iban' ? 'an IBAN whose check sum is right' : 'a BIC of 8 or 11 characters';
  throw new SettingError(`${key}: must be ${shape}, or empty`);
}

function checkSignals(key: string, text: string): void {
  try {
    readReviewRules(text);
  } catch (error) {
    const known = signalNames.join(', ');
    throw new SettingError(
      `${key}: "${(error as Error).message}" is no signal; the signals are ${known}`,
    );
  }
}

/** Whether a text is an https address, a path or empty: no other text may get into the Content-Security-Policy. */
function isPage(text: string): boolean {
  if (text === '' || /^\/(?!\/)[^\s\\]*$/.test(text)) return true;
  return text.startsWith('https://') && URL.canParse(text) && !/[\s;,]/.test(text);
}
