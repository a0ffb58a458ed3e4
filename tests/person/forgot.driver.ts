import assert from 'node:assert/strict';
import { forgotMachine } from '../../machines/forgot.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, config } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  error: string;
  general: string;
}

const EMAIL = 'ada@example.org';

const begin = (): World => ({
  answers: answers({ getAppConfig: () => ({ ...config, reset_by_mail: true }) }),
  ...{ error: '', general: '' },
});

const submits = (email: string): Means<World> =>
  person<World>(
    email === '' ? 'submits nothing' : 'submits an address',
    [{ type: 'fields.submitted', fields: { email } }],
    async ({ page, stand, world }) => {
      world.general = '';
      world.error = email === '' ? 'Enter your email.' : '';
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      if (email === '') return;
      await stand.arrives('forgotPassword');
      const asked = stand.asked.findLast(({ name }) => name === 'forgotPassword');
      assert.deepEqual(asked?.input, { email });
    },
  );

const form =
  (typed: string, { button = '', sent = '' } = {}) =>
  ({ error, general }: World) => ({
    page: [
      'Choose a new password Forgot password?',
      'Enter the email of your account. You will get a link to choose a new password.',
      `Email ${typed}`,
      error,
      general,
      sent,
      `Send link${button}`,
      'Use a recovery code',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofForgot = defineDriver<World>()({
  machine: forgotMachine,
  actor: ['forgot'],
  path: '/reset',
  timezoneId: 'Pacific/Chatham',
  isVisitor: true,
  beginnings: [{ name: 'a server that mails links', begin }],
  arrange: async ({ stand }) => stand.hold('forgotPassword'),
  means: [
    submits(''),
    submits(EMAIL),
    {
      name: 'it is noted',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('forgotPassword', {}),
    },
    {
      name: 'too many have asked',
      by: 'network',
      events: [failed('sendForm', { kind: 'refused', reason: 'too_many_attempts' })],
      act: ({ stand, world }) => {
        world.general = 'Too many attempts. Please try again later.';
        return stand.answer('forgotPassword', failing(refusedFor('too_many_attempts')));
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.general = 'Network error, please try again later.';
        return stand.answer('forgotPassword', failing('cut'));
      },
    },
  ],
  facts: ({ failure }) => [failure?.reason ?? failure?.kind],
  places: { page: '.screen-reset' },
  undriven: {},
  seen: {
    editing: form('«»'),
    incomplete: form('«»'),
    sending: form(`«${EMAIL}»`, { button: '…' }),
    refused: form(`«${EMAIL}»`),
    sent: form(`«${EMAIL}»`, {
      sent: 'If an account has this email, a link is on its way. It works once, for 30 minutes. Look in your spam folder, too.',
    }),
  },
});
