import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  files,
  forbiddenImports,
  type Import,
  importCyclesIn,
  imports,
  importsIn,
  type Room,
  root,
} from './imports.ts';

const below = ['src/ui/', 'src/ports/', 'src/i18n/', 'machines/', 'contract/'];

/** The rooms, with the imports that each may have, so that imports point one way. */
const rooms: Room[] = [
  { within: 'contract/', may: ['contract/'], packages: /^valibot$/ },
  {
    within: 'machines/',
    // of the contract: types, and the shared rules that a test below lists
    may: ['machines/', 'contract/'],
    packages: /^xstate$/,
  },
  { within: 'src/ui/', may: ['src/ui/', 'src/i18n/'] },
  { within: 'src/ports/', may: ['src/ports/', 'machines/', 'contract/'] },
  { within: 'src/i18n/', may: ['src/i18n/', 'src/locales/', 'machines/', 'contract/'] },
  { within: 'src/app/', may: ['src/app/', ...below] },
  { within: 'src/screens/', may: ['src/screens/', 'src/app/', ...below] },
  // the room draws any machine of XState, and could be a package
  {
    within: 'src/debug/charts/',
    may: ['src/debug/charts/'],
    packages: /^(xstate|elkjs\/lib\/elk-api\.js)$/,
  },
  { within: 'src/debug/', may: ['src/debug/', 'src/app/', ...below] },
  {
    within: 'src/stages/',
    may: ['src/stages/', 'src/screens/', 'src/debug/', 'src/app/', ...below],
  },
  { within: 'src/main.ts', may: ['src/stages/', 'src/app/', 'src/fallbacks.ts', ...below] },
  { within: 'src/fallbacks.ts', may: [] },
  { within: 'src/worker/', may: ['src/worker/', 'src/ports/', 'contract/'] },
];

const ours = files.filter((file) => /^(machines|contract|src)\//.test(file));

test('every file lies in a room, and no room is empty', () => {
  const homeless = ours.filter((file) => !rooms.some(({ within }) => file.startsWith(within)));
  expect(homeless).toEqual(['src/vite-env.d.ts']);
  for (const { within } of rooms) {
    expect(files.filter((file) => file.startsWith(within)).length).toBeGreaterThan(0);
  }
});

test('imports point one way', () => {
  expect(forbiddenImports(rooms)).toEqual([]);
});

test.each([
  ['machines/app/context.ts', "import type { Effects } from '../../src/app/system/effects.ts';"],
  ['machines/app/context.ts', "import { createContext } from 'react';"],
  ['src/ui/button.tsx', "import { paths } from '../app/system/paths.ts';"],
  ['src/ports/api.ts', "import type { Effects } from '../app/system/effects.ts';"],
  ['src/app/shell/shell.tsx', "import type { System } from '../../stages/modules.ts';"],
  ['src/app/shell/shell.tsx', "const code = await import('../../screens/mine/index.ts');"],
  ['src/app/shell/shell.tsx', "import '../../screens/mine/mine.css';"],
  ['src/screens/mine/index.ts', "import { loadModule } from '../../stages/modules.ts';"],
  ['src/main.ts', "import { createApp } from '../server/app.ts';"],
])('a forbidden import is found: %s may not contain: %s', (file, text) => {
  expect(forbiddenImports(rooms, importsIn(file, text))).toHaveLength(1);
});

test('no file imports itself through others', () => {
  expect(importCyclesIn(ours)).toEqual([]);
});

test('machines import only types from the contract, and the rules that both sides share', () => {
  const known = imports.filter(
    ({ from, to, isTypeOnly }) =>
      from.startsWith('machines/') && to.startsWith('contract/') && !isTypeOnly,
  );
  expect([...new Set(known.map(({ to }) => to))].sort()).toEqual([
    'contract/device-hints.ts',
    'contract/languages.ts',
    'contract/money.ts',
    'contract/passkeys.ts',
    'contract/pay.ts',
    'contract/renditions.ts',
  ]);
});

test('no screen imports another screen', () => {
  const screenOf = (path: string) => /^src\/screens\/([^/]+)\//.exec(path)?.[1];
  const crossing = imports.filter(({ from, to }) => {
    const [own, other] = [screenOf(from), screenOf(to)];
    return own && other && own !== other;
  });
  expect(crossing).toEqual([]);
});

const LATER = 'src/stages/later-screens.ts';
const isOfDebug = (path: string) => path.startsWith('src/debug/');
/** Imports of the debug pages from outside: they would load these pages for everybody. */
const knowingDebug = (all: readonly Import[]) =>
  all.filter(
    ({ from, to, isDynamic }) =>
      isOfDebug(to) && !isOfDebug(from) && !(isDynamic && from === LATER),
  );

test('only the table of lazy screens imports the debug pages, on demand', () => {
  expect(imports.filter(({ from, to }) => from === LATER && isOfDebug(to))).toHaveLength(3);
  expect(knowingDebug(imports)).toEqual([]);
});

test.each([
  ['src/screens/mine/mine-screen.tsx', "import { masked } from '../../debug/masked.ts';"],
  ['src/screens/mine/mine-screen.tsx', "import type { Details } from '../../debug/workbench.tsx';"],
  ['src/app/shell/shell.tsx', "import '../../debug/workbench.css';"],
  ['src/app/shell/shell.tsx', "const code = await import('../../debug/masked.ts');"],
  [LATER, "import DemoScreen from '../debug/calls/demo-screen.tsx';"],
])('an import of the debug pages is found: %s may not contain: %s', (file, text) => {
  expect(knowingDebug(importsIn(file, text))).toHaveLength(1);
});

test('only the api port uses ofetch, and only ports touch storage', () => {
  const users = imports.filter(({ to }) => to === 'ofetch').map(({ from }) => from);
  expect(users).toEqual(['src/ports/api.ts']);
  const storing = files.filter((file) =>
    /\b(localStorage|sessionStorage)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  // the debug pages have ports of their own
  expect(storing.sort()).toEqual([
    'src/debug/ports/stored.ts',
    'src/ports/forget-device.ts',
    'src/ports/storage.ts',
  ]);
});

test('machines are pure: no clock, no chance, no browser API', () => {
  const impure =
    /\b(Date\.now|new Date\(|Math\.random|localStorage|document\.|window\.|navigator\.|fetch\()/;
  const found = files
    .filter((file) => file.startsWith('machines/'))
    .filter((file) => impure.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

test('only its port imports Firebase, and the port is loaded on demand', () => {
  const users = imports.filter(({ to }) => /^firebase(\/|$)/.test(to)).map(({ from }) => from);
  expect([...new Set(users)]).toEqual(['src/ports/firebase.ts']);
  const port = imports.filter(({ to }) => to === 'src/ports/firebase.ts').map(({ from }) => from);
  expect(port).toEqual(['src/ports/push.ts']);
  expect(readFileSync(join(root, 'src/ports/push.ts'), 'utf8')).toContain(
    "await import('./firebase.ts')",
  );
});

test('a test file that mocks a module resets the modules before and after', () => {
  const mocking = globSync('tests/{contract,house,model,ui,world,server}/**/*.test.ts', {
    cwd: root,
  })
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => /^\s*vi\.(do)?mock\(/im.test(text));
  const careless = mocking.filter(
    ({ text }) =>
      !/^(vi\.hoisted\(\(\) => )?vi\.resetModules\(\)/m.test(text) ||
      !text.includes('afterAll(() => vi.resetModules())'),
  );
  expect(mocking.length).toBeGreaterThan(0);
  expect(careless.map(({ file }) => file)).toEqual([]);
});
