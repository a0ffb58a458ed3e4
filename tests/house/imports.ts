import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A room: a folder or one file, and the imports that it may have. */
export interface Room {
  within: string;
  /** allowed folders or files of this project */
  may: string[];
  /** allowed packages; undefined: any */
  packages?: RegExp;
}

export interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
  /** loaded on demand: `import()` */
  isDynamic: boolean;
}

const IMPORT =
  /(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The imports in a file's text. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, names, statically, dynamically]) => {
    const to = statically ?? dynamically ?? '';
    const inner = names
      ?.match(/^\{([^}]*)\}$/)?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    const isTypeOnly = Boolean(type) || Boolean(inner?.every((name) => /^\s*type\s/.test(name)));
    const path = to.startsWith('.') ? normalize(join(dirname(file), to)) : to;
    return { from: file, to: path, isTypeOnly, isDynamic: dynamically !== undefined };
  });
}

export const files = globSync('{machines,contract,src,server}/**/*.{ts,tsx}', { cwd: root });
export const imports = files.flatMap((file) =>
  importsIn(file, readFileSync(join(root, file), 'utf8')),
);
const isOurs = (path: string) => /^(machines|contract|src|server)\//.test(path);

/** The imports that a table of rooms forbids; the first room that contains a file decides. */
export function forbiddenImports(rooms: readonly Room[], all = imports): Import[] {
  return all.filter(({ from, to }) => {
    const room = rooms.find(({ within }) => from.startsWith(within));
    if (!room) return false;
    if (isOurs(to)) return !room.may.some((allowed) => to.startsWith(allowed));
    return room.packages ? !room.packages.test(to) : false;
  });
}

/** Circular imports, including imports of types, as lists of files. */
export function importCyclesIn(some: readonly string[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of some) visit(file, []);
  return circles;
}
