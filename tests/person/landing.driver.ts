import { landingMachine } from '../../machines/landing.machine.ts';
import { type AnyWorld, defineDriver, done, failed } from './driver.ts';
import { answers, LONG_NAME, OFFLINE, video } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  isAway: boolean;
  /** lets the clip's bytes through */
  play: () => void;
  isPlayed: Promise<void>;
}

/** The sum is the server's own: nobody adds it up. */
const offer = {
  inviter: { username: LONG_NAME, slogan: 'Ten minutes a day paid for my bicycle' },
  video: video(31, { reward: '0.0700', watch_seconds: 9 }),
  watch_seconds: 3,
  register_reward: '1.1300',
  watch_reward: '0.4700',
  total: '1.6500',
  watch_ticket: 'a-ticket',
};

function begin(): World {
  const { promise: isPlayed, resolve: play } = Promise.withResolvers<void>();
  return { answers: answers(), isAway: false, play, isPlayed };
}

const nothing = { who: null, sum: null, plain: null, card: null };
const REGISTER =
  'Username «» Email «» Password «» At least 8 characters Confirm password «» ' +
  'Invite code (optional)';
const asOffer = (first: string) => (world: World) =>
  world.isAway
    ? {
        ...nothing,
        card: `${REGISTER} «FR13ND42» [x] Keep me signed in Register I have an account`,
      }
    : {
        ...nothing,
        who: `${LONG_NAME} invites you Ten minutes a day paid for my bicycle`,
        sum: `${first} +0.47 Register +1.13 Total 1.65 Register`,
      };
const LINE = 'of a line that comes back, which tests/browser/recovery.test.ts breaks and mends';
const TITLE = 'Watch videos and earn cash';

export const ofLanding = defineDriver<World>()({
  machine: landingMachine,
  actor: ['landing'],
  path: '/newuser?invite_code=FR13ND42',
  timezoneId: 'America/St_Johns',
  isVisitor: true,
  beginnings: [{ name: 'an invited visitor', input: { idPrefix: 'n', waitsForTap: false }, begin }],
  arrange: async ({ page, stand, world }) => {
    stand.hold('landing');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/media/clips/**', async (route) => {
      await world.isPlayed;
      await route.continue().catch(() => undefined);
    });
  },
  means: [
    {
      name: 'the offer comes',
      by: 'network',
      events: [done('loadOffer', { ...offer, src: offer.video.url })],
      act: ({ stand }) => stand.answer('landing', offer),
    },
    {
      name: 'nobody invites by this code',
      by: 'network',
      events: [failed('loadOffer', { kind: 'refused', reason: 'invalid_invite_code' })],
      act: ({ stand }) => stand.answer('landing', failing(refusedFor('invalid_invite_code'))),
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadOffer', { kind: 'offline' })],
      act: ({ stand }) => stand.answer('landing', failing('cut')),
    },
    {
      name: 'tries again',
      by: 'person',
      events: [{ type: 'retry.pressed' }],
      act: ({ page }) => page.getByRole('button', { name: 'Retry' }).click(),
    },
    {
      name: 'watches the clip',
      by: 'person',
      events: [
        {
          type: 'xstate.snapshot.clip',
          snapshot: { context: { watchedMs: 3_000, video: { watch_seconds: 3 } } },
        },
      ],
      when: (snapshot) => snapshot.matches({ ready: 'watching' }) && snapshot.context.offer,
      act: async ({ page, world }) => {
        world.play();
        await page.getByText('Yours when you register').waitFor();
      },
    },
    {
      name: 'goes to register',
      by: 'person',
      events: [{ type: 'register.pressed' }, { type: 'visibility.changed', isVisible: false }],
      when: (snapshot) => snapshot.matches('ready'),
      act: async ({ page, world }) => {
        world.isAway = true;
        await page.locator('.newuser-sum').getByRole('button', { name: 'Register' }).click();
      },
    },
    {
      name: 'comes back',
      by: 'person',
      events: [{ type: 'visibility.changed', isVisible: true }],
      when: ({ context }) => !context.isVisible,
      act: async ({ page, world }) => {
        world.isAway = false;
        await page.goBack();
      },
    },
    {
      name: 'registers all the same',
      by: 'person',
      events: [{ type: 'register.pressed' }, { type: 'visibility.changed', isVisible: false }],
      when: (snapshot) => snapshot.matches('unknown') && snapshot.context.isVisible,
      act: async ({ page, world }) => {
        world.isAway = true;
        await page.getByRole('button', { name: 'Register' }).click();
      },
    },
  ],
  facts: ({ failure, isVisible }) => [failure !== null, isVisible],
  unforeseen: ['idPrefix', 'offer'],
  places: {
    who: '.newuser-words',
    sum: '.newuser-sum',
    plain: '.newuser-plain',
    card: '.login-card',
  },
  seen: {
    loading: () => ({ ...nothing, plain: `${TITLE}…` }),
    unknown: ({ isAway }: World) =>
      isAway
        ? { ...nothing, card: `${REGISTER} «» [x] Keep me signed in Register I have an account` }
        : {
            ...nothing,
            plain: `${TITLE} This invitation is no longer valid You can register all the same, or look around first. Register Watch a clip`,
          },
    failed: () => ({
      ...nothing,
      plain: `${TITLE} The video information could not be fetched. ${OFFLINE} Retry`,
    }),
    'ready.watching': asOffer('Watch the clip'),
    'ready.watched': asOffer('Watched. Yours when you register'),
  },
  unplanned: ['landing.ready --xstate.snapshot.clip [inline]--> (stays)'],
  undriven: {
    'landing.failed --connectivity.restored--> landing.loading': LINE,
    'landing.ready --connectivity.restored--> (stays)': LINE,
  },
});
