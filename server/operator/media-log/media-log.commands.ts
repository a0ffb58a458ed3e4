import type { Command } from '../command.ts';
import { importLog } from './import.ts';

const importCommand: Command = {
  name: 'media-log import',
  changes: true,
  synopsis: 'FILE',
  summary:
    'reads from the log of a CDN which clips it sent to whom; import each log once, the oldest first',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [file = ''] }) => {
    const { requests, sent, since, until } = await importLog(context, file);
    const json = { requests, sent, since: since.toISOString(), until: until.toISOString() };
    const missing =
      'The server does not check claims of that time by this log: make sure that its addresses have their query, and that it has the bytes of each answer';
    return {
      json,
      text:
        `${requests} requests from ${json.since} to ${json.until}; ${sent} of them sent a part of a clip ` +
        `to a known person${sent === 0 ? `\n${missing}` : ''}`,
      changed: json,
    };
  },
};

export const mediaLogCommands: readonly Command[] = [importCommand];
