import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The oldest browsers that the app supports, from `browserslist` of `package.json` alone. The build
 * lowers scripts and styles to them, and a test reports features that they lack.
 */
const { browserslist } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { browserslist: string[] };

export interface FloorBrowser {
  readonly name: 'chrome' | 'firefox' | 'safari';
  readonly version: string;
}

export const floor: readonly FloorBrowser[] = browserslist.map((entry) => {
  const [, name, version] = /^(chrome|firefox|safari) >= ([\d.]+)$/.exec(entry) ?? [];
  if (!name || !version) throw new Error(`browserslist: unknown entry: ${entry}`);
  return { name: name as FloorBrowser['name'], version };
});

/** The same browsers in the form of Vite's `target`. */
export const targets = floor.map(({ name, version }) => name + version);
