import type { AnyMachineSnapshot } from 'xstate';
import { failed, type Means } from './driver.ts';
import { OFFLINE, payee } from './facts.ts';
import { failing } from './stand.ts';
import { quiet, SLOW } from './withdrawal.answers.ts';
import { isCameBack, isResending, otherPayee, requests, type World } from './withdrawal.facts.ts';
import { inSight } from './withdrawal.person.ts';

/** Nobody has begun to correct it: what the person set before is still set. */
const isFaulty = ({ context: { faulty, withdrawal } }: AnyMachineSnapshot) =>
  faulty === null && withdrawal !== null && isCameBack(withdrawal.step);

/** What somebody does whose last withdrawal failed on another day. */
export const opens: Means<World> = inSight(
  'opens the one that failed',
  [{ type: 'ended.opened', withdrawal: requests.failed }],
  ({ page, world }) => {
    world.request = requests.failed;
    return page.getByRole('button', { name: 'Correct and send again' }).click();
  },
  // it is the newest until there is another one; before anything was told, the list waits
  ({ context }) => context.attempt === 0 && context.terms !== null,
);

/** What somebody does whose money came back. */
export const again: Means<World>[] = [
  {
    ...inSight(
      'corrects where it goes',
      // what is saved makes the terms old
      [{ type: 'correction.pressed', payee }, { type: 'data.outdated' }],
      async ({ page }) => {
        await page.getByRole('button', { name: 'Correct withdrawal info' }).click();
        await page.getByLabel('Recipient name').fill(otherPayee.recipient_name);
        await page.getByLabel('Account').fill('eva@example.com');
        await page.getByRole('button', { name: 'Save' }).click();
      },
      isFaulty,
    ),
    says: () => ['Saved.'],
  },
  inSight(
    'sends it again',
    [{ type: 'again.pressed', payee: otherPayee }],
    async ({ page, world }) => {
      const { request } = world;
      const amount = request?.amount.replace(/0+$/, '') ?? '';
      Object.assign(world, { isResent: true, typed: amount, amount, error: '' });
      world.shown = world.payee;
      await page.getByRole('button', { name: 'Send again' }).click();
    },
    ({ context }) => context.faulty !== null,
  ),
  {
    name: 'the terms to send it again do not come',
    by: 'network',
    events: [failed('loadTerms', { kind: 'offline' })],
    when: isResending,
    act: quiet(async ({ stand, world }) => {
      world.isResent = false;
      await stand.answer('withdrawConfig', failing('cut'));
    }),
    says: () => [OFFLINE],
  },
  {
    name: 'the terms to send it again take too long',
    by: 'clock',
    events: [failed('loadTerms', { kind: 'timeout' })],
    when: isResending,
    act: async ({ pass, world }) => {
      world.isResent = false;
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];
