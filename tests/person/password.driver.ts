import assert from 'node:assert/strict';
import { passwordMachine } from '../../machines/password.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { ofFormProof } from './proving.facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  typed: string;
  error: string;
  general: string;
}

const NEW = 'eleven paper boats';

const begin = (): World => ({ answers: answers(), typed: '', error: '', general: '' });

const submits = (name: string, typed: string): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: { new_password: typed } }],
    async ({ page, stand, world }) => {
      const error = typed === '' ? 'Enter a password.' : '';
      Object.assign(world, { typed, error, general: '' });
      await page.getByLabel('New password', { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Save password' }).click();
      if (typed === '') return;
      await stand.arrives('changePassword');
      const asked = stand.asked.findLast((each) => each.name === 'changePassword');
      assert.deepEqual(asked?.input, { new_password: typed });
    },
  );

const TITLE = 'Choose a new password';
const form =
  (button = '') =>
  ({ typed, error, general }: World) => ({
    sheet: [
      `${TITLE} New password «${typed}»`,
      error || 'At least 8 characters',
      '[ ] Show password',
      general,
      `Save password${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofPassword = defineDriver<World>()({
  machine: passwordMachine,
  actor: ['password'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('changePassword');
    await pressRow(context, 'Password');
  },
  means: [
    submits('submits nothing', ''),
    submits('submits one', NEW),
    ...closesAndOpens<World>('Password', begin),
    {
      name: 'it is set',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('changePassword', {}),
    },
    {
      name: 'it is easy to guess',
      by: 'network',
      events: [failed('sendForm', { kind: 'refused', reason: 'weak_password' })],
      act: ({ stand, world }) => {
        world.error =
          'This password is too easy to guess. Do not use common words, your name or your email.';
        return stand.answer('changePassword', failing(refusedFor('weak_password')));
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        Object.assign(world, { error: '', general: 'Network error, please try again later.' });
        return stand.answer('changePassword', failing('cut'));
      },
    },
  ],
  facts: ({ missing, failure }) => [missing, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    editing: form(),
    incomplete: form(),
    sending: form('…'),
    refused: form(),
    proving: form(),
    proven: form(),
    done: () => ({
      sheet: `${TITLE} Your new password is set All your other devices are logged out. Close`,
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: ofFormProof('password'),
});
