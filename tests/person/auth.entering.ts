import assert from 'node:assert/strict';
import { fromCallback } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import { blank, knows, type S, type World } from './auth.facts.ts';
import { done, failed, type Means } from './driver.ts';
import { user } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

type Form = Partial<World['typed']> & { keep: boolean };

const labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmation: 'Confirm password',
  code: 'Invite code (optional)',
} as const;

async function fills(
  { page, world }: S,
  { keep, ...fields }: Form,
  names: readonly (keyof typeof labels)[],
) {
  const form = page.locator('.login-form');
  world.typed = { ...blank, ...fields };
  world.keep = keep;
  for (const name of names) {
    const label = name === 'username' && !world.isNew ? 'Username or email' : labels[name];
    await form.getByLabel(label, { exact: true }).fill(world.typed[name]);
  }
  await form.getByLabel('Keep me signed in').setChecked(keep);
  await form
    .getByRole('button', { name: world.isNew ? 'Register' : 'Log in', exact: true })
    .click();
}

const LOGIN = ['username', 'password'] as const;

const ALL = ['username', 'email', 'password', 'confirmation', 'code'] as const;

const credentials = { username: 'wilhelmina@example.net', password: 'correct horse 17' };

const newcomer = {
  username: user.username,
  email: user.email,
  password: 'correct horse 17',
  confirmation: 'correct horse 17',
  code: 'FR13ND42',
};

/** What the server is asked is what was typed. */
async function expectAsked({ stand }: S, wanted: object): Promise<void> {
  await stand.arrives('checkIn');
  const asked = stand.asked.findLast(({ name }) => name === 'checkIn');
  assert.deepEqual(asked?.input, { ...wanted, language: 'en', country: 'DE' });
}

const logsIn = (keep: boolean): Means<World> => ({
  name: keep ? 'logs in to stay' : 'logs in for now',
  by: 'person',
  events: [{ type: 'login.submitted', form: { ...credentials, keep } }],
  act: async (scene) => {
    Object.assign(scene.world, { errors: [], general: '' });
    await fills(scene, { ...credentials, keep }, LOGIN);
    await expectAsked(scene, { tab: 'login', ...credentials, keep });
  },
});

const registers = (keep: boolean): Means<World> => {
  const { code: inviteCode, ...form } = newcomer;
  const { confirmation: _, ...sent } = form;
  return {
    name: keep ? 'registers to stay' : 'registers for now',
    by: 'person',
    // its code came with the form
    events: [
      { type: 'register.submitted', form: { ...form, inviteCode, keep } },
      done('loadRegistration', { machine: fromCallback(() => undefined), form: {} }),
    ],
    act: async (scene) => {
      Object.assign(scene.world, { errors: [], general: '' });
      await fills(scene, { ...newcomer, keep }, ALL);
      const stated = { agreed: '', age: 0 };
      const asked = {
        tab: 'register',
        ...sent,
        ...stated,
        invite_code: inviteCode,
        keep,
        proof: '',
      };
      await expectAsked(scene, asked);
    },
  };
};

/** A registration ends with why, a log-in fails with it. */
const ends = (actor: string, failure: CallFailure) =>
  actor === 'register' ? done(actor, failure) : failed(actor, failure);

const refuses = (
  actor: string,
  name: string,
  reason: 'invalid_credentials' | 'too_many_attempts' | 'username_taken',
  words: string,
  field = -1,
): Means<World> => ({
  name,
  by: 'network',
  events: [
    ends(actor, {
      kind: 'refused',
      reason,
      ...(reason === 'too_many_attempts' && { retryAfter: 240 }),
    }),
  ],
  act: ({ stand, world }) => {
    Object.assign(world, field < 0 ? { general: words } : { errors: [words] });
    return stand.answer(
      'checkIn',
      failing(refusedFor(reason, reason === 'too_many_attempts' ? 240 : undefined)),
    );
  },
});

const isSlow = (actor: string): Means<World> => ({
  name: 'it takes too long',
  by: 'clock',
  events: [ends(actor, { kind: 'timeout' })],
  act: ({ pass, world }) => {
    world.general = 'This took too long. Please try again.';
    return pass(15_000);
  },
});

/** The feed and what belongs to a member come after it. */
const enters = (actor: string): Means<World> => ({
  name: 'the server lets them in',
  by: 'network',
  events: [done(actor, user)],
  act: async (scene) => {
    await knows(scene, user.balance);
    await scene.stand.answer('checkIn', { userInfo: user });
    await scene.stand.arrives('handleLoginReward');
    await scene.pass(3_500);
  },
});

export const front: Means<World>[] = [
  {
    name: 'submits nothing',
    by: 'person',
    events: [{ type: 'login.submitted', form: { username: '', password: '', keep: true } }],
    act: async (scene) => {
      Object.assign(scene.world, {
        errors: ['Enter your username or email.', 'Enter a password.'],
        general: '',
      });
      await fills(scene, { keep: true }, LOGIN);
    },
  },
  logsIn(true),
  logsIn(false),
  refuses(
    'logIn',
    'the password is wrong',
    'invalid_credentials',
    'Username, email or password is wrong.',
  ),
  refuses(
    'logIn',
    'it was tried too often',
    'too_many_attempts',
    'Too many attempts. Please try again in 4 minutes.',
  ),
  isSlow('logIn'),
  enters('logIn'),
];

export const behind: Means<World>[] = [
  {
    name: 'types two passwords',
    by: 'person',
    events: [
      {
        type: 'register.submitted',
        form: {
          username: '',
          email: '',
          password: 'one',
          confirmation: 'two',
          inviteCode: '',
          keep: true,
        },
      },
    ],
    act: async (scene) => {
      Object.assign(scene.world, {
        errors: ['Enter your username.', 'Enter your email.', 'The passwords do not match.'],
        general: '',
      });
      await fills(scene, { password: 'one', confirmation: 'two', keep: true }, ALL);
    },
  },
  registers(true),
  registers(false),
  refuses('register', 'the name is taken', 'username_taken', 'This username is taken.', 0),
  isSlow('register'),
  enters('register'),
];
