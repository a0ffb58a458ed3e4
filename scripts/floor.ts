import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The oldest browsers that the app supports, from the one place that names them: `browserslist` of
 * `package.json`. The build lowers scripts and styles to them, and a test looks for what they lack.
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
  if (!name || !version) throw new Error(`browserslist: not understood: ${entry}`);
  return { name: name as FloorBrowser['name'], version };
});

/** The same, as the build wants to hear it. */
export const targets = floor.map(({ name, version }) => name + version);
