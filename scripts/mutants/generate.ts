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
const EXCLUDED =
  /\.d\.ts$|^src\/worker\/|^src\/locales\/|^server\/demo\/|^server\/http\/openapi\/example/;

/** The file that runs calls under their idempotency keys: the only file of the server with faults of kind `key`. */
const CALLS = 'server/http/calls.ts';

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !EXCLUDED.test(file))
    .sort();

/** The path of a file's machine: the machine's folder, or the file of a machine without a folder. */
const machineOf = (file: string) => (dirname(file) === 'machines' ? file : dirname(file));

/** Whether a node is a machine's `types` property, which has no effect at run time. */
const isTypesProperty = (node: Node) => isPropertyAssignment(node) && nameOf(node) === 'types';

type Generator = (source: Source, node: Node) => Change[];

function changesIn(source: Source, generators: readonly Generator[]): Change[] {
  const changes: Change[] = [];
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isImportDeclaration(node) || isTypesProperty(node)) return;
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

/** Reads the hand-written mutants of `tests/server/mutants` as faults of kind `planted`. */
function plantedFaults(): Fault[] {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  return [...byFile].flatMap(([file, mutantsOfFile]) => {
    const text = readFileSync(join(root, file), 'utf8');
    return mutantsOfFile.flatMap(({ find, replace, fault, tests }) => {
      if (text.split(find).length !== 2)
        throw new Error(`${file}: this text must occur exactly once: ${find}`);
      const start = text.indexOf(find);
      const edits = [{ start, end: start + find.length, text: replace }];
      const [planted] = named(file, text, [{ kind: 'planted', edits }]) as [Fault];
      const paths = tests.map((name) => join('tests/server', name));
      return [{ ...planted, what: fault, tests: paths }];
    });
  });
}

/** Makes the ids unique: `plantedFaults` numbers each fault as the first one on its line. */
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
  const machineFiles = () =>
    filesOf(basename(machineOf(file)).includes('.') ? file : `${machineOf(file)}/*.ts`);
  const siblings = () => siblingsIn(machineFiles().map(compiler.read));
  const source = compiler.read(file);
  return named(file, source.text, changesIn(source, generatorsOf(file, compiler, siblings)));
}

/**
 * Generates the faults of the chosen files, and adds the hand-written ones.
 * @param paths prefixes of the chosen files' paths; empty: all files
 * @param only the kinds of faults to return; empty: all kinds
 */
export function generateFaults(
  compiler: Compiler,
  paths: readonly string[],
  only: readonly Kind[],
): Fault[] {
  const isChosen = (file: string) =>
    paths.length === 0 || paths.some((path) => file.startsWith(path));
  const files = filesOf('{machines,src,contract,server}/**/*.{ts,tsx,sql}');
  const chosen = files.filter(isChosen);
  const isOnlyPlanted = only.length > 0 && only.every((kind) => kind === 'planted');
  const generated = isOnlyPlanted ? [] : chosen.flatMap((file) => faultsOf(file, compiler));
  const planted = numbered(plantedFaults()).filter(({ file }) => isChosen(file));
  return [...generated, ...planted].filter(({ kind }) => only.length === 0 || only.includes(kind));
}
