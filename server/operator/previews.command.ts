import type { Database } from '../database/database.ts';
import { abortable } from './abortable.ts';
import type { Command, CommandResult } from './command.ts';
import { expectFfmpeg } from './media/ffmpeg.ts';
import { MediaStore } from './media/store.ts';
import { fileOf } from './renditions.commands.ts';
import { table } from './text.ts';

interface Due {
  readonly video_id: bigint;
  readonly poster: string;
}

/** Finds shown clips without a preview: their links show the poster. */
async function findDue(db: Database): Promise<Due[]> {
  const { rows } = await db.query<Due>(
    `select video_id, poster from video
     where disabled_at is null and preview is null order by video_id`,
  );
  return rows;
}

/** Stores the preview's URL. @returns false: the clip was changed while the picture was made */
async function name(db: Database, { video_id, poster }: Due, preview: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update video set preview = $3
     where video_id = $1 and poster = $2 and disabled_at is null and preview is null`,
    [video_id, poster, preview],
  );
  return rowCount === 1;
}

/** @returns the preview's URL; null: none was made, or the clip was changed meanwhile */
async function make(db: Database, due: Due, store: MediaStore): Promise<string | null> {
  let isNamed = false;
  try {
    const preview = await store.addPreview(await fileOf(store, due.poster));
    isNamed = preview !== null && (await name(db, due, preview));
    return isNamed ? preview : null;
  } finally {
    await store.close(isNamed);
  }
}

interface Line {
  readonly id: number;
  readonly preview: string | null;
}

/** `videos previews` */
export const previewsCommand: Command = {
  name: 'videos previews',
  changes: true,
  changesMediaFiles: true,
  synopsis: '',
  summary:
    'makes the preview picture of every clip that has none, with ffmpeg; messengers show this picture (1200 by 630 pixels) with a link',
  positionals: 0,
  options: [],
  run: async (context): Promise<CommandResult> => {
    const due = await findDue(context.db);
    if (due.length > 0) await expectFfmpeg();
    const lines: Line[] = [];
    return {
      changed: { ids: due.map(({ video_id }) => Number(video_id)) },
      // one after the other: finished previews remain when the rest is aborted
      finish: (pool) =>
        abortable(async (signal) => {
          for (const each of due) {
            const store = new MediaStore(context, signal);
            const preview = await make(pool, each, store);
            lines.push({ id: Number(each.video_id), preview });
          }
        }),
      get json() {
        return lines;
      },
      get text() {
        const told = lines.map(({ id, preview }) => ({
          id,
          preview: preview ?? 'none: messengers show the poster',
        }));
        return table(told, 'no clip lacks its preview picture');
      },
    };
  },
};
