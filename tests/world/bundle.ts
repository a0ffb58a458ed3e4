import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Plugin, rolldown } from 'rolldown';
import type { Fault } from './faults.ts';
import type { Globals } from './window/globals.ts';
import type * as app from './window/main.ts';

const here = (path: string) => join(import.meta.dirname, path);

/** Replaces modules that only draw: this world reads the machines' selectors, never a screen. */
const EMPTY = `
export const drawApp = async () => {};
export const fetchFirebaseToken = async () => '';
export const Extras = undefined;
export default undefined;
`;

const CATALOGUES = `
export const offeredLanguages = [{ tag: 'en' }];
export const loadMessages = async () => ({});
export const loadSourceTexts = async () => {};
export const activateLanguage = () => {};
`;

const SHARED_WORDS = `export const shareText = () => 'Watch';`;

/** This world requires no proof of work, and has no workers. */
const PROOF = `export const solve = async () => '';`;

const isLeftOut = (id: string) =>
  (id.endsWith('.tsx') && !id.endsWith('stages/second.tsx')) ||
  /\/src\/debug\/|ports\/firebase\.ts$|\.css$/.test(id);

const withoutViews: Plugin = {
  name: 'without-views',
  resolveId: (id) => (id === 'idb' ? here('window/idb.ts') : null),
  load: (id) => {
    if (id.endsWith('i18n/catalogues.ts')) return CATALOGUES;
    if (id.endsWith('i18n/shared-words.ts')) return SHARED_WORDS;
    if (id.endsWith('ports/proof.ts')) return PROOF;
    return isLeftOut(id) ? { code: EMPTY, moduleType: 'js' } : null;
  },
};

/** Plants a fault in the app. */
const planted = ({ file, text, instead }: Fault): Plugin => ({
  name: 'planted',
  load: (id) => {
    if (!id.endsWith(file)) return null;
    const [before, ...others] = readFileSync(id, 'utf8').split(text);
    if (others.length === 0) throw new Error(`${file} has no ${text}`);
    return [before, others.join(text)].join(instead);
  },
});

/** Bundles the app as one function: each call is a new page, which sees only these globals. */
export async function bundleApp(names: readonly (keyof Globals)[], fault?: Fault) {
  const build = await rolldown({
    input: here('window/main.ts'),
    platform: 'browser',
    plugins: [withoutViews, fault && planted(fault)],
    transform: {
      define: { 'import.meta.env.PROD': 'true', 'import.meta.env.DEV': 'false' },
    },
    checks: { ineffectiveDynamicImport: false },
    onLog: () => undefined,
  });
  const { output } = await build.generate({ format: 'iife', name: 'app', codeSplitting: false });
  const run = compileFunction(`${output[0].code}\nreturn app;`, [...names], {
    filename: 'world-app.js',
  });
  return (globals: Globals): typeof app => run(...names.map((name) => globals[name]));
}
