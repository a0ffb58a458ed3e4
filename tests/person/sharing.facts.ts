import { vi } from 'vitest';
import { type AnyWorld, type Scene, setVisible } from './driver.ts';

/** What of a world every driver of shares needs. */
export interface SharingWorld extends AnyWorld {
  /** the day's first share is rewarded, others are counted */
  hasShared: boolean;
}

/** How long a toast is shown: the same words would not be said again meanwhile. */
export const TOAST_MS = 2_100;

/** Not what the configuration says of a share. */
export const shareReward = { reward: '0.1900', balance: '41.0300' };

/** What somebody is told who comes back from a share. */
export const shareWords = ({ hasShared }: SharingWorld) =>
  hasShared ? 'Share counted.' : '+0.19 for sharing';

/** Lets moments of the page's time pass until it is so. */
export const until = ({ pass }: Scene<AnyWorld>, isSo: () => Promise<boolean>) =>
  vi.waitUntil(() => pass(50).then(isSo), { timeout: 10_000, interval: 10 });

/** Presses a button that may come late, a moment of the page's time after what draws it. */
export async function pressLate(scene: Scene<AnyWorld>, name: string): Promise<void> {
  const button = scene.page.getByRole('button', { name, exact: true });
  await until(scene, () => button.isVisible());
  await button.click();
}

/** Copies the link by the button that is there, and is away for long enough to have sent it. */
export async function shareByCopy(scene: Scene<SharingWorld>): Promise<void> {
  const { page, pass, world } = scene;
  await pressLate(scene, 'Copy link');
  await page.getByText('The link is copied').waitFor();
  await setVisible(page, false);
  await pass(5_000);
  await setVisible(page, true);
  await pass(200);
  world.hasShared = true;
}
