import assert from 'node:assert/strict';
import { statementMachine } from '../../machines/statement.machine.ts';
import { statementOf } from '../model/statement.samples.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing } from './stand.ts';

interface World extends AnyWorld {
  /** the year that is asked for; null: the present one */
  asked: number | null;
  /** the year that is shown; null: none */
  told: number | null;
}

const begin = (): World => ({ answers: answers(), asked: null, told: null });
const TITLE = 'Statement of earnings';

const MARCH = [
  ...['USD EUR', 'Watched a video 44.02 40.23', 'Corrections 3.11 2.84', 'Total 47.13 43.07'],
  ...['Taken back 1.27 1.16', 'Paid 9.61 8.78', 'Paid as KES 1,244.00'],
  ...['Balance at the end 36.25 33.13', 'Set aside at the end 5.33 4.87'],
].join(' ');
const NOTE =
  'Days and times are in UTC. Amounts in EUR go by the rate of each day. What was paid in EUR is shown as it was paid.';

const told = ({ asked, told: year }: World, wait = '') => ({
  sheet:
    year === null
      ? `${TITLE}… Close`
      : `${TITLE} Year «${asked ?? year}» ${year} ${MARCH} March ${year} ${MARCH} ${NOTE}${wait} Download (CSV) Print Close`,
});

const comes = (year: number): Means<World> => ({
  name: `${year} comes`,
  by: 'network',
  events: [done('loadStatement', statementOf(year))],
  act: ({ stand, world }) => {
    world.told = year;
    return stand.answer('statement', statementOf(year));
  },
  when: ({ context }) => (context.year ?? 2026) === year,
});

/** Where there is a statement to be read, with another year above it. */
const picks = (year: number): Means<World> =>
  person<World>(
    `picks ${year}`,
    [{ type: 'year.picked', year }],
    async ({ page, stand, world }) => {
      world.asked = year;
      await page.getByLabel('Year').selectOption(String(year));
      await stand.arrives('statement');
      const asked = stand.asked.findLast((each) => each.name === 'statement');
      assert.deepEqual({ ...asked?.input }, { year: String(year) });
    },
    ({ context }) =>
      context.statement !== null && (context.year ?? context.statement.year) !== year,
  );

export const ofStatement = defineDriver<World>()({
  machine: statementMachine,
  actor: ['statement'],
  path: '/mine/index',
  timezoneId: 'Asia/Kolkata',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('statement');
    await pressRow(context, TITLE);
  },
  means: [
    comes(2026),
    comes(2025),
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadStatement', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.told = null;
        return stand.answer('statement', failing('cut'));
      },
    },
    picks(2025),
    picks(2026),
    person<World>('asks again', [{ type: 'retry.pressed' }], async ({ page, stand }) => {
      await page.locator('dialog').getByRole('button', { name: 'Retry' }).click();
      await stand.arrives('statement');
    }),
    ...closesAndOpens<World>(TITLE, begin),
  ],
  facts: ({ year, statement, failure }) => [year, statement?.year, failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    loading: (world: World) => told(world, '…'),
    shown: (world: World) => told(world),
    lost: () => ({ sheet: `${TITLE} You are offline Retry Close` }),
    closed: () => ({ sheet: null }),
  },
  undriven: {
    'statement.shown --file.pressed--> (stays)':
      'a file of the browser’s: tests/browser/statement.test.ts',
    'statement.shown --print.pressed--> (stays)':
      'the browser’s own window: tests/browser/statement.test.ts',
  },
});
