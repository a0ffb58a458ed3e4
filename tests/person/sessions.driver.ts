import assert from 'node:assert/strict';
import type { OpenSession } from '../../contract/session.calls.ts';
import { type Ended, sessionsMachine } from '../../machines/sessions.machine.ts';
import { isolate } from '../../src/ui/isolate.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { ofSheetProof } from './proving.facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing } from './stand.ts';

interface World extends AnyWorld {
  left: readonly OpenSession[];
  ended: Ended;
}

const HERE = 'a'.repeat(32);
const PHONE = 'b'.repeat(32);
const OLD = 'c'.repeat(32);

const times = { created_at: '2026-03-14T11:52:00.000Z', seen_at: '2026-03-15T00:10:00.000Z' };
const all: readonly OpenSession[] = [
  { session: HERE, browser: 'Firefox', system: 'Linux', country: null, ...times, here: true },
  { session: PHONE, browser: 'Chrome', system: 'Android', country: 'NP', ...times, here: false },
  { session: OLD, browser: null, system: null, country: null, ...times, here: false },
];

/** As they are read in the driver's time zone. */
const SINCE = `Logged in: ${isolate('Mar 14, 2026, 8:52 PM')}`;
const USED = `Last used: ${isolate('Mar 15, 2026, 9 AM')}`;

/** `pressed`: the button that is at work. */
const rowOf = ({ session }: OpenSession, pressed?: Ended) => {
  const button = `Log out${session === pressed ? '…' : ''}`;
  if (session === HERE) return `${isolate('Firefox')} on ${isolate('Linux')} This device ${SINCE}`;
  if (session === PHONE)
    return `${isolate('Chrome')} on ${isolate('Android')} ${SINCE} · Nepal ${USED} ${button}`;
  return `Unknown device ${SINCE} ${USED} ${button}`;
};

const TITLE = 'Where you are logged in';
const listed =
  (said: (world: World) => string, isAtWork = false) =>
  (world: World) => {
    const pressed = isAtWork ? world.ended : undefined;
    const foot =
      world.left.length > 1
        ? `Log out all other devices${pressed === null ? '…' : ''}`
        : 'You are not logged in anywhere else.';
    const rows = world.left.map((each) => rowOf(each, pressed));
    return { sheet: [TITLE, said(world), ...rows, foot, 'Close'].filter(Boolean).join(' ') };
  };

const ends = (name: string, session: string | null, row: string | null): Means<World> =>
  person<World>(
    name,
    [{ type: 'end.pressed', session }],
    async ({ page, stand, world }) => {
      world.ended = session;
      const sheet = page.locator('dialog');
      if (row === null) await sheet.getByRole('button', { name: 'Log out all other' }).click();
      else {
        const found = sheet.getByRole('listitem').filter({ hasText: row });
        await found.getByRole('button').click();
      }
      const call = session === null ? 'endOtherSessions' : 'endSession';
      await stand.arrives(call);
      const asked = stand.asked.findLast((each) => each.name === call);
      assert.deepEqual(asked?.input, session === null ? {} : { session });
    },
    ({ context }) =>
      context.sessions.some((each: OpenSession) =>
        session === null ? !each.here : each.session === session,
      ),
  );

const fails = (name: string, call: 'loadSessions' | 'endSessions'): Means<World> => ({
  name,
  by: 'network',
  events: [failed(call, { kind: 'offline' })],
  act: ({ stand, world }) => stand.answer(callOf(call, world), failing('cut')),
});

const callOf = (actor: 'loadSessions' | 'endSessions', { ended }: World) => {
  if (actor === 'loadSessions') return 'sessions';
  return ended === null ? 'endOtherSessions' : 'endSession';
};

export const ofSessions = defineDriver<World>()({
  machine: sessionsMachine,
  actor: ['sessions'],
  path: '/mine/index',
  timezoneId: 'Asia/Tokyo',
  beginnings: [
    { name: 'the row was pressed', begin: () => ({ answers: answers(), left: [], ended: null }) },
  ],
  arrange: async ({ context, stand }) => {
    for (const call of ['sessions', 'endSession', 'endOtherSessions'] as const) stand.hold(call);
    await pressRow(context, TITLE);
  },
  means: [
    {
      name: 'they come',
      by: 'network',
      events: [done('loadSessions', all)],
      act: ({ stand, world }) => {
        world.left = all;
        return stand.answer('sessions', { list: [...all] });
      },
    },
    fails('the line breaks before they come', 'loadSessions'),
    person<World>('asks again', [{ type: 'retry.pressed' }], ({ page }) =>
      page.locator('dialog').getByRole('button', { name: 'Retry' }).click(),
    ),
    ends('ends the phone’s', PHONE, 'Android'),
    ends('ends an unknown one', OLD, 'Unknown device'),
    ends('ends all others', null, null),
    {
      name: 'it is ended',
      by: 'network',
      events: [done('endSessions', undefined)],
      act: ({ stand, world }) => {
        const { ended } = world;
        world.left = world.left.filter(
          ({ session, here }) => here || (ended !== null && session !== ended),
        );
        return stand.answer(ended === null ? 'endOtherSessions' : 'endSession', {});
      },
    },
    fails('the line breaks before it is ended', 'endSessions'),
    ...closesAndOpens<World>(TITLE),
  ],
  facts: ({ sessions, ended, failure }) => [sessions.length, ended, failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    loading: () => ({ sheet: `${TITLE}… Close` }),
    lost: () => ({ sheet: `${TITLE} You are offline Retry Close` }),
    shown: listed(() => ''),
    ending: listed(() => '', true),
    ended: listed(({ ended }) =>
      ended === null ? 'All your other devices are logged out.' : 'That device is logged out.',
    ),
    proving: listed(() => ''),
    refused: listed(() => 'Network error, please try again later.'),
    closed: () => ({ sheet: null }),
  },
  undriven: ofSheetProof('sessions', ['ending', 'endSessions'], ['ending', 'shown']),
});
