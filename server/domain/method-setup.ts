import * as v from 'valibot';
import { languages } from '../../contract/languages.ts';
import { parseDecimal } from '../../contract/money.ts';
import { fromMinor } from '../../contract/pay.ts';
import { type AccountType, accountTypes } from '../../contract/withdrawal-shapes.ts';
import type { Database } from '../database/database.ts';
import { decimalPlacesOf, isCurrency } from './currencies.ts';
import { whyNoRate } from './paid-currency.ts';
import { readMatchingAccount } from './payout-accounts/account-keys.ts';
import { type AccountKind, accountKinds, whyNoType } from './payout-accounts/kinds.ts';
import type { Settings } from './settings.ts';
import type { Texts } from './texts.ts';

/** A payout method, as an operator describes it. */
export interface PayoutMethod {
  readonly method: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly countries: readonly string[];
  readonly account_pattern: string;
  readonly account_hint: string;
  /** missing: the type's default */
  readonly account_kind?: AccountKind | undefined;
  /** translations of the name and the hint; missing: the stored ones stay */
  readonly texts?: Texts | undefined;
  /** its currency; null or missing: the product's */
  readonly currency?: string | null | undefined;
  /** the smallest step of its amounts; missing: the currency's smallest unit */
  readonly rounding?: string | null | undefined;
}

/** How an operator writes a field of a method: its key in a file, or an option. */
type Naming = (key: string) => string;

interface Wrong {
  /** index in the list; null: the input is not a list */
  readonly at: number | null;
  /** the method's name, if readable */
  readonly called?: unknown;
  readonly field?: string | undefined;
  readonly why: (naming: Naming) => string;
}

/** An invalid payout method; the message gives its place in the file and the reason. */
export class MethodError extends Error {
  override readonly name = 'MethodError';
  private readonly wrong: Wrong;

  constructor(wrong: Wrong) {
    const { at, called, field, why } = wrong;
    const name = typeof called === 'string' && called.trim() ? ` (${called})` : '';
    const which = at === null ? [] : [`method ${at + 1}${name}`];
    super([...which, field ?? [], why((key) => key)].flat().join(': '));
    this.wrong = wrong;
  }

  /** The message for one method alone, without its place. */
  saidBy(naming: Naming): string {
    const { field, why } = this.wrong;
    return [...(field ? [naming(field)] : []), why(naming)].join(': ');
  }
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return source.startsWith('^') && source.endsWith('$');
  } catch {
    return false;
  }
}

const text = (max: number) => {
  const words = `a text of 1 to ${max} characters`;
  return v.pipe(v.string(words), v.trim(), v.minLength(1, words), v.maxLength(max, words));
};

/** The most characters of a method's displayed texts, by the command's options. */
export const METHOD_TEXTS = { name: 60, 'account-hint': 120 };

const tags = languages.map(({ tag }) => tag);
const byLanguage = (max: number) =>
  v.record(v.picklist(tags, 'languages of the app, such as de'), text(max));

const fields = {
  method: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/, 'small letters, digits and "_"')),
  name: text(METHOD_TEXTS.name),
  account_type: v.picklist(accountTypes, ({ input }) => whyNoType(input)),
  countries: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'codes such as IN'))),
    v.minLength(1, 'at least one country'),
  ),
  account_pattern: v.pipe(
    v.string(),
    v.check(isPattern, 'a regular expression that begins with ^ and ends with $'),
  ),
  account_hint: text(METHOD_TEXTS['account-hint']),
  account_example: v.optional(text(254)),
  account_kind: v.optional(v.picklist(accountKinds, `one of ${accountKinds.join(', ')}`)),
  texts: v.optional(
    v.strictObject({
      name: v.exactOptional(byLanguage(METHOD_TEXTS.name)),
      account_hint: v.exactOptional(byLanguage(METHOD_TEXTS['account-hint'])),
    }),
  ),
  currency: v.nullish(v.pipe(v.string(), v.check(isCurrency, 'a code of ISO 4217 such as KES'))),
  rounding: v.nullish(v.string('a text such as "0.05"')),
};

/** @returns the error message for a key of a method; the key itself is in the issue's path */
const wrongKey = ({ expected, received }: v.BaseIssue<unknown>): string => {
  if (expected === 'never') return `${received} is no key of a method`;
  return received === 'undefined' ? `${expected} is missing` : 'must be an object in { }';
};

const payoutMethod = v.strictObject(fields, wrongKey);
const methodList = v.array(payoutMethod, 'the file must have a list of methods in [ ]');

