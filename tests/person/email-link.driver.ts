import { emailLinkMachine } from '../../machines/email-link.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { ASKS, answers } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  said: string;
}

const CODE = '3f9a64d1c07be2a85d4d10f7b8c92e6643aa51d0';
const EARLY = 'before the screen is drawn: all beginnings are after it';
const TITLE = 'Your email';

const begin = (): World => ({ answers: answers(), said: '' });
const words = (...parts: string[]) => ({ page: [TITLE, ...parts].filter(Boolean).join(' ') });

const ASK = 'Confirm your email It becomes the email of your account.';

const refuses = (
  name: string,
  reason: 'link_over' | 'too_many_attempts',
  said = '',
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('useLink', { kind: 'refused', reason })],
  act: ({ stand, world }) => {
    world.said = said;
    return stand.answer('confirmEmail', failing(refusedFor(reason)));
  },
});

export const ofEmailLink = defineDriver<World>()({
  machine: emailLinkMachine,
  actor: ['emailLink'],
  path: `/reset?confirm=${CODE}`,
  timezoneId: 'Pacific/Chatham',
  isVisitor: true,
  beginnings: [
    {
      name: 'a link to confirm',
      first: [done('takeLink', { kind: 'confirm', code: CODE })],
      begin,
    },
    { name: 'no link', first: [done('takeLink', null)], path: '/reset', begin },
  ],
  arrange: async ({ stand }) => stand.hold('confirmEmail'),
  means: [
    person<World>('presses it', [{ type: 'link.pressed' }], async ({ page, stand, world }) => {
      world.said = '';
      await page.getByRole('button', { name: 'Confirm' }).click();
      await stand.arrives('confirmEmail');
    }),
    {
      name: 'it is done',
      by: 'network',
      events: [done('useLink', { isChanged: true, passwordCode: null })],
      act: ({ stand }) => stand.answer('confirmEmail', { changed: true }),
    },
    refuses('it is over', 'link_over'),
    refuses('too many', 'too_many_attempts', 'Too many attempts. Please try again later.'),
  ],
  facts: ({ link: taken, used, failure }) => [
    taken?.kind,
    used?.isChanged,
    failure?.reason ?? failure?.kind,
  ],
  places: { page: '.screen-reset' },
  seen: {
    opening: () => ({ page: 'Choose a new password' }),
    missing: () => ({
      page: `Choose a new password Open the link that was sent to you It lets you choose a new password once. Without a link, use one of your recovery codes. ${ASKS} Use a recovery code`,
    }),
    asking: () => words(ASK, 'Confirm'),
    sending: () => words(ASK, 'Confirm…'),
    refused: ({ said }: World) => words(ASK, said, 'Confirm'),
    over: () =>
      words(
        'This link is no longer valid It was used already, is too old, or somebody else has this email by now.',
      ),
    done: () =>
      words(
        'Your email is changed All your other devices are logged out. A link to undo the change was sent to your old email. My Profile',
      ),
  },
  undriven: {
    'emailLink.opening --xstate.done.actor.takeLink [hasLink]--> emailLink.asking': EARLY,
    'emailLink.opening --xstate.done.actor.takeLink--> emailLink.missing': EARLY,
    'emailLink.opening --xstate.error.actor.takeLink--> emailLink.missing':
      'an address can be read',
  },
});
