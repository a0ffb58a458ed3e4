import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isBuilt } from './build.ts';
import { rejectUnknownArguments } from './usage.ts';

/**
 * `npm start`: builds the app when needed, then runs the server in this process. The build runs in a
 * process of its own, so that the server does not carry the bundler's memory.
 */
rejectUnknownArguments('npm start');
/** A release contains the built app without its sources. */
const isRelease = !existsSync(join(import.meta.dirname, '../src'));
if (!isRelease && !isBuilt()) {
  const build = join(import.meta.dirname, 'build.ts');
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
  // the build has printed the reason
  if (status !== 0) process.exit(status ?? 1);
}
// the next start loads the code sooner; with a read-only folder it takes as long as without the cache
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'));
await import('../server/main.ts');
