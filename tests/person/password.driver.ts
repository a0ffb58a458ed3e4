import assert from 'node:assert/strict';
import { passwordMachine } from '../../machines/password.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface Passwords {
  password: string;
  newPassword: string;
}

interface World extends AnyWorld {
  typed: Passwords;
  errors: Passwords;
  general: string;
}

const OLD = 'seven green lanterns';
const NEW = 'eleven paper boats';
const REQUIRED = 'Enter a password.';

const none = { password: '', newPassword: '' };
const begin = (): World => ({ answers: answers(), typed: none, errors: none, general: '' });

const submits = (name: string, password: string, newPassword: string): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: { password, new_password: newPassword } }],
    async ({ page, stand, world }) => {
      world.general = '';
      world.typed = { password, newPassword };
      world.errors = {
        password: password === '' ? REQUIRED : '',
        newPassword: newPassword === '' ? REQUIRED : '',
      };
      await page.getByLabel('Current password', { exact: true }).fill(password);
      await page.getByLabel('New password', { exact: true }).fill(newPassword);
      await page.getByRole('button', { name: 'Save password' }).click();
      if (password === '' || newPassword === '') return;
      await stand.arrives('changePassword');
      const asked = stand.asked.findLast((each) => each.name === 'changePassword');
      assert.deepEqual(asked?.input, { password, new_password: newPassword });
    },
  );

const refuses = (
  name: string,
  reason: 'invalid_credentials' | 'weak_password',
  errors: Partial<World['errors']>,
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('sendForm', { kind: 'refused', reason })],
  act: ({ stand, world }) => {
    world.errors = { ...none, ...errors };
    return stand.answer('changePassword', failing(refusedFor(reason)));
  },
});

const TITLE = 'Choose a new password';
const form =
  (button = '') =>
  ({ typed, errors, general }: World) => ({
    sheet: [
      `${TITLE} Current password «${typed.password}»`,
      errors.password,
      `New password «${typed.newPassword}»`,
      errors.newPassword || 'At least 8 characters',
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
    submits('submits nothing', '', ''),
    submits('submits no new one', OLD, ''),
    submits('submits both', OLD, NEW),
    ...closesAndOpens<World>('Password', begin),
    {
      name: 'it is set',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('changePassword', {}),
    },
    refuses('it is a wrong one', 'invalid_credentials', {
      password: 'This is not your current password.',
    }),
    refuses('it is easy to guess', 'weak_password', {
      newPassword:
        'This password is too easy to guess. Do not use common words, your name or your email.',
    }),
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        Object.assign(world, { errors: none, general: 'Network error, please try again later.' });
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
    done: () => ({
      sheet: `${TITLE} Your new password is set All your other devices are logged out. Close`,
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {},
});
