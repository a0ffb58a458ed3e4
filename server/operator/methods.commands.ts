import { accountTypes } from '../../contract/withdrawal-shapes.ts';
import { endDemoMethods, endDemoPages } from '../domain/demo-end.ts';
import {
  assertRates,
  METHOD_TEXTS,
  MethodError,
  type PayoutMethod,
  readMethods,
  storeMethods,
} from '../domain/method-setup.ts';
import { type MethodCurrency, payTerms, whyNoRate } from '../domain/paid-currency.ts';
import { type AccountKind, accountKinds } from '../domain/payout-accounts/kinds.ts';
import type { Settings } from '../domain/settings.ts';
import { mergeTexts, type Texts } from '../domain/texts.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { withEndedDemo } from './demo-ended.ts';
import { readJson } from './json-file.ts';
import { readSettings } from './settings.ts';
import { card, counted, table } from './text.ts';
import { languagesOf, readTexts, textLines } from './texts.ts';

interface Row extends Omit<PayoutMethod, 'account_kind' | 'currency' | 'rounding'>, MethodCurrency {
  readonly account_kind: AccountKind | null;
  readonly disabled_at: Date | null;
  readonly texts: Texts;
}

function toJson({ disabled_at, account_kind, ...row }: Row, settings: Settings, now: Date) {
  const { currency, rounding: _, ...method } = row;
  const terms = payTerms(settings, row, now);
  return {
    ...method,
    account_kind,
    /** null: it pays in the product's currency */
    currency,
    rounding: terms?.rounding ?? null,
    rate: terms?.rate ?? null,
    /** why nobody can choose the method or be paid by it now; null: it works */
    stopped: currency && whyNoRate(settings, currency, now),
    enabled: disabled_at === null,
  };
}

async function find(context: OperatorContext, method: string | null) {
  const { rows } = await context.db.query<Row>(
    `select method, name, account_type, countries, account_pattern, account_hint, account_kind,
       texts, currency, rounding, disabled_at
     from payout_method where $1::text is null or method = $1 order by position, method`,
    [method],
  );
  const settings = await readSettings(context);
  return rows.map((row) => toJson(row, settings, context.now));
}

async function findOne(context: OperatorContext, method: string) {
  const [json] = await find(context, method);
  if (!json) throw new OperatorError(`there is no method "${method}"`);
  const { texts, ...fields } = json;
  const text = card({ ...fields, countries: json.countries.join() });
  return { json, text: [text, ...textLines(texts)].join('\n') };
}

const list: Command = {
  name: 'methods list',
  synopsis: '',
  summary: 'lists the payout methods',
  positionals: 0,
  options: [],
  run: async (context) => {
    const json = await find(context, null);
    const lines = json.map(({ method, name, texts, account_type, countries, ...rest }) => {
      const languages = languagesOf(texts);
      const { currency, rounding, rate, stopped, enabled } = rest;
      const pays = { currency, rounding, rate };
      const offered = { account_type, countries: countries.join(), ...pays, enabled, stopped };
      return { method, name, languages, ...offered };
    });
    return { json, text: table(lines, 'no methods: nobody can be paid') };
  },
};

/** Returns `--account-hint` for `account_hint`; the key `method` is no option. */
const asOption = (field: string): string => {
  const [key = ''] = field.split('.');
  return key === 'method' ? 'METHOD' : `--${key.replaceAll('_', '-')}`;
};

/** @throws OperatorError with a message that names the options */
function readDescribed(described: object, settings: Settings, now: Date): PayoutMethod[] {
  try {
    const wanted = readMethods([described]);
    assertRates(wanted, settings, now);
    return wanted;
  } catch (error) {
    if (error instanceof MethodError) throw new OperatorError(error.saidBy(asOption));
    throw error;
  }
}

const add: Command = {
  name: 'methods add',
  changes: true,
  synopsis:
    'METHOD --name N --account-type TYPE --countries IN,BR --account-pattern ^RE$ --account-hint TEXT [--account-example ACCOUNT] [--account-kind KIND] [--currency KES [--rounding STEP]]',
  summary: `offers a payout method, or changes the method of that name; TYPE is one of ${accountTypes.join(', ')}; KIND is one of ${accountKinds.join(', ')}. The method must take ACCOUNT, or without ACCOUNT the hint. With --currency the method pays in that currency at the rate of the request, in whole steps (such as 1 or 0.05), rounded down`,
  positionals: 1,
  options: [
    ...['name', 'account-type', 'countries', 'account-pattern', 'account-hint'],
    ...['account-example', 'account-kind', 'currency', 'rounding'],
  ],
  byLanguage: ['name', 'account-hint'],
  required: ['name', 'account-type', 'countries', 'account-pattern', 'account-hint'],
  run: async (context, { positionals: [method = ''], values, ...given }) => {
    const { db, now } = context;
    const [before] = await find(context, method);
    const described = {
      method,
      name: values.name,
      account_type: values['account-type'],
      countries: values.countries?.split(',').map((country) => country.trim()),
      account_pattern: values['account-pattern'],
      account_hint: values['account-hint'],
      account_example: values['account-example'],
      account_kind: values['account-kind'],
      texts: mergeTexts(before?.texts ?? {}, readTexts(given, METHOD_TEXTS)),
      currency: values.currency,
      rounding: values.rounding,
    };
    const wanted = readDescribed(described, await readSettings(context), now);
    await storeMethods(db, wanted, 'own');
    const methods = await endDemoMethods(db, now);
    const pages = await endDemoPages(db);
    return withEndedDemo(await findOne(context, method), { methods, pages });
  },
};

const importAll: Command = {
  name: 'methods import',
  changes: true,
  synopsis: 'FILE',
  summary:
    'offers the payout methods in a JSON file, all of them or none; methods of the same name change',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [file = ''] }) => {
    const { db, now, directory } = context;
    const methods = readMethods(await readJson(directory, file));
    assertRates(methods, await readSettings(context), now);
    const stored = await storeMethods(db, methods, 'own');
    const result = {
      json: { stored },
      text: `${counted(stored, 'method')} ${stored === 1 ? 'is' : 'are'} offered`,
    };
    if (stored === 0) return result;
    const ended = await endDemoMethods(db, now);
    return withEndedDemo(result, { methods: ended, pages: await endDemoPages(db) });
  },
};

const disable: Command = {
  name: 'methods disable',
  changes: true,
  synopsis: 'METHOD',
  summary: 'stops offering a payout method; people who chose it are still paid by it',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [method = ''] }) => {
    await context.db.query(
      'update payout_method set disabled_at = coalesce(disabled_at, $2) where method = $1',
      [method, context.now],
    );
    return findOne(context, method);
  },
};

export const methodCommands: readonly Command[] = [list, add, importAll, disable];
