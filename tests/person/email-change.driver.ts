import assert from 'node:assert/strict';
import { emailChangeMachine } from '../../machines/email-change.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, config, OFFLINE, user } from './facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface Form {
  email: string;
  password: string;
}

interface World extends AnyWorld {
  typed: Form;
  errors: Form;
  general: string;
}

const none = { email: '', password: '' };
const FORM = { email: 'ada@new.example', password: 'seven green lanterns' };

const begin = (): World => ({
  answers: answers({ getAppConfig: () => ({ ...config, reset_by_mail: true }) }),
  ...{ typed: none, errors: none, general: '' },
});

const submits = (name: string, fields: Form): Means<World> =>
  person<World>(name, [{ type: 'fields.submitted', fields }], async ({ page, stand, world }) => {
    world.general = '';
    world.typed = fields;
    world.errors = {
      email: fields.email === '' ? 'Enter your email.' : '',
      password: fields.password === '' ? 'Enter a password.' : '',
    };
    await page.getByLabel('New email', { exact: true }).fill(fields.email);
    await page.getByLabel('Current password', { exact: true }).fill(fields.password);
    await page.locator('form').getByRole('button', { name: 'Send link' }).click();
    if (fields.email === '' || fields.password === '') return;
    await stand.arrives('changeEmail');
    const asked = stand.asked.findLast((each) => each.name === 'changeEmail');
    assert.deepEqual(asked?.input, fields);
  });

const form =
  (button = '') =>
  ({ typed, errors, general }: World) => ({
    sheet: [
      `Change email ${user.email} Confirmed Your email changes when you open the link that we send to the new one.`,
      `New email «${typed.email}»`,
      errors.email,
      `Current password «${typed.password}»`,
      errors.password,
      general,
      `Send link${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofEmailChange = defineDriver<World>()({
  machine: emailChangeMachine,
  actor: ['emailChange'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('changeEmail');
    await pressRow(context, 'Change email');
  },
  means: [
    submits('submits nothing', none),
    submits('submits no password', { ...FORM, password: '' }),
    submits('submits both', FORM),
    ...closesAndOpens<World>('Change email', begin),
    {
      name: 'it is noted',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('changeEmail', {}),
    },
    {
      name: 'the password is a wrong one',
      by: 'network',
      events: [failed('sendForm', { kind: 'refused', reason: 'invalid_credentials' })],
      act: ({ stand, world }) => {
        world.errors = { ...none, password: 'This is not your current password.' };
        return stand.answer('changeEmail', failing(refusedFor('invalid_credentials')));
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        Object.assign(world, { errors: none, general: OFFLINE });
        return stand.answer('changeEmail', failing('cut'));
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
    sent: () => ({
      sheet:
        'Change email Open the link in your email A link is on its way to the new email, unless another account has it. It works once, for 24 hours. Look in your spam folder, too. Close',
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {},
});
