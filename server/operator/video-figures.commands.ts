import { type ListDefinition, readPage } from '../domain/listing.ts';
import { type Command, OperatorError } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';
import { card } from './text.ts';
import { type Row, toJson, toText } from './videos.add.ts';

interface FiguresRow extends Row {
  readonly feed_shown: number;
  readonly feed_finished: number;
  readonly feed_paid: number;
  readonly feed_shared: number;
  readonly reports: number;
  readonly reports_open: number;
}

/** SQL: clips with their figures and reports. @param videos a table with the name `video` in `from` */
const readFigures = (videos: string) => `
  select video.*, coalesce(reports, 0) as reports, coalesce(reports_open, 0) as reports_open
  from ${videos}
  left join lateral (
    select count(*)::int as reports, count(*) filter (where decided_at is null)::int as reports_open
    from report where kind = 'clip' and item_id = video_id
  ) as reported on true`;

/**
 * Figures of a clip: how often members passed it, finished it and were paid for it, on past days;
 * its shares and reports.
 */
const figuresOf = ({
  feed_shown,
  feed_finished,
  feed_paid,
  feed_shared,
  reports,
  reports_open,
}: FiguresRow) => ({
  shown: feed_shown,
  finished: feed_finished,
  left: feed_shown - feed_finished,
  paid: feed_paid,
  shared: feed_shared,
  finished_percent: feed_shown === 0 ? null : Math.round((100 * feed_finished) / feed_shown),
  reports,
  reports_open,
});

const LISTED: ListDefinition = { table: 'video', time: 'created_at', key: 'video_id' };

const stats: Command = {
  name: 'videos stats',
  synopsis: LIST.synopsis,
  summary:
    'counts for each clip, on past days: how often members came past it (shown), watched it for its watch time or to its end (finished), left it before (left) and were paid for it (paid); also its shares by members (shared) and its reports. --from and --to choose clips by the day on which they were added',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await readPage<FiguresRow>(context.db, LISTED, selection, readFigures);
    const json = page.rows.map((row) => {
      const { id, title, enabled, pinned } = toJson(row);
      return { id, title, enabled, pinned, ...figuresOf(row) };
    });
    return answerList(context, selection, page, { json, lines: json, empty: 'no videos' });
  },
};

const show: Command = {
  name: 'videos show',
  synopsis: 'ID',
  summary: 'shows one clip with its addresses, its pay and its figures',
  positionals: 1,
  options: [],
  run: async ({ db }, { positionals: [text] }) => {
    const id = readId(text);
    const { rows } = await db.query<FiguresRow>(`${readFigures('video')} where video_id = $1`, [
      id,
    ]);
    if (!rows[0]) throw new OperatorError(`there is no video ${id}`);
    const [json, figures] = [toJson(rows[0]), figuresOf(rows[0])];
    return { json: { ...json, ...figures }, text: `${toText(json)}\n${card(figures)}` };
  },
};

export const videoFigureCommands: readonly Command[] = [show, stats];
