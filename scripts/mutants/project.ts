import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';
import { applied, type Fault, type Source } from './fault.ts';

export const root = join(import.meta.dirname, '../..');

/** Compiler errors about unused names: these do not count as noticing the fault. */
const UNUSED = [6133, 6192, 6196, 6198, 6199];

/** The compiler with the project loaded, for compiling faults. */
export interface Compiler {
  read(file: string): Source;
  project(): Project;
  /** whether the fault does not compile, in its own file or in `others` */
  refuses(fault: Fault, others: readonly string[]): boolean;
  close(): void;
}

/** @param at the project's folder */
export function openCompiler(at = root): Compiler {
  const config = join(at, 'tsconfig.json');
  const planted = new Map<string, string>();
  const api = new API({ cwd: at, fs: { readFile: (file) => planted.get(file) } });
  let snapshot = api.updateSnapshot({ openProjects: [config] });
  const project = () => {
    const found = snapshot.getProject(config);
    if (!found) throw new Error(`${config} could not be opened`);
    return found;
  };
  const update = (path: string) => {
    const before = snapshot;
    snapshot = api.updateSnapshot({ fileChanges: { changed: [path] } });
    before.dispose();
  };
  const hasErrors = (file: string) => {
    const { program } = project();
    const path = join(at, file);
    // the service worker has a tsconfig of its own
    if (!program.getSourceFile(path)) return false;
    const found = [
      ...program.getSyntacticDiagnostics(path),
      ...program.getSemanticDiagnostics(path),
    ];
    return found.some(({ code }) => !UNUSED.includes(code));
  };
  return {
    project,
    read: (file) => {
      const tree = project().program.getSourceFile(join(at, file));
      if (!tree) throw new Error(`${file} is not part of tsconfig.json`);
      return { file, text: tree.text, tree };
    },
    refuses: ({ file, edits }, others) => {
      const path = join(at, file);
      planted.set(path, applied(readFileSync(path, 'utf8'), edits));
      update(path);
      const isRefused = [file, ...others].some(hasErrors);
      planted.delete(path);
      update(path);
      return isRefused;
    },
    close: () => api.close(),
  };
}