function wrongOf(list: unknown, issue: v.BaseIssue<unknown>): MethodError {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  const [at] = keys;
  const named = keys.filter((key) => typeof key === 'string').join('.');
  const isKey = issue.type === 'strict_object';
  const method = typeof at === 'number' && Array.isArray(list) ? list[at] : null;
  return new MethodError({
    at: typeof at === 'number' ? at : null,
    called: method?.name,
    field: isKey || named === '' ? undefined : named,
    why: () => issue.message,
  });
}

/**
 * Checks that a method accepts its example: a rule that accepts no account would refuse everybody. The hint is the
 * example where it is an account itself.
 */
function checkExample(method: v.InferOutput<typeof payoutMethod>, at: number): void {
  const { account_example: given, account_hint: hint, countries } = method;
  const rule = { ...method, account_kind: method.account_kind ?? null };
  const example = given ?? hint;
  if (countries.some((country) => readMatchingAccount(rule, example, country))) return;
  const called = method.name;
  const refused = `"${example}" is no account that the method takes`;
  throw new MethodError(
    given === undefined
      ? {
          ...{ at, called, field: 'account_hint' },
          why: (as) => `${refused}: give another account as ${as('account_example')}`,
        }
      : {
          ...{ at, called, field: 'account_example' },
          why: (as) =>
            `${refused}: correct the account, or ${as('account_pattern')}, ${as('account_type')} or ${as('account_kind')}`,
        },
  );
}

const LARGEST_STEP = 10n ** 12n;

/** The step of the method's amounts, in its currency's smallest unit; null: the method sets no currency; 0: invalid. */
function stepOf({
  currency,
  rounding,
}: Pick<PayoutMethod, 'currency' | 'rounding'>): bigint | null {
  if (!currency) return null;
  try {
    return typeof rounding === 'string' ? parseDecimal(rounding, decimalPlacesOf(currency)) : 1n;
  } catch {
    return 0n;
  }
}

function checkRounding(method: PayoutMethod, at: number): void {
  const refuse = (why: string) =>
    new MethodError({ at, called: method.name, field: 'rounding', why: () => why });
  if (!method.currency && typeof method.rounding === 'string') {
    throw refuse('needs a currency too');
  }
  const step = stepOf(method);
  if (step === null || (step > 0n && step <= LARGEST_STEP)) return;
  const smallest = fromMinor(1n, decimalPlacesOf(method.currency ?? ''));
  throw refuse(
    `"${method.rounding}" is no step of ${method.currency}: a number such as 1, not less than ${smallest}`,
  );
}

/** @throws MethodError when a method could not pay, because its currency has no valid rate */
export function assertRates(methods: readonly PayoutMethod[], settings: Settings, now: Date): void {
  methods.forEach(({ name, currency }, at) => {
    const why = currency ? whyNoRate(settings, currency, now) : null;
    if (why === null) return;
    throw new MethodError({
      ...{ at, called: name, field: 'currency' },
      why: () => `${why}: set the rate first (rates set ${currency} VALUE)`,
    });
  });
}

/** @throws MethodError when one of them is not a payout method, or does not accept its own example */
export function readMethods(list: unknown): PayoutMethod[] {
  const { success, output, issues } = v.safeParse(methodList, list);
  if (!success) throw wrongOf(list, issues[0]);
  output.forEach(checkExample);
  output.forEach(checkRounding);
  return output;
}

const INSERT = `
  insert into payout_method (method, name, account_type, countries, account_pattern, account_hint,
    account_kind, is_demo, texts, currency, rounding, position)
  select $1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::jsonb, '{}'), $10, $11,
    coalesce(max(position) + 1, 0)
  from payout_method`;
const KEEP = 'on conflict (method) do nothing';
const REPLACE = `on conflict (method) do update set name = excluded.name,
  account_type = excluded.account_type, countries = excluded.countries,
  account_pattern = excluded.account_pattern, account_hint = excluded.account_hint,
  account_kind = excluded.account_kind, texts = coalesce($9, payout_method.texts),
  currency = excluded.currency, rounding = excluded.rounding, is_demo = false, disabled_at = null`;

/**
 * Offers methods, new ones after the existing ones. Call it in a transaction.
 * @param whose `own` replaces an existing method, `demo` does not
 * @returns the number of added or changed methods
 */
export async function storeMethods(
  db: Database,
  methods: readonly PayoutMethod[],
  whose: 'demo' | 'own',
): Promise<number> {
  let stored = 0;
  for (const one of methods) {
    const { rowCount } = await db.query(`${INSERT} ${whose === 'demo' ? KEEP : REPLACE}`, [
      one.method,
      one.name,
      one.account_type,
      one.countries,
      one.account_pattern,
      one.account_hint,
      one.account_kind ?? null,
      whose === 'demo',
      one.texts === undefined ? null : JSON.stringify(one.texts),
      one.currency ?? null,
      stepOf(one),
    ]);
    stored += rowCount ?? 0;
  }
  return stored;
}
