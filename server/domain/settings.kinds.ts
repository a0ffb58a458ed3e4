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
   * count: whole number; money: decimal with at most four places; rate: decimal with at most six, an
   * exchange rate with at most eight; flag: true or false, an
   * optional one may be empty, which means that the installation decides; text: empty means not set; colour: #rrggbb; time: ISO 8601, empty means never;
   * page: an https address or a path of this host; iban: a bank account; bic: a bank; of all
   * three empty means not set; currency: its code in ISO 4217; signals: names of signals, a comma between those that count alone, a
   * plus between those that count together, empty means none; choice: one of `choices`; countries: their codes in ISO 3166-1, a comma
   * between them, empty means none
   */
  readonly type: SettingType;
  readonly default: string;
  /** count, money and rate: inclusive; text: characters */
  readonly min?: string;
  readonly max?: string;
  /** choice: what it may be */
  readonly choices?: readonly string[];
  readonly meaning: string;
  /** text: it may be said otherwise to readers of some languages */
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
/** A text of which readers of a language may have another one. */
export const words = (initial: string, max: number, meaning: string) =>
  ({ ...text(initial, max, meaning), byLanguage: true }) as const;
export const colour = (initial: string, meaning: string) =>
  ({ type: 'colour', default: initial, meaning }) as const;
export const flag = (initial: boolean, meaning: string) =>
  ({ type: 'flag', default: String(initial), meaning }) as const;
export const optionalFlag = (meaning: string) =>
  ({ type: 'optional_flag', default: '', meaning }) as const;
