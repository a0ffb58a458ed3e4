import { MONEY_PLACES, parseDecimal } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import { jitteredPeriod } from '../database/jittered-period.ts';
import { RATE_KEY, type SettingKey, settingsTable } from './settings.table.ts';
import { type ByLanguage, type LocalizedText, textIn } from './texts.ts';

type ValueOf<Type> = Type extends 'count'
  ? number
  : Type extends 'money'
    ? bigint
    : Type extends 'flag'
      ? boolean
      : Type extends 'optional_flag'
        ? boolean | null
        : Type extends 'time'
          ? Date | null
          : string;

/** The value of a key: count a number, money 1/10,000 units, rate decimal text, text a string. */
export type SettingValue<Key extends SettingKey> = ValueOf<(typeof settingsTable)[Key]['type']>;

const POLL_MS = 400;

function parse(type: string, text: string): bigint | number | boolean | string | Date | null {
  if (type === 'count') return Number(text);
  // accepts a leading zero too, which earlier versions could store
  if (type === 'money') return parseDecimal(text, MONEY_PLACES);
  if (type === 'optional_flag' && text === '') return null;
  if (type === 'flag' || type === 'optional_flag') return text === 'true';
  if (type === 'time') return text === '' ? null : new Date(text);
  return text;
}

interface SettingRow {
  readonly key: string;
  readonly value: string;
  readonly is_demo: boolean;
  readonly changed_at: Date | null;
  readonly texts: ByLanguage;
}

export interface SettingsOptions {
  readonly db: Database;
  /** called when reading the database failed; the last loaded values stay in force */
  readonly onError?: (error: unknown) => void;
}

/**
 * The settings of this process: a copy of the table `setting`, reloaded when its version changes; the version is polled
 * every 400 ms.
 */
export class Settings {
  #texts = new Map<string, string>();
  #byLanguage = new Map<string, ByLanguage>();
  #ratesSetAt = new Map<string, Date>();
  #demoKeys = new Set<string>();
  readonly #values = new Map<string, ReturnType<typeof parse>>();
  #version = -1n;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  readonly #options: SettingsOptions;

  constructor(options: SettingsOptions) {
    this.#options = options;
  }

  get<Key extends SettingKey>(key: Key): SettingValue<Key> {
    if (!this.#values.has(key)) {
      this.#values.set(key, parse(settingsTable[key].type, this.text(key)));
    }
    return this.#values.get(key) as SettingValue<Key>;
  }

  /** A key's value as the operator wrote it, or its default. */
  text(key: SettingKey): string {
    return this.#texts.get(key) ?? settingsTable[key].default;
  }

  /** The translations of a text. */
  texts(key: SettingKey): ByLanguage {
    return this.#byLanguage.get(key) ?? {};
  }

  localizedText(key: SettingKey): LocalizedText {
    return { plain: this.text(key), texts: this.texts(key) };
  }

  /** A text in a language. */
  textIn(key: SettingKey, language: string | undefined): string {
    return textIn(language, this.text(key), this.texts(key));
  }

  /** The currency of all amounts; estimates fall back to it. */
  get currency(): string {
    return this.get('product.currency');
  }

  /** Units of a currency for one unit of the product's currency, decimal text; null where no rate is set. */
  rate(currency: string): string | null {
    return currency === this.currency ? '1' : this.#texts.get(`rates.${currency}`) || null;
  }

  /** When a rate was set; null: unknown. */
  rateSetAt(currency: string): Date | null {
    return this.#ratesSetAt.get(`rates.${currency}`) ?? null;
  }

  /** Whether a rate is the demo's: it is good for estimates, not for payments. */
  isDemoRate(currency: string): boolean {
    return this.#demoKeys.has(`rates.${currency}`);
  }

  /** Whether a marketing figure is still the demo's. */
  get hasDemoFigures(): boolean {
    return [...this.#demoKeys].some((key) => key.startsWith('marketing.'));
  }

  /** The keys `rates.*` that are set. */
  rateKeys(): string[] {
    return [...this.#texts.keys()].filter((key) => RATE_KEY.test(key)).sort();
  }

  /** Loads the settings and polls for changes until `stop`. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => {
      this.refresh().catch((error: unknown) => this.#options.onError?.(error));
    }, jitteredPeriod(POLL_MS));
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reloads if the version has changed; concurrent calls share one query. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#reload().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #reload(): Promise<void> {
    const { db } = this.#options;
    const stored = await db.query<{ version: bigint }>('select version from setting_version');
    const version = stored.rows[0]?.version ?? 0n;
    if (version === this.#version) return;
    const { rows } = await db.query<SettingRow>(
      'select key, value, is_demo, changed_at, texts from setting',
    );
    this.#texts = new Map(rows.map((row) => [row.key, row.value]));
    this.#byLanguage = new Map(rows.map((row) => [row.key, row.texts]));
    this.#ratesSetAt = new Map(
      rows.flatMap(({ key, changed_at }) =>
        changed_at && RATE_KEY.test(key) ? [[key, changed_at]] : [],
      ),
    );
    this.#demoKeys = new Set(rows.filter((row) => row.is_demo).map(({ key }) => key));
    this.#values.clear();
    this.#version = version;
  }
}
