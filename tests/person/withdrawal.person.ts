import assert from 'node:assert/strict';
import type { AnyMachineSnapshot } from 'xstate';
import { tab } from '../browser/people.ts';
import { confirm, dialog, submit } from '../browser/withdrawing.ts';
import { type Means, person, type Scene } from './driver.ts';
import { payee, type Terms } from './facts.ts';
import { amountOf, isSeen, paidOf, problemOf, type World } from './withdrawal.facts.ts';

type S = Scene<World>;

type Act = (scene: S) => Promise<unknown>;

/** What a person can do only where the screen is looked at. */
export const inSight = (
  name: string,
  events: Means<World>['events'],
  act: Act,
  when: (snapshot: AnyMachineSnapshot) => boolean = () => true,
) => person<World>(name, events, act, (snapshot) => isSeen(snapshot) && when(snapshot));

/** The form stands there, also while the terms are asked for anew: what is typed is not lost. */
function isFormSeen(snapshot: AnyMachineSnapshot): boolean {
  if (snapshot.value === 'editing') return true;
  const { amount, terms: known, withdrawal: told } = snapshot.context;
  if (snapshot.value !== 'loading' || !known || told || amount === '') return false;
  const { requirements, notification_required, pending } = known as Terms;
  // the card of a request that has ended stays until its end is known
  return (
    pending === null &&
    !notification_required &&
    requirements.every(({ current, required }) => current >= required)
  );
}

const types = (text: string) =>
  inSight(
    `types ${text || 'nothing'}`,
    [{ type: 'amount.changed', text }],
    async ({ page, world }) => {
      const field = page.getByLabel('Amount');
      // the same text once more would be no input
      if (world.typed === text) await field.fill('');
      Object.assign(world, { typed: text, error: '' });
      await field.fill(text);
    },
    isFormSeen,
  );

const button = (page: S['page'], name: string) => page.getByRole('button', { name, exact: true });

export const form: Means<World>[] = [
  types('12.35'),
  types('8,75'),
  types('0.5'),
  types('4.99'),
  types('41.20'),
  types('twelve'),
  inSight(
    'withdraws all',
    [{ type: 'all.pressed' }],
    async ({ page, world }) => {
      Object.assign(world, { typed: world.balance.replace(/0+$/, ''), error: '' });
      await button(page, 'Withdraw all').click();
    },
    isFormSeen,
  ),
  inSight(
    'presses Withdraw',
    [{ type: 'withdraw.pressed', payee }],
    async ({ page, world }) => {
      const problem = problemOf(world);
      Object.assign(
        world,
        problem
          ? { error: problem }
          : {
              ...{ error: '', amount: amountOf(world), key: null },
              ...{ shown: world.payee, shownRate: world.rate },
            },
      );
      await submit(page).click();
    },
    isFormSeen,
  ),
];

/** An amount keeps its key however often it is asked for; another one has a key of its own. */
async function confirms({ page, stand, world }: S): Promise<void> {
  world.error = '';
  await confirm(page).click();
  await stand.arrives('withdraw');
  const { key = '', input } = stand.asked.filter(({ name }) => name === 'withdraw').at(-1) ?? {};
  const paid = paidOf(world);
  const pay = paid === null ? {} : { pay: { currency: 'KES', amount: paid } };
  assert.deepEqual(input, { amount: world.amount, payee: world.shown, ...pay });
  if (world.key === null) assert(!world.usedKeys.includes(key), 'the key of another amount');
  else assert.equal(key, world.key, 'another key for the same amount');
  world.key = key;
  world.usedKeys.push(key);
}

export const dialogMeans: Means<World>[] = [
  inSight('confirms', [{ type: 'confirm.pressed' }], confirms),
  inSight('cancels', [{ type: 'cancel.pressed' }], ({ page }) =>
    dialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ),
];

const isOpen = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('confirming') ||
  snapshot.matches('submitting') ||
  snapshot.matches('repricing') ||
  ['asking', 'cancelling', 'refused'].some((pending) => snapshot.matches({ pending }));

const isDecided = (snapshot: AnyMachineSnapshot) =>
  ['editing', 'blocked', 'confirming'].some((state) => snapshot.matches(state));

const comesBack: Means<World> = {
  name: 'comes back',
  by: 'person',
  events: [{ type: 'data.outdated' }, { type: 'visibility.changed', isVisible: true }],
  when: (snapshot) => !isSeen(snapshot),
  act: async ({ page, world }) => {
    world.isAway = false;
    await tab(page, 'Withdraw').click();
  },
};

export const around: Means<World>[] = [
  comesBack,
  inSight('has read it', [{ type: 'done.pressed' }], ({ page, world }) => {
    world.request = null;
    return button(page, 'Done').click();
  }),
  inSight(
    'goes elsewhere',
    [{ type: 'visibility.changed', isVisible: false }],
    async ({ page, world }) => {
      world.isAway = true;
      await tab(page, 'Tasks').click();
    },
    (snapshot) => !isOpen(snapshot),
  ),
  inSight(
    'tries again',
    [{ type: 'retry.pressed' }],
    ({ page, world }) => {
      world.error = '';
      return button(page, 'Retry').first().click();
    },
    // without a connection the purse says so
    ({ context }) => context.failure?.kind !== 'offline',
  ),
  inSight(
    'checks again',
    [{ type: 'check.pressed' }],
    ({ page }) => button(page, 'Check again').click(),
    (snapshot) => snapshot.matches({ blocked: 'notificationsOff' }),
  ),
  ...(['granted', 'default'] as const).map((permission) =>
    inSight(
      permission === 'granted' ? 'allows notifications' : 'takes it back',
      [{ type: 'permission.changed', permission }],
      ({ context }) =>
        permission === 'granted'
          ? context.grantPermissions(['notifications'])
          : context.clearPermissions(),
      (snapshot) => snapshot.context.permission !== permission && isDecided(snapshot),
    ),
  ),
];
