import type { Command } from '../command.ts';
import { importLog } from './import.ts';

const importCommand: Command = {
  name: 'media-log import',
  changes: true,
  synopsis: 'FILE',
  summary: 'reads from a CDN’s log which clips were sent to whom; each log once, the oldest first',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [file = ''] }) => {
    const { requests, sent, since, until } = await importLog(context, file);
    const json = { requests, sent, since: since.toISOString(), until: until.toISOString() };
    const missing =
      'Claims of that time are not looked at by it: see that its addresses have their query, and that it has bytes';
    return {
      json,
      text:
        `${requests} requests from ${json.since} to ${json.until}; ${sent} of them name who was sent a part ` +
        `of a clip${sent === 0 ? `\n${missing}` : ''}`,
      changed: json,
    };
  },
};

export const mediaLogCommands: readonly Command[] = [importCommand];
