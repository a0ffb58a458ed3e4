import { shareMachine } from '../../machines/share.machine.ts';
import { tab } from '../browser/people.ts';
import {
  after,
  defineDriver,
  type Means,
  never,
  person,
  type Scene,
  setVisible,
} from './driver.ts';
import {
  begin,
  isIn,
  isPresent,
  NOT_SHARED,
  type Place,
  places,
  sheetOf,
  type Where,
  type World,
} from './share.facts.ts';
import { copying, holdPhone, sending } from './share.phone.ts';
import { pressLate, shareWords } from './sharing.facts.ts';

const canPress = (snapshot: { value: unknown }) =>
  typeof snapshot.value === 'string' ? snapshot.value !== 'copying' : isPresent(snapshot);

const pressed = (name: string, type: string, button: string, when = canPress) =>
  person<World>(name, [{ type }], (scene) => pressLate(scene, button), when);

/** When the plan has somebody leave; the page's own time is another one. */
const LEFT_MS = 10_000;
const backAfter = (awayMs: number) => ({
  type: 'visibility.changed',
  isVisible: true,
  atMs: LEFT_MS + awayMs,
  day: '2026-03-14',
});

const nowOf = ({ page }: Scene<World>) => page.evaluate(() => Date.now());

const leaves = person<World>(
  'leaves for another app',
  [{ type: 'visibility.changed', isVisible: false, atMs: LEFT_MS, day: '2026-01-02' }],
  async (scene) => {
    scene.world.leftMs = await nowOf(scene);
    await setVisible(scene.page, false);
  },
  isPresent,
);

/** Comes back after exactly so long, and stays. */
const returns = (where: Where, awayMs: number, isShare: boolean): Means<World> => ({
  name: `comes back after ${awayMs} ms, ${where}`,
  by: 'person',
  events: [backAfter(awayMs), after('visibilityDebounce', `share.${where}.returning`)],
  when: (snapshot) => snapshot.matches({ [where]: 'away' }),
  act: async (scene) => {
    const { page, pass, sleep, world } = scene;
    await sleep(world.leftMs + awayMs - (await nowOf(scene)));
    await setVisible(page, true);
    await pass(100);
    if (isShare) world.hasShared = true;
  },
  says: (world) => [isShare ? shareWords(world) : NOT_SHARED],
});

const looking: Means<World>[] = [
  leaves,
  person('is back at once', [backAfter(50)], ({ page }) => setVisible(page, true), isIn('leaving')),
  person(
    'looks at the page for a moment',
    [backAfter(1_000)],
    ({ page }) => setVisible(page, true),
    isIn('away'),
  ),
  person(
    'is gone again',
    [{ type: 'visibility.changed', isVisible: false, atMs: LEFT_MS, day: '2026-01-02' }],
    ({ page }) => setVisible(page, false),
    isIn('returning'),
  ),
  ...places.flatMap((where): Means<World>[] => [
    {
      name: `stays away, ${where}`,
      by: 'clock',
      events: [after('visibilityDebounce', `share.${where}.leaving`)],
      act: ({ pass }) => pass(100),
    },
    {
      name: `does nothing for a minute, ${where}`,
      by: 'clock',
      events: [after('unusedTimeout', `share.${where}.present`)],
      act: ({ sleep }) => sleep(60_000),
    },
    returns(where, 1_999, false),
    returns(where, 2_000, true),
  ]),
  returns('watching', 60_000, true),
  returns('watching', 60_001, false),
];

const onInvite: Means<World>[] = [
  pressed('copies the link', 'copy.pressed', 'Copy link'),
  pressed('shares the link', 'send.pressed', 'Share'),
  ...looking,
  person(
    'looks at another screen',
    [{ type: 'screen.left' }],
    async ({ page }) => {
      await tab(page, 'Mine').click();
      await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
      await tab(page, 'Invite').click();
    },
    canPress,
  ),
];

const isOpen = (snapshot: { value: unknown }) => snapshot.value !== 'closed' && canPress(snapshot);

const onTasks: Means<World>[] = [
  pressed('opens the dialog', 'share.pressed', 'Share', ({ value }) => value === 'closed'),
  pressed('copies the link', 'copy.pressed', 'Copy link', ({ value }) => value === 'choosing'),
  person(
    'shares the link',
    [{ type: 'send.pressed' }],
    ({ page }) => page.locator('dialog').getByRole('button', { name: 'Share' }).click(),
    ({ value }) => value === 'choosing',
  ),
  pressed('closes the dialog', 'dialog.closed', 'Close', isOpen),
];

const seenAs =
  (hint: string, copy = 'Copy link') =>
  ({ place }: World) =>
    place === 'invite'
      ? { sheet: null, hint, ways: `${copy} Share` }
      : { sheet: sheetOf(hint, copy), hint, ways: null };
const quiet = seenAs('');
const inSending = { present: quiet, leaving: quiet, away: quiet, returning: quiet };
const copied = seenAs('The link is copied. Send it to a friend, then come back here.');
const sent = seenAs(
  'A share counts when you leave for another app to send it, and come back within a minute.',
);

const beginningAt = (place: Place, path: string, means: Means<World>[]) => ({
  name: `at ${place}`,
  actor: [`share-${place}`],
  path,
  begin: begin(place),
  means,
});

export const ofShare = defineDriver<World>()({
  machine: shareMachine,
  actor: ['share-invite'],
  path: '/invite/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [
    beginningAt('invite', '/invite/index', onInvite),
    beginningAt('tasks', '/tasks/index', onTasks),
  ],
  arrange: holdPhone,
  means: [...copying, ...sending],
  facts: () => null,
  unforeseen: ['hiddenAtMs', 'atMs', 'day'],
  places: { sheet: '.dialog-body', hint: '.share-hint', ways: '.invite-ways' },
  seen: {
    closed: ({ place }: World) =>
      place === 'invite'
        ? { sheet: null, hint: '', ways: 'Copy link Share' }
        : { sheet: null, hint: null, ways: null },
    choosing: quiet,
    copying: seenAs('', 'Copy link…'),
    'sending.present': inSending.present,
    'sending.leaving': inSending.leaving,
    'sending.away': inSending.away,
    'sending.returning': inSending.returning,
    'sending.returned': never,
    'sent.present': sent,
    'sent.leaving': sent,
    'sent.away': sent,
    'sent.returning': sent,
    'sent.returned': never,
    'watching.present': copied,
    'watching.leaving': copied,
    'watching.away': copied,
    'watching.returning': copied,
    'watching.returned': never,
  },
  undriven: {},
});
