import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { extractCommit, findPreviousVersion } from '../../scripts/previous-version.ts';
import { listFailures, readReport } from '../../scripts/results.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { startProcess } from './http/process.ts';
import { expectReady } from './http/ready.ts';
import { migrateAs } from './versions/checkout.ts';
import { differences, judge } from './versions/differences.ts';
import { describeSchema } from './versions/schema.ts';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'clipurse-versions-'));
/** The previous version's checkout, and this version's migrations without the contracting ones. */
const [before, expanding] = [join(home, 'before'), join(home, 'migrations')];
const previous = findPreviousVersion();
const isAvailable = previous.missing === null;

const migrationsOf = (checkout: string) =>
  globSync(join(checkout, 'server/database/migrations/*.sql'));
/** Migrations that remove what the previous version still reads. */
const contracting: string[] = [];
if (previous.missing === null) {
  for (const folder of [before, expanding]) mkdirSync(folder);
  extractCommit(previous.commit, before);
  const known = new Set(migrationsOf(before).map((file) => basename(file)));
  for (const file of migrationsOf(root)) {
    const contracts = readFileSync(file, 'utf8').startsWith('-- contract');
    if (contracts && !known.has(basename(file))) contracting.push(file);
    else cpSync(file, join(expanding, basename(file)));
  }
}
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A database that the previous version's migrations have made, from which tests make clones. */
let original: ClonedDatabase | undefined;
afterAll(() => original?.drop());

/** A database that the previous version's migrations have made; it is dropped when the test ends. */
async function madeBefore(): Promise<string> {
  if (!original) {
    const made = await cloneDatabase('template0');
    try {
      migrateAs(before, made.url);
    } catch (error) {
      await made.drop();
      throw error;
    }
    original = made;
  }
  const { url, drop } = await cloneDatabase(/test_\w+/.exec(original.url)?.[0]);
  onTestFinished(drop);
  return url;
}

/** Runs a checkout's whole contract suite on the previous version's tables plus this version's expanding migrations. */
async function runContract(checkout: string): Promise<{ passed: number; failures: string[] }> {
  const report = join(home, 'report.json');
  rmSync(report, { force: true });
  const config = join(import.meta.dirname, 'versions/vitest.config.ts');
  const args = ['run', `--config=${config}`, '--reporter=json', `--outputFile=${report}`];
  const variables = {
    VERSION_CHECKOUT: checkout,
    VERSION_BEFORE: before,
    VERSION_MIGRATIONS: expanding,
  };
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    ...{ cwd: root, env: { ...env, ...variables }, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  try {
    const found = readReport(report);
    return { passed: found.numPassedTests, failures: listFailures(found, checkout) };
  } catch {
    throw new Error(`the suite ended without a report: ${stderr.trim()}`);
  }
}

/** Expects a run of many tests, in which no test failed except those of `allowed`. */
const expectAll = (
  { passed, failures }: Awaited<ReturnType<typeof runContract>>,
  allowed: Parameters<typeof judge>[1] = [],
) => {
  const wrong = judge(failures, allowed);
  expect(wrong, wrong[0]).toEqual([]);
  expect(passed).toBeGreaterThan(150);
};

test.runIf(isAvailable)(
  'migrating a database of the previous version gives the same schema as a new database',
  async () => {
    const url = await madeBefore();
    await migrate(url);
    const anew = await cloneDatabase('template0');
    onTestFinished(anew.drop);
    await migrate(anew.url);
    expect(await describeSchema(url)).toEqual(await describeSchema(anew.url));
  },
);

test.runIf(isAvailable)(
  'a server of the previous version runs on tables of this version',
  async () => {
    const url = await madeBefore();
    await migrate(url, expanding);
    const main = join(before, 'server/main.ts');
    const server = startProcess({ DATABASE_URL: url, DATA_DIR: join(home, 'data') }, main);
    onTestFinished(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    await expectReady(await server.ready);
    expectAll(await runContract(before), differences);
  },
  300_000,
);

// without a contracting migration, all other tests of the server run on such tables already
test.runIf(contracting.length > 0)(
  'a server of this version runs before the contracting migrations are applied',
  async () => expectAll(await runContract(root)),
  300_000,
);

test('a listed failure is allowed with a reason, and reported once its test passes', () => {
  const failures = [
    'a.test.ts: calls > withdraw: expected 1',
    'a.test.ts: calls > info: expected 2',
  ];
  const allowed = [{ test: 'calls > withdraw', reason: 'it says the fee' }];
  expect(judge(failures, allowed)).toEqual(['a.test.ts: calls > info: expected 2']);
  expect(judge(failures.slice(1), allowed)).toEqual([
    'a.test.ts: calls > info: expected 2',
    'listed as a failure, but passes: calls > withdraw',
  ]);
  expect(differences.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
