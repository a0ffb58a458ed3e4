/** The types of settings, and a function for each that defines one. */
type SettingType =
  | 'count'
  | 'money'
  | 'rate'
  | 'flag'
  | 'optional_flag'
  | 'text'
  | 'colour'
  | 'time'
  | 'page'
  | 'iban'
  | 'bic'
  | 'currency'
  | 'signals'
  | 'choice'
  | 'countries';

export interface SettingDefinition {
  /**
   * count: whole number; money: decimal with at most four places; rate: decimal with at most six, an exchange rate
   * with at most eight; flag: true or false; optional_flag: also empty, then the installation decides; text: empty
   * means not set; colour: #rrggbb; time: ISO 8601, empty means never; page: an https address or a path of this host;
   * iban: a bank account; bic: a bank; an empty page, iban or bic means not set; currency: its code in ISO 4217;
   * signals: names of signals, separated by commas where each counts alone, joined by plus where they count together,
   * empty means none; choice: one of `choices`; countries: their codes in ISO 3166-1, separated by commas, empty
   * means none
   */
  readonly type: SettingType;
  readonly default: string;
  /** count, money and rate: inclusive; text: characters */
  readonly min?: string;
  readonly max?: string;
  /** choice: the allowed values */
  readonly choices?: readonly string[];
  readonly meaning: string;
  /** text: it may have translations */
  readonly byLanguage?: true;
}

export const count = (initial: number, max: number, meaning: string, min = 0) =>
  ({
    type: 'count',
    default: String(initial),
    min: String(min),
    max: String(max),
    meaning,
  }) as const;
export const money = (initial: string, meaning: string, min = '0', max = '1000000') =>
  ({ type: 'money', default: initial, min, max, meaning }) as const;
export const rate = (initial: string, meaning: string) =>
  ({ type: 'rate', default: initial, min: '0', max: '1', meaning }) as const;
export const text = (initial: string, max: number, meaning: string) =>
  ({ type: 'text', default: initial, max: String(max), meaning }) as const;
/** A text that may have translations. */
export const words = (initial: string, max: number, meaning: string) =>
  ({ ...text(initial, max, meaning), byLanguage: true }) as const;
export const colour = (initial: string, meaning: string) =>
  ({ type: 'colour', default: initial, meaning }) as const;
export const flag = (initial: boolean, meaning: string) =>
  ({ type: 'flag', default: String(initial), meaning }) as const;
export const optionalFlag = (meaning: string) =>
  ({ type: 'optional_flag', default: '', meaning }) as const;
