import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The commit of the previous version while this commit has no tagged release below it: the last version
 * that operators have. Its server must run on this version's tables.
 */
const UNTAGGED = '8537d07cd4e8b4f02fce4e6ce75848423dff3e85';

/** The output of a git command in this checkout; null: the command fails, or git is not installed. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Name of the newest release below this commit. `PREVIOUS_VERSION` names another commit or tag. */
function nameOf(): string {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD^', '--sort=-v:refname');
  return process.env.PREVIOUS_VERSION || tags?.split('\n')[0] || UNTAGGED;
}

/** The previous version; `missing`: the reason why it cannot be checked out here. */
export type PreviousVersion =
  | { readonly name: string; readonly commit: string; readonly missing: null }
  | { readonly name: string; readonly missing: string };

export function findPreviousVersion(): PreviousVersion {
  const name = nameOf();
  const commit = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (commit === null) return { name, missing: `the history of this checkout has no ${name}` };
  const lacks = packagesLackedBy(commit);
  if (lacks.length > 0) return { name, missing: `that version needs ${lacks.join(', ')}` };
  return { name, commit, missing: null };
}

/** The packages of its server that this checkout lacks, or has in another major version. */
function packagesLackedBy(commit: string): string[] {
  const { dependencies } = JSON.parse(git('show', `${commit}:package.json`) ?? '{}');
  const installed = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(dependencies as Record<string, string>)
    .filter(([name, version]) => {
      const [major] = version.split('.');
      return installed[`node_modules/${name}`]?.version?.split('.')[0] !== major;
    })
    .map(([name, version]) => `${name} ${version}`);
}

/**
 * Extracts the files of a commit into a folder, and links this checkout's packages there.
 * @param folder an empty folder
 */
export function extractCommit(commit: string, folder: string): void {
  const tarball = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: tarball });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}
