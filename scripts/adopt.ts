import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from './publish.ts';
import { refuse } from './usage.ts';

/**
 * `npm run adopt -- FOLDER`: copies the app's files from the old version in FOLDER, so that open pages of
 * the old version still find them after this version has replaced it.
 */
const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) refuse('usage: npm run adopt -- FOLDER');
const before = join(folder, 'dist');
if (!existsSync(join(before, 'index.html'))) refuse(`${folder} has no built app`);
const root = join(import.meta.dirname, '..');
const [own, built] = [join(root, 'dist'), join(root, 'dist.built')];
if (existsSync(built)) {
  // a copy that was interrupted has left half of `dist`
  rmSync(own, { recursive: true, force: true });
} else renameSync(own, built);
cpSync(before, own, { recursive: true });
publish(built, own);
rmSync(built, { recursive: true });
