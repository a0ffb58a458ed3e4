import { diskStorage } from '../media/disk.ts';
import { restoreHidden } from '../media/takedown-sync.ts';
import { abortable } from './abortable.ts';
import {
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
} from './command.ts';
import { findShown } from './media/named-files.ts';

interface Uploaded {
  sent: number;
  there: number;
  /** URLs of files that are neither on the disk nor in the bucket */
  missing: string[];
}

/** Uploads one file, unless the bucket has it; restores a file that was hidden in the bucket after a backup. */
async function upload(
  { db, media, dataDir, report }: OperatorContext,
  name: string,
  signal: AbortSignal,
): Promise<keyof Uploaded> {
  const disk = diskStorage(dataDir);
  const path = (await disk.has(name)) ? await disk.fetch(name, async () => '') : null;
  if (path !== null) return (await media.put(name, path, { signal, report })) ? 'sent' : 'there';
  if (!(await media.has(name))) await restoreHidden(db, media, name);
  return (await media.has(name)) ? 'there' : 'missing';
}

const toText = ({ sent, there, missing }: Uploaded) =>
  [
    `${sent} files sent, ${there} were in the store already`,
    ...(missing.length > 0
      ? ['these files are neither on this disk nor in the store:', ...missing]
      : []),
  ].join('\n');

/** `media upload` */
export const uploadCommand: Command = {
  name: 'media upload',
  changes: true,
  synopsis: '',
  summary:
    'sends the files of all shown clips and advertisements from DATA_DIR/media to the store that S3_ENDPOINT names, ' +
    'without files that the store has already. Exit status 1 when a file is in neither place',
  positionals: 0,
  options: [],
  run: async (context): Promise<CommandResult> => {
    if (context.media.elsewhere === null) {
      throw new OperatorError('there is no store to send media to: S3_ENDPOINT is not set');
    }
    const names = await findShown(context.db);
    const done: Uploaded = { sent: 0, there: 0, missing: [] };
    return {
      // the upload may take hours, so it runs after the transaction with the audit entry
      finish: (db) =>
        abortable(async (signal) => {
          for (const [at, name] of names.entries()) {
            context.report?.(`${at + 1} of ${names.length}, ${name}`);
            const what = await upload({ ...context, db }, name, signal);
            if (what === 'missing') done.missing.push(`/media/${name}`);
            else done[what] += 1;
          }
        }),
      json: done,
      get text() {
        return toText(done);
      },
      get status() {
        return done.missing.length > 0 ? 1 : 0;
      },
    };
  },
};
