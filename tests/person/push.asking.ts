import type { Permission } from '../../machines/push/model.ts';
import { tab } from '../browser/people.ts';
import { after, done, failed, type Means, person, sleeps } from './driver.ts';
import { expectKept, isIn, network, restored, type World } from './push.facts.ts';
import { answerQuestion, setPermission } from './push.phone.ts';
import { BELL, buttonOf, starts } from './task.facts.ts';

const press =
  (name: string): Means<World>['act'] =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).click();
const changed = (permission: Permission) => ({ type: 'permission.changed', permission });

/** What was kept is looked for under the first permission alone. */
export const allows = (isSetUp = true): Means<World> =>
  person(
    'allows them in the settings',
    [changed('granted'), restored({ isSetUp })],
    ({ page }) => setPermission(page, 'granted'),
    isIn('default', 'denied'),
  );

const DENIED = 'Notifications were not allowed.';
const BROKEN = 'Something went wrong with notifications. Please try again.';
const says = (answer: Permission, name: string, words: string[] = []): Means<World> => ({
  ...person<World>(
    name,
    [done('askPermission', answer), restored()],
    ({ page }) => answerQuestion(page, answer),
    (snapshot) => snapshot.matches('asking') && snapshot.context.permission !== 'granted',
  ),
  says: () => words,
});

export const asking: Means<World>[] = [
  person(
    'presses the button',
    [{ type: 'enable.pressed', asker: 'reminder' }],
    press('Enable notifications'),
    (snapshot) =>
      snapshot.matches('default') ||
      (snapshot.matches({ asking: 'unanswered' }) && snapshot.context.permission !== 'granted'),
  ),
  says('granted', 'says yes'),
  says('denied', 'says no', [DENIED]),
  says('default', 'puts the question away', [DENIED]),
  {
    ...network(
      'the browser does not ask',
      [failed('askPermission', new TypeError('only after a touch'))],
      ({ page }) => answerQuestion(page, null),
      (snapshot) => snapshot.matches('asking') && snapshot.context.permission !== 'granted',
    ),
    says: () => [BROKEN],
  },
  sleeps('overlooks the question for 3 s', 3_000, [
    after('answerTimeout', 'push.asking.answering'),
  ]),
  {
    ...sleeps<World>('overlooks it for 5 minutes', 297_000, [
      after('personTimeout', 'push.asking'),
      restored(),
    ]),
    when: (snapshot) => snapshot.matches({ asking: 'unanswered' }),
  },
  person(
    'says yes, and the page is told of the permission first',
    [changed('granted')],
    ({ page }) => setPermission(page, 'granted'),
    (snapshot) => snapshot.matches('asking') && snapshot.context.permission !== 'granted',
  ),
  {
    ...person<World>(
      'takes it back',
      [changed('default')],
      async (scene) => {
        await setPermission(scene.page, 'default');
        await expectKept(scene, null);
      },
      isIn('fetching', 'synced', 'failed', 'waiting'),
    ),
  },
];

/** The card of the task asks too, where the page about notifications has no button. */
const asks: Means<World>['act'] = ({ page }) => buttonOf(page, BELL, starts[BELL]).click();
const ENABLE = [{ type: 'enable.pressed', asker: 'tasks' }];
const NEEDED = 'Notifications must be allowed for this.';

export const onTasks: Means<World>[] = [
  person('asks on Tasks', ENABLE, asks, isIn('denied')),
  {
    ...person<World>(
      'is refused again',
      [done('askPermission', 'denied')],
      ({ page, world }) => {
        world.isHelped = true;
        return answerQuestion(page, 'denied');
      },
      isIn('asking'),
    ),
    says: () => [NEEDED],
  },
];

export const unsupportedOnTasks: Means<World> = {
  ...person<World>(
    'asks on Tasks, and goes back',
    ENABLE,
    async (scene) => {
      const { page } = scene;
      await tab(page, 'Tasks').click();
      await asks(scene);
      await page.goBack();
    },
    ({ context }) => context.hasUser,
  ),
  says: () => [NEEDED],
};
