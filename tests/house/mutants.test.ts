import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls.ts';
import { sqlChanges } from '../../scripts/mutants/code-faults.ts';
import { LEFT_OUT } from '../../scripts/mutants/copy.ts';
import { applied, type Fault, kinds } from '../../scripts/mutants/fault.ts';
import { generateFaults } from '../../scripts/mutants/generate.ts';
import { chosenOf, readOptions } from '../../scripts/mutants/options.ts';
import { type Compiler, openCompiler } from '../../scripts/mutants/project.ts';
import { isGoodEnough, type Judged } from '../../scripts/mutants/report.ts';
import { selectTests } from '../../scripts/mutants/test-selection.ts';
import { equivalent } from '../mutants/equivalent.ts';
import { importsIn, root } from './imports.ts';

let compiler: Compiler;
beforeAll(() => {
  compiler = openCompiler();
});
afterAll(() => compiler.close());

const CLAIM = 'machines/claim.machine.ts';
const made = (...paths: string[]) => generateFaults(compiler, paths, []);

describe('faults', () => {
  test('each change their file, and have different ids', () => {
    const faults = made(CLAIM, 'contract/money.ts', 'server/domain/limits.ts', 'src/ports/day.ts');
    expect(faults.length).toBeGreaterThan(100);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { file, edits } of faults) {
      const { text } = compiler.read(file);
      expect(applied(text, edits)).not.toBe(text);
    }
  });

  test('in a chart change its targets, guards, delays, events and actions', () => {
    const found = new Set(made(CLAIM).map(({ kind }) => kind));
    const chart = ['target', 'guard-inverted', 'guard-dropped', 'delay', 'on', 'after', 'always'];
    const doing = ['entry', 'actions', 'assign', 'notify', 'tags'];
    expect([...chart, ...doing].filter((kind) => !found.has(kind as Fault['kind']))).toEqual([]);
  });

  test('are made of each kind', () => {
    const paths = [
      'machines/list.machine.ts',
      'machines/withdrawal/',
      'machines/video/',
      'src/app/actors/withdraw.actors.ts',
      'src/screens/login/',
      'server/domain/sharing.ts',
    ];
    const found = new Set(made(...paths).map(({ kind }) => kind));
    expect(kinds.filter((kind) => !found.has(kind))).toEqual([]);
  });

  test('that do not compile are found by the compiler', () => {
    const { text } = compiler.read(CLAIM);
    const start = text.indexOf("'countClaim'");
    const fault = { id: '', name: '', kind: 'entry', file: CLAIM, what: '' } as const;
    const edits = [{ start, end: start + 12, text: "'countClaims'" }];
    expect(compiler.refuses({ ...fault, edits }, [])).toBe(true);
    expect(compiler.refuses({ ...fault, edits: [{ start: 0, end: 0, text: '\n' }] }, [])).toBe(
      false,
    );
  });

  test('are not compiled in files of another TypeScript project', () => {
    const edits = [{ start: 0, end: 0, text: '\n' }];
    const fault = {
      id: '',
      name: '',
      kind: 'field',
      file: 'src/ports/media-cache.ts',
      what: '',
    } as const;
    expect(compiler.refuses({ ...fault, edits }, ['src/worker/files.ts'])).toBe(false);
  });
});

describe('faults of the server', () => {
  test('change only bounds, sums and conditions of a statement', () => {
    const statement =
      'select 1, user_id from wallet where user_id = $1 and amount > 0 limit 20 -- and > 0';
    const found = sqlChanges(statement, 0).map(({ edits }) => applied(statement, edits));
    expect(found).toEqual([
      'select 1, user_id from wallet where user_id = $1 and amount >= 0 limit 20 -- and > 0',
      'select 1, user_id from wallet where user_id = $1 or amount > 0 limit 20 -- and > 0',
      'select 1, user_id from wallet where user_id <> $1 and amount > 0 limit 20 -- and > 0',
      'select 1, user_id from wallet where user_id = $1 and amount > 1 limit 20 -- and > 0',
      'select 1, user_id from wallet where user_id = $1 and amount > 0 limit 21 -- and > 0',
    ]);
  });

  test('switch off the idempotency key of each call that has one', () => {
    const file = 'server/http/calls.ts';
    const texts = made(file)
      .filter(({ kind }) => kind === 'key')
      .map(({ edits }) => applied(compiler.read(file).text, edits));
    const { sendClaims, changePassword, changeEmail, deleteAccount, makeRecoveryCodes } = calls;
    const { passkeyOptions, proveByPasskey, proveByPassword } = calls;
    const keyless: readonly string[] = [
      sendClaims,
      changePassword,
      changeEmail,
      deleteAccount,
      makeRecoveryCodes,
      passkeyOptions,
      calls.sendProgress,
      calls.sendConfirmLink,
      proveByPasskey,
      proveByPassword,
    ].map(({ path }) => path);
    const takesOne = Object.values(calls).filter(
      ({ method, access, path }) =>
        method === 'POST' && access === 'private' && !keyless.includes(path),
    );
    const without = (path: string) =>
      `return call.path === '${path}' ? run({ db: pool }) : ${path === calls.record.path ? 'answerByFunction' : 'answerOnce'}(`;
    expect(texts).toHaveLength(takesOne.length);
    for (const { path } of takesOne) {
      expect(texts.filter((text) => text.includes(without(path)))).toHaveLength(1);
    }
  });
});

