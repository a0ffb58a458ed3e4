import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  isImportDeclaration,
  isPropertyAssignment,
  isTypeNode,
  type Node,
} from 'typescript/unstable/ast';
import { mutants } from '../../tests/server/mutants/list.ts';
import {
  codeChanges,
  effectChanges,
  keyChanges,
  sqlChanges,
  statementChanges,
} from './code-faults.ts';
import { type Change, type Fault, type Kind, named, type Source } from './fault.ts';
import { fieldChanges } from './field-faults.ts';
import { machineChanges, nameOf, type Siblings, siblingsIn } from './machine-faults.ts';
import { type Compiler, root } from './project.ts';

/** Files that get no faults: types, the service worker, catalogues, the demo, and examples of the API. */
const SPARED =
  /\.d\.ts$|^src\/worker\/|^src\/locales\/|^server\/demo\/|^server\/http\/openapi\/example/;

/** The file in which each call with an idempotency key is run once. */
const CALLS = 'server/http/calls.ts';

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !SPARED.test(file))
    .sort();

/** A machine's folder, or its only file. */
const machineOf = (file: string) => (dirname(file) === 'machines' ? file : dirname(file));

/** A machine's `types` declaration never runs. */
const isForTheCompiler = (node: Node) => isPropertyAssignment(node) && nameOf(node) === 'types';

type Generator = (source: Source, node: Node) => Change[];

function changesIn(source: Source, generators: readonly Generator[]): Change[] {
  const changes: Change[] = [];
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isImportDeclaration(node) || isForTheCompiler(node)) return;
    for (const generate of generators) changes.push(...generate(source, node));
    node.forEachChild(visit);
  };
  visit(source.tree);
  return changes;
}

function generatorsOf(file: string, compiler: Compiler, siblings: () => Siblings): Generator[] {
  if (file.startsWith('machines/')) {
    const known = siblings();
    return [(source, node) => machineChanges(source, node, known), codeChanges];
  }
  if (file === CALLS) return [codeChanges, keyChanges];
  if (!file.startsWith('src/')) return [codeChanges, statementChanges];
  const { checker } = compiler.project();
  return [codeChanges, effectChanges, (source, node) => fieldChanges(source, node, checker)];
}

/** The faults written by hand, in the form of the others. */
function plantedFaults(): Fault[] {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  return [...byFile].flatMap(([file, those]) => {
    const text = readFileSync(join(root, file), 'utf8');
    return those.flatMap(({ find, replace, fault, tests }) => {
      if (text.split(find).length !== 2)
        throw new Error(`${file}: this text is not there exactly once: ${find}`);
      const start = text.indexOf(find);
      const edits = [{ start, end: start + find.length, text: replace }];
      const [made] = named(file, text, [{ kind: 'planted', edits }]) as [Fault];
      const paths = tests.map((name) => join('tests/server', name));
      return [{ ...made, what: fault, tests: paths }];
    });
  });
}

/** Renumbers the ids, because two faults written by hand may begin on one line. */
function numbered(faults: readonly Fault[]): Fault[] {
  const counts = new Map<string, number>();
  return faults.map((fault) => {
    const n = (counts.get(fault.id) ?? 0) + 1;
    counts.set(fault.id, n);
    return n === 1 ? fault : { ...fault, id: fault.id.replace(/:\d+$/, `:${n}`) };
  });
}

function faultsOf(file: string, compiler: Compiler): Fault[] {
  if (file.endsWith('.sql')) {
    const text = readFileSync(join(root, file), 'utf8');
    return named(file, text, sqlChanges(text, 0));
  }
  const family = () =>
    filesOf(basename(machineOf(file)).includes('.') ? file : `${machineOf(file)}/*.ts`);
  const siblings = () => siblingsIn(family().map(compiler.read));
  const source = compiler.read(file);
  return named(file, source.text, changesIn(source, generatorsOf(file, compiler, siblings)));
}

/**
 * Every fault that can be made of the code, and the faults written by hand.
 * @param paths prefixes of the files' paths; empty: all files
 */
export function generateFaults(
  compiler: Compiler,
  paths: readonly string[],
  only: readonly Kind[],
): Fault[] {
  const isMeant = (file: string) =>
    paths.length === 0 || paths.some((path) => file.startsWith(path));
  const files = filesOf('{machines,src,contract,server}/**/*.{ts,tsx,sql}');
  const chosen = files.filter(isMeant);
  const isOnlyPlanted = only.length > 0 && only.every((kind) => kind === 'planted');
  const made = isOnlyPlanted ? [] : chosen.flatMap((file) => faultsOf(file, compiler));
  const planted = numbered(plantedFaults()).filter(({ file }) => isMeant(file));
  return [...made, ...planted].filter(({ kind }) => only.length === 0 || only.includes(kind));
}
