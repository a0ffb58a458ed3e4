import { expect, test } from 'vitest';
import { files, forbiddenImports, importCyclesIn, imports, type Room } from './imports.ts';

/**
 * The server's rooms, with the imports that each may have, so that imports point one way. The
 * database imports only the room of traces.
 */
const rooms: Room[] = [
  { within: 'server/config.', may: ['server/config.'] },
  { within: 'server/signals.ts', may: [] },
  { within: 'server/lazily.ts', may: [] },
  { within: 'server/words/', may: ['server/words/', 'server/lazily.ts', 'contract/'] },
  { within: 'server/tracing/', may: ['server/tracing/'] },
  { within: 'server/database/', may: ['server/database/', 'server/tracing/'] },
  {
    within: 'server/domain/',
    // the server uses payoutMachine, as the app does, so that both agree on the steps of a withdrawal
    may: [
      'server/domain/',
      'server/lazily.ts',
      'server/words/',
      'server/database/',
      'server/tracing/',
      'contract/',
      'machines/payout.machine.ts',
    ],
  },
  {
    within: 'server/push/',
    may: [
      'server/push/',
      'server/words/',
      'server/domain/',
      'server/database/',
      'server/tracing/',
      'server/config.',
      'contract/',
    ],
  },
  {
    within: 'server/mail/',
    // mails are retried like push messages
    may: [
      'server/mail/',
      'server/push/',
      'server/words/',
      'server/domain/',
      'server/database/',
      'server/tracing/',
      'server/config.',
      'contract/',
    ],
  },
  {
    within: 'server/demo/',
    may: ['server/demo/', 'server/domain/', 'server/database/', 'contract/'],
  },
  {
    within: 'server/http/',
    may: [
      'server/lazily.ts',
      'server/http/',
      'server/words/',
      'server/domain/',
      'server/database/',
      'server/tracing/',
      'server/config.',
      'contract/',
    ],
  },
  {
    within: 'server/media/',
    may: ['server/media/', 'server/domain/', 'server/database/', 'server/config.'],
  },
  {
    within: 'server/operator/',
    may: [
      'server/operator/',
      'server/media/',
      'server/signals.ts',
      'server/demo/',
      'server/mail/',
      'server/words/',
      'server/domain/',
      'server/database/',
      'server/config.',
      'contract/',
    ],
  },
  {
    within: 'server/app.ts',
    may: [
      'server/http/',
      'server/demo/',
      'server/domain/',
      'server/database/',
      'server/tracing/',
      'server/config.',
      'contract/',
    ],
  },
  {
    within: 'server/main.ts',
    may: [
      'server/start.ts',
      'server/lazily.ts',
      'server/http/log.ts',
      'server/database/',
      'server/config.',
      'server/signals.ts',
    ],
  },
  {
    within: 'server/start.ts',
    may: [
      'server/app.ts',
      'server/media/',
      'server/http/',
      'server/mail/',
      'server/push/',
      'server/demo/',
      'server/domain/',
      'server/database/',
      'server/tracing/',
      'server/config.',
    ],
  },
];

const serverFiles = files.filter((file) => file.startsWith('server/'));

test('every file of the server lies in a room, and no room is empty', () => {
  const homeless = serverFiles.filter(
    (file) => !rooms.some(({ within }) => file.startsWith(within)),
  );
  expect(homeless).toEqual([]);
  for (const { within } of rooms) {
    expect(imports.filter(({ from }) => from.startsWith(within)).length).toBeGreaterThan(0);
  }
});

test('imports between the rooms of the server point one way', () => {
  expect(forbiddenImports(rooms)).toEqual([]);
});

test('no file of the server imports itself through others', () => {
  expect(importCyclesIn(serverFiles)).toEqual([]);
});
