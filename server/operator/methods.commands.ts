import { accountTypes } from '../../contract/withdrawal-shapes.ts';
import { endDemoMethods } from '../domain/demo-end.ts';
import {
  METHOD_TEXTS,
  type PayoutMethod,
  readMethods,
  storeMethods,
} from '../domain/method-setup.ts';
import { accountKinds } from '../domain/payout-accounts/kinds.ts';
import { mergeTexts, type Texts } from '../domain/texts.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { withEnded } from './demo-ended.ts';
import { readJson } from './json-file.ts';
import { card, table } from './text.ts';
import { languagesOf, readTexts, textLines } from './texts.ts';

interface Row extends PayoutMethod {
  readonly disabled_at: Date | null;
  readonly texts: Texts;
}

const toJson = ({ disabled_at, account_kind, ...method }: Row) => ({
  ...method,
  account_kind: account_kind ?? null,
  enabled: disabled_at === null,
});

async function find(db: OperatorContext['db'], method: string | null) {
  const { rows } = await db.query<Row>(
    `select method, name, account_type, countries, account_pattern, account_hint, account_kind,
       texts, disabled_at
     from payout_method where $1::text is null or method = $1 order by position, method`,
    [method],
  );
  return rows.map(toJson);
}

async function findOne(db: OperatorContext['db'], method: string) {
  const [json] = await find(db, method);
  if (!json) throw new OperatorError(`there is no method "${method}"`);
  const { texts, ...fields } = json;
  const text = card({ ...fields, countries: json.countries.join() });
  return { json, text: [text, ...textLines(texts)].join('\n') };
}

const list: Command = {
  name: 'methods list',
  synopsis: '',
  summary: 'the ways to be paid',
  positionals: 0,
  options: [],
  run: async ({ db }) => {
    const json = await find(db, null);
    const lines = json.map(({ method, name, texts, account_type, countries, enabled }) => {
      const languages = languagesOf(texts);
      return { method, name, languages, account_type, countries: countries.join(), enabled };
    });
    return { json, text: table(lines, 'no methods: nobody can be paid') };
  },
};

const add: Command = {
  name: 'methods add',
  changes: true,
  synopsis:
    'METHOD --name N --account-type TYPE --countries IN,BR --account-pattern ^RE$ --account-hint TEXT [--account-example ACCOUNT] [--account-kind KIND]',
  summary: `offers a way to be paid, or changes the one of that name; TYPE is one of ${accountTypes.join(', ')}; KIND of ${accountKinds.join(', ')}. It must take ACCOUNT, or the hint where that is an account`,
  positionals: 1,
  options: [
    ...['name', 'account-type', 'countries', 'account-pattern', 'account-hint'],
    ...['account-example', 'account-kind'],
  ],
  byLanguage: ['name', 'account-hint'],
  required: ['name', 'account-type', 'countries', 'account-pattern', 'account-hint'],
  run: async ({ db, now }, { positionals: [method = ''], values, ...given }) => {
    const [before] = await find(db, method);
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
    };
    await storeMethods(db, readMethods([described]), 'own');
    const methods = await endDemoMethods(db, now);
    return withEnded(await findOne(db, method), { methods });
  },
};

const importAll: Command = {
  name: 'methods import',
  changes: true,
  synopsis: 'FILE',
  summary: 'offers the ways to be paid of a JSON file, all or none; those of the same name change',
  positionals: 1,
  options: [],
  run: async ({ db, now, directory }, { positionals: [file = ''] }) => {
    const methods = readMethods(await readJson(directory, file));
    const stored = await storeMethods(db, methods, 'own');
    const result = { json: { stored }, text: `${stored} methods are offered` };
    return withEnded(result, { methods: stored > 0 ? await endDemoMethods(db, now) : [] });
  },
};

const disable: Command = {
  name: 'methods disable',
  changes: true,
  synopsis: 'METHOD',
  summary: 'offers it no more; who has chosen it is still paid by it',
  positionals: 1,
  options: [],
  run: async ({ db, now }, { positionals: [method = ''] }) => {
    await db.query(
      'update payout_method set disabled_at = coalesce(disabled_at, $2) where method = $1',
      [method, now],
    );
    return findOne(db, method);
  },
};

export const methodCommands: readonly Command[] = [list, add, importAll, disable];
