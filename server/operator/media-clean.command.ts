import type { StoredFile } from '../media/storage.ts';
import { type Command, type OperatorContext, OperatorError, type Plan } from './command.ts';
import { findOrphanedFiles, sizeOf, tryLockFilesExclusive } from './media/orphaned-files.ts';
import { table } from './text.ts';

const find = ({ db, media, now, report }: OperatorContext) =>
  findOrphanedFiles(db, media, now, { report });

const shown = (files: readonly StoredFile[]) =>
  table(
    files.map(({ name, bytes, at }) => ({ name, bytes, since: at.toISOString() })),
    'there is no file to remove',
  );

/** Removes the files that were shown, unless a row names them by now. */
async function clean(context: OperatorContext, agreed: ReadonlySet<string>) {
  if (!(await tryLockFilesExclusive(context.db))) {
    throw new OperatorError(
      'another command is adding media: give this command again when the other one has ended',
    );
  }
  const left = (await find(context)).filter(({ name }) => agreed.has(name));
  for (const { name } of left) {
    context.report?.(`removing ${name}`);
    await context.media.remove(name);
  }
  const removed = left.map(({ name }) => name);
  return {
    json: { removed },
    text: `removed: ${sizeOf(left)}`,
    changed: { removed: removed.length },
  };
}

async function plan(context: OperatorContext): Promise<Plan | null> {
  const left = await find(context);
  if (left.length === 0) return null;
  const agreed = new Set(left.map(({ name }) => name));
  return {
    shown: shown(left),
    question: `Remove ${sizeOf(left)}, which no clip and no advertisement names?`,
    run: (later) => clean(later, agreed),
  };
}

/** `media clean` */
export const cleanCommand: Command = {
  name: 'media clean',
  changes: true,
  changesMediaFiles: true,
  synopsis: '[--yes]',
  summary:
    'removes media files that are older than two days and that no clip and no advertisement names, shown or disabled: ' +
    'killed commands leave such files. The command shows the files and asks first; --yes agrees to the removal',
  positionals: 0,
  options: [],
  plan,
  run: async () => ({ json: { removed: [] }, text: shown([]), isUnchanged: true }),
};
