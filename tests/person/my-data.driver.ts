import assert from 'node:assert/strict';
import type { DataFormat } from '../../contract/my-data.calls.ts';
import { myDataMachine } from '../../machines/my-data.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  asked: DataFormat | null;
  said: string;
}

const TITLE = 'Your data';
const buttons: Record<DataFormat, string> = {
  json: 'Download everything (JSON)',
  csv: 'Download transactions (CSV)',
};
const NOTE =
  'Everything we keep about you, as a file. It contains personal details: keep it to yourself.';

const opened =
  (isBusy = false) =>
  ({ asked, said }: World) => ({
    sheet: [
      `${TITLE} ${NOTE}`,
      ...(['json', 'csv'] as const).map(
        (format) => `${buttons[format]}${isBusy && asked === format ? '…' : ''}`,
      ),
      isBusy ? '' : said,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

const saves = (format: DataFormat): Means<World> =>
  person<World>(
    `asks for ${format}`,
    [{ type: 'save.pressed', format }],
    async ({ page, stand, world }) => {
      world.asked = format;
      await page.getByRole('button', { name: buttons[format] }).click();
      await stand.arrives('myData');
      const asked = stand.asked.findLast((each) => each.name === 'myData');
      assert.deepEqual({ ...asked?.input }, { format });
    },
  );

export const ofMyData = defineDriver<World>()({
  machine: myDataMachine,
  actor: ['myData'],
  path: '/mine/index',
  timezoneId: 'America/Bogota',
  beginnings: [
    { name: 'the row was pressed', begin: () => ({ answers: answers(), asked: null, said: '' }) },
  ],
  arrange: async ({ context, stand }) => {
    stand.hold('myData');
    await pressRow(context, TITLE);
  },
  means: [
    saves('json'),
    saves('csv'),
    {
      name: 'it comes',
      by: 'network',
      events: [done('saveData', undefined)],
      act: ({ stand, world }) => {
        world.said = 'The download has started.';
        return stand.answer('myData', { name: `my-data.${world.asked}`, text: 'x' });
      },
    },
    {
      name: 'it was asked for too often',
      by: 'network',
      events: [failed('saveData', { kind: 'refused', reason: 'too_many_attempts' })],
      act: ({ stand, world }) => {
        world.said = 'Too many attempts. Please try again later.';
        return stand.answer('myData', failing(refusedFor('too_many_attempts')));
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('saveData', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.said = 'Network error, please try again later.';
        return stand.answer('myData', failing('cut'));
      },
    },
    ...closesAndOpens<World>(TITLE, () => ({ said: '' })),
  ],
  facts: ({ format, failure }) => [format, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    opened: opened(),
    saving: opened(true),
    saved: opened(),
    failed: opened(),
    closed: () => ({ sheet: null }),
  },
  undriven: {},
});
