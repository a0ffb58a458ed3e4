import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A room of the house: what lies below a folder, and what it may know. */
interface Room {
  within: string;
  /** folders or files of ours */
  may: string[];
  /** packages; undefined: any */
  packages?: RegExp;
}

const rooms: Room[] = [
  {
    within: 'machines/',
    // money is compared by the one exact implementation; all else of the contract is types
    may: ['machines/', 'contract/'],
    packages: /^xstate$/,
  },
  { within: 'contract/', may: ['contract/'], packages: /^valibot$/ },
  { within: 'src/ports/', may: ['src/ports/', 'machines/', 'contract/'] },
  { within: 'src/ui/', may: ['src/ui/'] },
  { within: 'src/i18n/', may: ['src/i18n/', 'src/locales/', 'machines/', 'contract/'] },
  { within: 'src/screens/', may: ['src/screens/', 'src/', 'machines/', 'contract/'] },
  { within: 'src/', may: ['src/', 'machines/', 'contract/'] },
  { within: 'server/', may: ['server/', 'contract/'] },
];

interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
}

const IMPORT =
  /(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, names, statically, dynamically]) => {
    const to = statically ?? dynamically ?? '';
    const inner = names
      ?.match(/^\{([^}]*)\}$/)?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    const isTypeOnly = Boolean(type) || Boolean(inner?.every((name) => /^\s*type\s/.test(name)));
    const path = to.startsWith('.') ? normalize(join(dirname(file), to)) : to;
    return { from: file, to: path, isTypeOnly };
  });
}

const files = globSync('{machines,contract,src,server}/**/*.{ts,tsx}', { cwd: root });
const imports = files.flatMap(importsOf);
const isOurs = (path: string) => /^(machines|contract|src|server)\//.test(path);

test('the rooms are not empty, or the rules below would prove nothing', () => {
  for (const { within } of rooms) {
    expect(imports.filter(({ from }) => from.startsWith(within)).length).toBeGreaterThan(0);
  }
});

test('imports point one way', () => {
  const broken = imports.filter(({ from, to }) => {
    const room = rooms.find(({ within }) => from.startsWith(within));
    if (!room || to.endsWith('.css')) return false;
    if (isOurs(to)) return !room.may.some((allowed) => to.startsWith(allowed));
    return room.packages ? !room.packages.test(to) : false;
  });
  expect(broken).toEqual([]);
});

test('machines know the contract by its types, and by its exact money', () => {
  const known = imports.filter(
    ({ from, to, isTypeOnly }) =>
      from.startsWith('machines/') && to.startsWith('contract/') && !isTypeOnly,
  );
  expect([...new Set(known.map(({ to }) => to))]).toEqual(['contract/money.ts']);
});

test('one screen does not reach into another', () => {
  const screenOf = (path: string) => /^src\/screens\/([^/]+)\//.exec(path)?.[1];
  const crossing = imports.filter(({ from, to }) => {
    const [own, other] = [screenOf(from), screenOf(to)];
    return own && other && own !== other;
  });
  expect(crossing).toEqual([]);
});

test('only the api port uses ofetch, and only ports touch storage', () => {
  const users = imports.filter(({ to }) => to === 'ofetch').map(({ from }) => from);
  expect(users).toEqual(['src/ports/api.ts']);
  const storing = files.filter((file) =>
    /\b(localStorage|sessionStorage)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(storing).toEqual(['src/ports/storage.ts']);
});

test('machines are pure', () => {
  const impure =
    /\b(Date\.now|new Date\(|Math\.random|localStorage|document\.|window\.|navigator\.|fetch\()/;
  const found = files
    .filter((file) => file.startsWith('machines/'))
    .filter((file) => impure.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test('Firebase is known to its port alone, which is fetched only when it is wanted', () => {
  const users = imports.filter(({ to }) => /^firebase(\/|$)/.test(to)).map(({ from }) => from);
  expect([...new Set(users)]).toEqual(['src/ports/firebase.ts']);
  const port = imports.filter(({ to }) => to === 'src/ports/firebase.ts').map(({ from }) => from);
  expect(port).toEqual(['src/ports/push.ts']);
  expect(readFileSync(join(root, 'src/ports/push.ts'), 'utf8')).toContain(
    "await import('./firebase.ts')",
  );
});
