import assert from 'node:assert/strict';
import { recoverMachine } from '../../machines/recover.machine.ts';
import { recoveryMachine } from '../../machines/recovery.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { ASKS, answers, OFFLINE } from './facts.ts';
import { closesAndOpens, pressRow, pressSoon } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  errors: Readonly<Record<string, string>>;
  general: string;
}

const begin = (): World => ({ answers: answers(), errors: {}, general: '' });
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');

const CODES = ['7K2M-9QXV-0RTB-4HWZ-M3XA-11PD-S0GE', 'M3XA-11PD-S0GE-88YC-7K2M-9QXV-0RTB'];
const PASSWORD = 'seven green lanterns';

const breaks = (call: 'makeRecoveryCodes' | 'recoverAccount'): Means<World> => ({
  name: 'the line breaks',
  by: 'network',
  events: [failed('sendForm', { kind: 'offline' })],
  act: ({ stand, world }) => {
    Object.assign(world, { errors: {}, general: OFFLINE });
    return stand.answer(call, failing('cut'));
  },
});

const refuses = (
  call: 'makeRecoveryCodes' | 'recoverAccount',
  reason: 'invalid_credentials' | 'weak_password',
  errors: World['errors'],
): Means<World> => ({
  name: `it is refused: ${reason}`,
  by: 'network',
  events: [failed('sendForm', { kind: 'refused', reason })],
  act: ({ stand, world }) => {
    Object.assign(world, { errors, general: '' });
    return stand.answer(call, failing(refusedFor(reason)));
  },
});

const makes = (password: string): Means<World> =>
  person<World>(
    password === '' ? 'submits nothing' : 'submits the password',
    [{ type: 'fields.submitted', fields: { password } }],
    async ({ page, stand, world }) => {
      const errors = password === '' ? { password: 'Enter a password.' } : {};
      Object.assign(world, { errors, general: '' });
      await page.getByLabel('Current password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create codes' }).click();
      if (password === '') return;
      await stand.arrives('makeRecoveryCodes');
    },
  );

const sheet =
  (typed: string, button = '') =>
  ({ errors, general }: World) => ({
    sheet: joined(
      'Recovery codes With one of these codes and your username you choose a new password if you forget yours. Each works once. New codes end those made before.',
      `Current password ${typed}`,
      errors.password,
      general,
      `Create codes${button}`,
      'Close',
    ),
  });

export const ofRecovery = defineDriver<World>()({
  machine: recoveryMachine,
  actor: ['recovery'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('makeRecoveryCodes');
    await pressRow(context, 'Recovery codes');
  },
  means: [
    makes(''),
    makes(PASSWORD),
    ...closesAndOpens<World>('Recovery codes', begin),
    {
      name: 'they are made',
      by: 'network',
      events: [done('sendForm', CODES)],
      act: ({ stand }) => stand.answer('makeRecoveryCodes', { codes: CODES }),
    },
    refuses('makeRecoveryCodes', 'invalid_credentials', {
      password: 'This is not your current password.',
    }),
    breaks('makeRecoveryCodes'),
  ],
  facts: ({ codes, failure }) => [codes.length, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    editing: sheet('«»'),
    incomplete: sheet('«»'),
    sending: sheet(`«${PASSWORD}»`, '…'),
    refused: sheet(`«${PASSWORD}»`),
    shown: () => ({
      sheet: joined(
        'Recovery codes Keep these codes where only you find them. They are not shown again.',
        ...CODES,
        'Print Close',
      ),
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {
    'recovery.shown --print.pressed--> (stays)':
      'the browser’s own window: tests/browser/recovery-codes.test.ts',
  },
});

const FORM = { username: 'ada', code: '7k2m 9qxv 0rtb 4hwz', password: 'eleven paper boats' };

const recovers = (name: string, form: typeof FORM, errors: World['errors'] = {}): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: form }],
    async ({ page, stand, world }) => {
      Object.assign(world, { errors, general: '' });
      await page.getByLabel('Username or email').fill(form.username);
      await page.getByLabel('Recovery code', { exact: true }).fill(form.code);
      await page.getByLabel('New password', { exact: true }).fill(form.password);
      await page.getByRole('button', { name: 'Save password' }).click();
      if (Object.keys(errors).length > 0) return;
      await stand.arrives('recoverAccount');
      const asked = stand.asked.findLast((each) => each.name === 'recoverAccount');
      assert.deepEqual(asked?.input, form);
    },
  );

const TITLE = 'Choose a new password';
const LOST =
  'Open the link that was sent to you It lets you choose a new password once. Without a link, use one of your recovery codes.';

const page =
  ({ username, code, password }: typeof FORM, button = '') =>
  ({ errors, general }: World) => ({
    page: joined(
      `${TITLE} ${LOST} ${ASKS} Use a recovery code`,
      `Username or email «${username}»`,
      errors.username,
      `Recovery code «${code}»`,
      errors.code,
      `New password «${password}»`,
      errors.password || 'At least 8 characters',
      '[ ] Show password',
      general,
      `Save password${button}`,
    ),
  });

const NO_CODE = { ...FORM, code: '' };
const NOTHING = { username: '', code: '', password: '' };

export const ofRecover = defineDriver<World>()({
  machine: recoverMachine,
  actor: ['recover'],
  path: '/reset',
  timezoneId: 'Pacific/Chatham',
  isVisitor: true,
  beginnings: [{ name: 'the form was opened', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('recoverAccount');
    await pressSoon(context, '.screen-reset button', 'Use a recovery code');
  },
  means: [
    recovers('submits no code', NO_CODE, { code: 'Enter a recovery code.' }),
    recovers('submits all', FORM),
    {
      name: 'it is set',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('recoverAccount', {}),
    },
    refuses('recoverAccount', 'invalid_credentials', {
      code: 'This username or recovery code is wrong.',
    }),
    refuses('recoverAccount', 'weak_password', {
      password:
        'This password is too easy to guess. Do not use common words, your name or your email.',
    }),
    breaks('recoverAccount'),
  ],
  facts: ({ missing, failure }) => [missing, failure?.reason ?? failure?.kind],
  places: { page: '.screen-reset' },
  seen: {
    editing: page(NOTHING),
    incomplete: page(NO_CODE),
    sending: page(FORM, '…'),
    refused: page(FORM),
    done: () => ({
      page: `${TITLE} Your new password is set You are logged out on all devices. Log in with the new password. Log in`,
    }),
  },
  undriven: {
    'recover.done --login.pressed--> (stays)':
      'leads to another page: tests/browser/recovery-codes.test.ts',
  },
});
