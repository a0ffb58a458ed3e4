import assert from 'node:assert/strict';
import type { AnyEventObject } from 'xstate';
import type { TaskName } from '../../machines/task.machine.ts';
import { after, type Means, passes, passUntilAsked, person } from './driver.ts';
import { failing, refusedFor } from './stand.ts';
import { APP, buttonOf, earned, pays, WAITS, type World } from './task.facts.ts';

const refused = (reason: 'already_claimed' | 'unknown_task') =>
  ({ kind: 'refused', reason }) as const;

/** What becomes of a claim at once. */
const answered = (
  name: string,
  event: AnyEventObject,
  act: Means<World>['act'],
  says: NonNullable<Means<World>['says']>,
): Means<World> => ({
  name,
  by: 'network',
  events: [event],
  when: (snapshot) => snapshot.matches('claiming'),
  act,
  says,
});

export const claims = (task: TaskName) =>
  person<World>('claims', [{ type: 'claim.pressed' }], async ({ page, stand }) => {
    await buttonOf(page, task, 'Claim').click();
    await stand.arrives('claimTask');
    const { input } = stand.asked.findLast(({ name }) => name === 'claimTask') ?? {};
    assert.deepEqual(input, { task });
  });

export const isPaid = (task: TaskName) =>
  answered('is paid', { type: 'task.paid', task }, pays, earned);

export const failedClaims: Means<World>[] = [
  answered(
    'no such task',
    { type: 'task.refused', task: APP, failure: refused('unknown_task') },
    ({ stand }) => stand.answer('claimTask', failing(refusedFor('unknown_task'))),
    () => ['This task no longer exists.'],
  ),
  answered(
    'was paid on another device',
    { type: 'task.refused', task: APP, failure: refused('already_claimed') },
    ({ stand }) => stand.answer('claimTask', failing(refusedFor('already_claimed'))),
    () => [],
  ),
  answered(
    'the line breaks',
    { type: 'task.delayed', task: APP },
    ({ stand }) => stand.answer('claimTask', failing('cut')),
    () => [WAITS],
  ),
  {
    ...passes<World>('nobody answers for 15 s', 15_000, [after('claimTimeout', 'task.claiming')]),
    says: () => [WAITS],
  },
  {
    name: 'is paid late',
    by: 'network',
    events: [{ type: 'task.paid', task: APP }],
    when: (snapshot) => snapshot.matches('queued'),
    act: async (scene) => {
      await passUntilAsked<World>('claimTask', 1_000)(scene);
      const asked = scene.stand.asked.filter(({ name }) => name === 'claimTask');
      // the same attempt: it may have arrived the first time
      assert.equal(asked.at(-1)?.key, asked.at(-2)?.key);
      await pays(scene);
    },
    says: earned,
  },
];
