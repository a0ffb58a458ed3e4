import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutants } from '../tests/server/mutants/list.ts';
import type { Mutant } from '../tests/server/mutants/mutant.ts';

/**
 * `npm run test:mutants [WORD]`: plants each fault of the list in a copy of the server and runs the
 * tests that must notice it. Ends with 1 when a fault goes unnoticed, when the tests fail without
 * one, or when a fault is no fault but a broken program.
 */
const root = join(import.meta.dirname, '..');
const [word = ''] = process.argv.slice(2);
const chosen = mutants.filter(({ fault, file }) => `${fault} ${file}`.includes(word));

/** What a planted fault must not look like: then the test noticed the planting, not the fault. */
const BROKEN = /syntax error at|SyntaxError|Transform failed|could not determine data type/;

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clipurse-mutants-'));
  for (const name of ['server', 'contract', 'scripts', 'tests', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const name of ['vitest.config.ts', 'lingui.config.ts', 'tsconfig.json', 'src', 'machines']) {
    cpSync(join(root, name), join(copy, name), { recursive: true, force: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function runTests(copy: string, tests: readonly string[]): { passed: boolean; output: string } {
  const files = tests.map((name) => join('tests/server', name));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', ...files],
    { cwd: copy, encoding: 'utf8', timeout: 300_000, env: { ...process.env, NO_COLOR: '1' } },
  );
  return { passed: status === 0, output: stdout + stderr };
}

function plant(copy: string, { file, find, replace }: Mutant): () => void {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${file}: not there exactly once: ${find}`);
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  return () => writeFileSync(path, source);
}

function judge(copy: string, mutant: Mutant): 'caught' | 'MISSED' | 'BROKEN' {
  const restore = plant(copy, mutant);
  try {
    const { passed, output } = runTests(copy, mutant.tests);
    if (passed) return 'MISSED';
    return BROKEN.test(output) || !/AssertionError|✗|×|FAIL/.test(output) ? 'BROKEN' : 'caught';
  } finally {
    restore();
  }
}

const copy = copyProject();
try {
  const needed = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const { passed, output } = runTests(copy, needed);
  if (!passed) throw new Error(`the tests fail without a fault:\n${output}`);
  const verdicts = chosen.map((mutant) => {
    const verdict = judge(copy, mutant);
    console.log(`${verdict}  ${mutant.fault}  (${mutant.file})`);
    return verdict;
  });
  const caught = verdicts.filter((verdict) => verdict === 'caught').length;
  console.log(`${caught} of ${verdicts.length} planted faults were caught`);
  process.exitCode = caught === verdicts.length ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
