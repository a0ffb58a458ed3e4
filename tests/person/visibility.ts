import { tab } from '../browser/people.ts';
import { type AnyWorld, type Means, person, setVisible, untilAsked } from './driver.ts';

/** What each screen asks for. */
const calls = { Invite: 'invitedUsers', Mine: 'rewardLogs', Tasks: 'taskList' } as const;

/**
 * How somebody looks at a screen and away from it: at another tab of the browser, where what was
 * not loaded stays in sight, and at another screen of the app.
 * @param screen its name in the bar of tabs
 */
export function visibility<World extends AnyWorld & { isAway: boolean }>(
  screen: keyof typeof calls,
): Means<World>[] {
  const tabs = ([false, true] as const).map((isVisible) =>
    person<World>(
      isVisible ? 'looks at the tab again' : 'looks at another tab',
      [{ type: 'visibility.changed', isVisible }],
      ({ page }) => setVisible(page, isVisible),
      (snapshot) => snapshot.matches('failed') && snapshot.context.isVisible !== isVisible,
    ),
  );
  return [
    ...tabs,
    person(
      'goes elsewhere',
      [{ type: 'visibility.changed', isVisible: false }],
      ({ page, world }) => {
        world.isAway = true;
        return tab(page, screen === 'Tasks' ? 'Mine' : 'Tasks').click();
      },
      ({ context, value }) => context.isVisible && value !== 'failed',
    ),
    person(
      'comes back',
      [{ type: 'data.outdated' }, { type: 'visibility.changed', isVisible: true }],
      ({ page, stand, world }) => {
        world.isAway = false;
        // what was asked for before may not be known to be given up: the next answer is not its
        return untilAsked(stand, calls[screen], () => tab(page, screen).click());
      },
      ({ context, value }) => !context.isVisible && value !== 'failed',
    ),
  ];
}
