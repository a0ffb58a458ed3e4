import { execFileSync } from 'node:child_process';

/** Form of a commit's subject: `area: change`. */
const SUBJECT = /^([\w-]+): (.+)$/;

/**
 * Changes since the newest version's tag (`v1.2.3`), or all changes if there is no tag, by the areas of
 * the commits' subjects: in each area the newest change first.
 * @param root a git checkout
 * @returns Markdown
 */
export function changelogOf(root: string, version: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 }).trim();
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n');
  const range = tag ? [`${tag}..HEAD`] : ['HEAD'];
  const areas = new Map<string, string[]>();
  for (const subject of git('log', '--no-merges', '--format=%s', ...range).split('\n')) {
    const [, area = 'others', change = subject] = SUBJECT.exec(subject) ?? [];
    if (change !== '') areas.set(area, [...(areas.get(area) ?? []), change]);
  }
  const parts = [...areas]
    .sort(([left], [right]) => left.localeCompare(right, 'en'))
    .map(([area, changes]) => `## ${area}\n\n${changes.map((each) => `- ${each}\n`).join('')}`);
  return [`# ${version}${tag ? `, since ${tag}` : ''}\n`, ...parts].join('\n');
}