test('every fault that is listed as equivalent can still be made, and has a reason', () => {
  const files = [...new Set(Object.keys(equivalent).map((name) => name.split(':')[0] ?? ''))];
  const names = files.length > 0 ? made(...files).map(({ name }) => name) : [];
  expect(Object.keys(equivalent).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.values(equivalent).filter((reason) => reason.length < 20)).toEqual([]);
});

test('the copy in which faults are planted has every folder that the tests import', () => {
  const files = globSync('tests/{model,ui,contract,server}/**/*.{ts,tsx}', { cwd: root });
  const imported = files.flatMap((file) =>
    importsIn(file, readFileSync(join(root, file), 'utf8')).map(({ to }) => to.split('/')[0] ?? ''),
  );
  expect([...new Set(imported)].filter((folder) => LEFT_OUT.includes(folder))).toEqual([]);
});

describe('the tests that run for a fault', () => {
  const seeing = (file: string) =>
    selectTests()
      .testsOf({ id: '', name: '', kind: 'target', file, edits: [], what: '' })
      .map((runs) => runs.map((run) => run.file));

  test('in a machine: its invariants and walks first, then all tests that import it', () => {
    const [near = [], far = []] = seeing(CLAIM);
    expect(near).toEqual(['invariants', 'machines'].map((name) => `tests/model/${name}.test.ts`));
    expect(far).toContain('tests/model/feed.test.ts');
    expect(far.filter((file) => /house|browser|server/.test(file))).toEqual([]);
  });

  test('in a migration: all tests of the server, those named after it first', () => {
    const [near = [], far] = seeing('server/database/migrations/0003_ledger.sql');
    expect(near.length).toBeGreaterThan(0);
    expect(near.filter((file) => !/[/-]ledger/.test(file))).toEqual([]);
    expect(far).toContain('tests/server/domain-earning.test.ts');
  });

  test('in server code: tests named after the file, then the nearest ones', () => {
    const [near, far = []] = seeing('server/domain/corrections.ts');
    expect(near).toEqual(['tests/server/domain-corrections.test.ts']);
    const places = ['operator-ledger', 'http-ending'].map((name) =>
      far.indexOf(`tests/server/${name}.test.ts`),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('in a program: tests that start it as a process', () => {
    expect(seeing('server/main.ts').flat()).toContain('tests/server/http-start.test.ts');
    expect(seeing('server/push/start.ts').flat()).toContain('tests/server/push-server.test.ts');
  });

  test('can be limited to the likeliest tests', () => {
    const fault = { id: '', name: '', kind: 'sql', edits: [], what: '' } as const;
    const file = 'server/domain/corrections.ts';
    const all = selectTests()
      .testsOf({ ...fault, file })
      .flat();
    expect(
      selectTests([], 3)
        .testsOf({ ...fault, file })
        .flat(),
    ).toEqual(all.slice(0, 3));
  });
});

describe('options', () => {
  const read = (...args: string[]) => readOptions(args);

  test.each([
    [['--kind', 'colour'], '--kind colour: no such kind'],
    [['--sample', '0'], '--sample 0: not a number of at least 1'],
    [['--jobs', 'two'], '--jobs two: not a number of at least 1'],
    [['--nearest', '0'], '--nearest 0: not a number of at least 1'],
    [['--allow-unseen', 'some'], '--allow-unseen some: not a number of at least 0'],
    [['--seed', 'two'], '--seed needs --sample'],
    [['--record', '--by', 'tests/model'], '--record needs all tests'],
    [['--record', '--nearest', '4'], '--record needs all tests'],
    [['--record', '--within', '20'], '--record needs all tests'],
    [['--record', '--kind', 'delay'], '--record needs all kinds'],
    [['--record', '--id', 'a.ts:1:target:1'], '--record needs all kinds'],
    [['--within', '0'], '--within 0: not a number of at least 1'],
    [['--colour'], "Unknown option '--colour'"],
    [['claim'], "Unexpected argument 'claim'"],
  ])('the arguments %j are refused: %s', (args, why) => {
    expect(() => read(...args)).toThrow(why);
  });

  test('a sample is the same in every run, and differs with another seed', () => {
    const faults = made(CLAIM);
    const drawn = (...seed: string[]) => chosenOf(faults, read('--sample', '20', ...seed));
    expect(drawn()).toEqual(drawn());
    expect(drawn('--seed', '2')).not.toEqual(drawn());
    expect(new Set(drawn()).size).toBe(20);
  });

  test.each<[verdicts: Judged['verdict'][], args: string[], isGood: boolean]>([
    [[], [], true],
    [['unseen'], [], false],
    [['unseen'], ['--allow-unseen', '0'], false],
    [['unseen', 'unseen'], ['--allow-unseen', '1'], false],
    [['unseen', 'unseen'], ['--allow-unseen', '2'], true],
    [['failing'], ['--allow-unseen', '2'], false],
    [['broken'], ['--allow-unseen', '2'], false],
  ])('a run with %j beside caught faults, and options %j, passes: %s', (verdicts, args, isGood) => {
    const [fault] = made(CLAIM);
    if (!fault) throw new Error('the file has no fault');
    const noticed = ['caught', 'late', 'compiler', 'equivalent', 'undecided'] as const;
    const judged = [...noticed, ...verdicts].map(
      (verdict): Judged => ({ fault, verdict, by: '', seconds: 1 }),
    );
    expect(isGoodEnough(judged, read(...args).allowedUnseen)).toBe(isGood);
  });

  test('an unknown fault id is refused', () => {
    expect(() => chosenOf(made(CLAIM), read('--id', 'a.ts:1:target:1'))).toThrow('no such fault');
  });
});
