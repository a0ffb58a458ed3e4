import { setMediaVisibility } from '../domain/media-visibility.ts';
import type { Command } from './command.ts';
import { checkFeedPeriod, readFeedPeriod } from './feed-period.ts';
import { takenDownLines } from './media.commands.ts';
import { editMedia } from './media-changes.ts';
import { readId } from './options.ts';
import { isOutsideFeedPeriod, type Row, toJson, toText } from './videos.add.ts';

export const scheduleCommand: Command = {
  name: 'videos schedule',
  changes: true,
  synopsis: 'ID [--from TIME|none] [--until TIME|none]',
  summary:
    'sets the time in which a clip is in the feed: days or times in UTC (2026-03-31, 2026-03-31T18:00), or with a zone (2026-03-31T18:00+02:00). ' +
    'Before and after this time the app treats the clip and its files as disabled',
  positionals: 1,
  options: ['from', 'until'],
  run: async (context, { positionals: [text], values }) => {
    const { db, now } = context;
    const id = readId(text);
    const { before, row } = await editMedia<Row>(context, 'video', id, readFeedPeriod(values));
    checkFeedPeriod(row);
    // a clip that an operator disabled, or that reports hid, stays disabled
    const settled =
      row.disabled_at === null || isOutsideFeedPeriod(row)
        ? await setMediaVisibility<Row>(db, 'video', id, 'shown', now)
        : { row, gone: [] };
    const [was, json] = [toJson(before), toJson(settled.row)];
    return {
      json: { ...json, gone: settled.gone },
      text: [toText(json), ...takenDownLines(context, settled.gone)].join('\n'),
      changed: { before: { from: was.from ?? 'none', until: was.until ?? 'none' } },
    };
  },
};
