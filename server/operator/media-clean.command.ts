import type { KeptFile } from '../media/storage.ts';
import { type Command, type OperatorContext, OperatorError, type Plan } from './command.ts';
import { claimFiles, findLeft, sizeOf } from './media/left-files.ts';
import { table } from './text.ts';

const find = ({ db, media, now, report }: OperatorContext) => findLeft(db, media, now, { report });

const shown = (files: readonly KeptFile[]) =>
  table(
    files.map(({ name, bytes, at }) => ({ name, bytes, since: at.toISOString() })),
    'no file is left over',
  );

/** Removes the files that were shown, unless a row names them by now. */
async function clean(context: OperatorContext, agreed: ReadonlySet<string>) {
  if (!(await claimFiles(context.db))) {
    throw new OperatorError('another command adds media now: clean when it has ended');
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
  encodes: true,
  synopsis: '[--yes]',
  summary:
    'removes files of media that no clip and no advertisement names, shown or not, and that have been there for two ' +
    'days: commands that were killed have left them. It shows them and asks first; --yes agrees to it',
  positionals: 0,
  options: [],
  plan,
  run: async () => ({ json: { removed: [] }, text: shown([]), isUnchanged: true }),
};
