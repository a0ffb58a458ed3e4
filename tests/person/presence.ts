import { tab } from '../browser/people.ts';
import { type AnyWorld, type Means, person, setVisible } from './driver.ts';

/**
 * How somebody looks at a screen and away from it: at another tab of the browser, where what was
 * not loaded stays in sight, and at another screen of the app.
 * @param screen its name in the bar of tabs
 */
export function presence<World extends AnyWorld & { isAway: boolean }>(
  screen: 'Invite' | 'Mine',
): Means<World>[] {
  const tabs = ([false, true] as const).map((isPresent) =>
    person<World>(
      isPresent ? 'looks at the tab again' : 'looks at another tab',
      [{ type: 'presence.changed', isPresent }],
      ({ page }) => setVisible(page, isPresent),
      (snapshot) => snapshot.matches('failed') && snapshot.context.isPresent !== isPresent,
    ),
  );
  return [
    ...tabs,
    person(
      'goes elsewhere',
      [{ type: 'presence.changed', isPresent: false }],
      ({ page, world }) => {
        world.isAway = true;
        return tab(page, 'Tasks').click();
      },
      ({ context, value }) => context.isPresent && value !== 'failed',
    ),
    person(
      'comes back',
      [{ type: 'data.outdated' }, { type: 'presence.changed', isPresent: true }],
      ({ page, world }) => {
        world.isAway = false;
        return tab(page, screen).click();
      },
      ({ context, value }) => !context.isPresent && value !== 'failed',
    ),
  ];
}
