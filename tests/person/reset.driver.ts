import assert from 'node:assert/strict';
import { resetMachine } from '../../machines/reset.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { ASKS, answers } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  error: string;
  general: string;
}

const CODE = '3f9a64d1c07be2a85d4d10f7b8c92e6643aa51d0';
const PASSWORD = 'eleven paper boats';
const EARLY = 'before the screen is drawn: both beginnings are after it';
const TITLE = 'Choose a new password';

const begin = (): World => ({ answers: answers(), error: '', general: '' });

const submits = (password: string): Means<World> =>
  person<World>(
    password === '' ? 'submits nothing' : 'submits a password',
    [{ type: 'fields.submitted', fields: { password } }],
    async ({ page, stand, world }) => {
      world.general = '';
      world.error = password === '' ? 'Enter a password.' : '';
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
      if (password === '') return;
      await stand.arrives('resetPassword');
      const asked = stand.asked.findLast(({ name }) => name === 'resetPassword');
      assert.deepEqual(asked?.input, { code: CODE, password });
    },
  );

const refuses = (
  name: string,
  reason: 'link_over' | 'weak_password',
  error = '',
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('sendForm', { kind: 'refused', reason })],
  act: ({ stand, world }) => {
    world.error = error;
    return stand.answer('resetPassword', failing(refusedFor(reason)));
  },
});

const words = (...parts: string[]) => [TITLE, ...parts].filter(Boolean).join(' ');
const form =
  (typed: string, button = '') =>
  ({ error, general }: World) => ({
    page: words(
      `New password ${typed} ${error || 'At least 8 characters'}`,
      '[ ] Show password',
      general,
      `Save password${button}`,
    ),
  });

export const ofReset = defineDriver<World>()({
  machine: resetMachine,
  actor: ['reset'],
  path: `/reset?code=${CODE}`,
  timezoneId: 'Pacific/Chatham',
  isVisitor: true,
  beginnings: [
    { name: 'a link that came', first: [done('takeCode', CODE)], begin },
    { name: 'no link', first: [done('takeCode', null)], path: '/reset', begin },
  ],
  arrange: async ({ stand }) => stand.hold('resetPassword'),
  means: [
    submits(''),
    submits(PASSWORD),
    {
      name: 'it is set',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('resetPassword', {}),
    },
    refuses('the link is over', 'link_over'),
    refuses(
      'it is easy to guess',
      'weak_password',
      'This password is too easy to guess. Do not use common words, your name or your email.',
    ),
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.general = 'Network error, please try again later.';
        return stand.answer('resetPassword', failing('cut'));
      },
    },
  ],
  facts: ({ code, failure }) => [code !== null, failure?.reason ?? failure?.kind],
  places: { page: '.screen-reset' },
  seen: {
    opening: () => ({ page: TITLE }),
    missing: () => ({
      page: words(
        'Open the link that was sent to you',
        'It lets you choose a new password once. Without a link, use one of your recovery codes.',
        ASKS,
        'Use a recovery code',
      ),
    }),
    editing: form('«»'),
    incomplete: form('«»'),
    sending: form(`«${PASSWORD}»`, '…'),
    refused: form(`«${PASSWORD}»`),
    over: () => ({
      page: words(
        'This link is no longer valid It was used already, or is too old. If you have just chosen a password, log in with it. Otherwise ask for a new link. Log in',
        ASKS,
        'Use a recovery code',
      ),
    }),
    done: () => ({
      page: words(
        'Your new password is set',
        'You are logged out on all devices. Log in with the new password.',
        'Log in',
      ),
    }),
  },
  undriven: {
    'reset.opening --xstate.done.actor.takeCode [hasCode]--> reset.editing': EARLY,
    'reset.opening --xstate.done.actor.takeCode--> reset.missing': EARLY,
    'reset.opening --xstate.error.actor.takeCode--> reset.missing': 'an address can be read',
    'reset.done --login.pressed--> (stays)': 'leads to another page: tests/browser/reset.test.ts',
  },
});
