import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { publish, stagingFolder } from './publish.ts';
import { refuse, rejectUnknownArguments } from './usage.ts';

const root = join(import.meta.dirname, '..');
const inputs = [
  '{src,machines,contract,public,server/words}/**/*',
  'index.html',
  'vite.config.ts',
  'scripts/*.ts',
  'scripts/i18n/catalogue.ts',
  'server/http/{built-app,manifest}.ts',
  'package.json',
  'lingui.config.ts',
  'package-lock.json',
];
/** Fingerprint of the built app's inputs, written last: an interrupted build does not count as a build. */
const mark = join(root, 'dist/.inputs');

/** Was the app in `dist/` built from the current files? */
export function isBuilt(): boolean {
  return existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint();
}

async function buildApp(): Promise<void> {
  const wanted = fingerprint();
  const { build } = await import('vite').catch(refuseInstallation);
  await build({ root, logLevel: 'warn' });
  await compressAssets(stagingFolder);
  publish(stagingFolder, join(root, 'dist'));
  rmSync(stagingFolder, { recursive: true });
  writeFileSync(mark, wanted);
}

/** npm omits a package that needs a newer Node than the one that runs npm, and hardly mentions this. */
function refuseInstallation(error: unknown): never {
  const why = (error as Error).message.split('\n')[0];
  return refuse(
    `the app cannot be built: its packages are incomplete. Run "npm ci" with Node 20.19 or newer (${why})`,
  );
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Writes `.br` and `.gz` beside every text asset at build time, at the highest compression: the server
 * only chooses. Pages are not compressed, because the server completes them.
 */
async function compressAssets(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,webmanifest,json,txt}', { cwd: folder });
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      const plain = readFileSync(file);
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      const [small, wide] = await Promise.all([
        promisify(brotliCompress)(plain, { params: quality }),
        promisify(gzip)(plain, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, small);
      writeFileSync(`${file}.gz`, wide);
    }),
  );
}

if (import.meta.main) {
  rejectUnknownArguments('npm run build');
  const begun = performance.now();
  if (isBuilt()) console.log('The app is up to date.');
  else {
    await buildApp();
    console.log(`Built the app in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  }
}
