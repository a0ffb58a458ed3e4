import { maskName } from '../../contract/mask.ts';
import { tickerMachine } from '../../machines/ticker.machine.ts';
import {
  type AnyWorld,
  after,
  defineDriver,
  done,
  failed,
  type Means,
  passUntilAsked,
  person,
  setVisible,
} from './driver.ts';
import { answers } from './facts.ts';
import { failing } from './stand.ts';

interface World extends AnyWorld {
  screen: string;
  /** the notice's words */
  notice: string;
}

/** Who was paid of late: as many as are shown without an invented one among them. */
const paid = ['Q***ta', 'b***ow', 'X***ra', 'n***el', 'u***zo'].map((username, at) => ({
  username,
  amount: `1${at}.${at}300`,
  paid_at: '2026-03-14T09:12:00.000Z',
}));
const FEW = paid.slice(1);

/** What comes first of the app's inventions, where chance is always a half. */
const example = { username: maskName('marisol88'), amount: '250.0000', isExample: true };

/** The walks are as long as the notices that are looked at. */
const MOST_SHOWN = 2;

type Act = Means<World>['act'];

const untilAsked = (ms: number) => passUntilAsked<World>('recentWithdrawals', ms);

const clock = (name: string, delay: string, state: string, act: Act): Means<World> => ({
  name,
  by: 'clock',
  events: [after(delay, `ticker.${state}`)],
  act,
});

const told = (at: number): Means<World> => {
  const { username, amount } = paid[at] ?? { username: '', amount: '' };
  return {
    name: `notice ${at + 1} comes`,
    by: 'network',
    events: [done('pickNotice', { username, amount, isExample: false })],
    when: ({ context }) => context.shown === at,
    act: ({ stand, world }) => {
      world.notice = `${username.charAt(0).toUpperCase()} ${username} withdrew 1${at}.${at}3`;
      return stand.answer('recentWithdrawals', { list: paid });
    },
  };
};

const nobody = ({ screen }: World) => ({ screen, notice: null });

export const ofTicker = defineDriver<World>()({
  machine: tickerMachine,
  actor: ['ticker'],
  path: '/mine/index',
  timezoneId: 'Asia/Tehran',
  beginnings: [
    { name: 'a member', begin: () => ({ answers: answers(), screen: 'Mine', notice: '' }) },
  ],
  arrange: async ({ page, stand }) => {
    stand.hold('recentWithdrawals');
    await page.addInitScript(() => {
      Math.random = () => 0.5;
    });
  },
  means: [
    clock('10 s pass', 'firstPause', 'beginning', untilAsked(10_000)),
    clock('a minute passes', 'pause', 'resting', untilAsked(60_000)),
    clock('5 s pass', 'shownTime', 'showing', ({ pass }) => pass(5_000)),
    clock('nobody answers for 10 s', 'pickTimeout', 'picking', ({ pass }) => pass(10_000)),
    ...Array.from({ length: MOST_SHOWN + 1 }, (_, at) => told(at)),
    {
      name: 'too few were paid',
      by: 'network',
      events: [done('pickNotice', example)],
      when: ({ context }) => context.shown === 0,
      act: ({ stand, world }) => {
        world.notice = `M Example ${example.username} withdrew 250.00`;
        return stand.answer('recentWithdrawals', { list: FEW });
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('pickNotice', { kind: 'offline' })],
      act: ({ stand }) => stand.answer('recentWithdrawals', failing('cut')),
    },
    person('closes it', [{ type: 'close.pressed' }], ({ page }) =>
      page.getByRole('button', { name: 'Close notice' }).click(),
    ),
    person('follows it', [{ type: 'notice.pressed' }], ({ page, world }) => {
      world.screen = 'Withdraw';
      return page.locator('.ticker-link').click();
    }),
    person('looks at another tab', [{ type: 'visibility.changed', isVisible: false }], ({ page }) =>
      setVisible(page, false),
    ),
    person(
      'looks at the tab again',
      [{ type: 'visibility.changed', isVisible: true }],
      ({ page }) => setVisible(page, true),
    ),
  ],
  facts: ({ shown, notice }) => [shown, notice],
  isWithin: ({ context }) => context.shown <= MOST_SHOWN,
  places: { screen: 'h1', notice: '.ticker-notice' },
  seen: {
    beginning: nobody,
    picking: nobody,
    showing: ({ screen, notice }: World) => ({ screen, notice }),
    resting: nobody,
    asleep: nobody,
    closed: nobody,
  },
  undriven: {},
});
