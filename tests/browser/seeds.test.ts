import { beforeAll, expect, test } from 'vitest';
import { info, rewardLogs, videoList } from '../../contract/calls.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { volume } from '../volume.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { ask, configure, registerWelcomed, tab } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { runConcurrently } from './run-concurrently.ts';
import { Phone } from './seeds.phone.ts';
import { inMs, networks, type Step, stepsOf } from './seeds.steps.ts';

/**
 * Random walks of a phone: broken networks, killed processes, wrong clocks, several windows.
 * `SEEDS=1-200` runs these seeds, `SEEDS=7` only that seed.
 */
const { SEEDS = `1-${volume(2, 1)}` } = process.env;
const [first = 1, last = first] = SEEDS.split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0', 'video.watch_seconds': '1' });
});

/** Longer than a clip needs to earn its reward. */
const WATCH_MS = 2_500;

async function take(phone: Phone, proxy: FaultProxy, step: Step): Promise<void> {
  switch (step.type) {
    case 'watch':
      await phone.page.waitForTimeout(WATCH_MS);
      break;
    case 'next':
      await phone.page.keyboard.press('ArrowDown');
      break;
    case 'network':
      proxy.decide((_path, { method = 'GET' }) => networks[step.network](method));
      break;
    case 'kill':
      await phone.kill();
      break;
    case 'reload':
      await phone.reload();
      break;
    case 'clock':
      await phone.setClock(inMs(step.byHours));
      break;
    case 'open window':
      await phone.openWindow();
      break;
    case 'close window':
      await phone.closeWindow();
      break;
    case 'open Mine':
      await tab(phone.page, 'Mine').click();
      break;
    case 'open the feed':
      await tab(phone.page, 'Short video').click();
  }
}

/** Mine reports the queued claims, if there are any. */
async function expectTold(phone: Phone): Promise<void> {
  if ((await phone.claims()).length === 0) return;
  await tab(phone.page, 'Mine').click();
  // the queue may be sent meanwhile
  await expect
    .poll(
      async () =>
        (await phone.claims()).length === 0 ||
        (await phone.page.getByText('Waiting to be sent').first().isVisible()),
      { timeout: 25_000 },
    )
    .toBe(true);
}

/** The number of this member's rewards by the title of the clip. */
async function rewardsOf(token: string): Promise<Map<string, number>> {
  const { list } = await ask(product, token, rewardLogs, { page: 1, limit: 50, type: 'video' });
  const counts = new Map<string, number>();
  for (const { detail } of list) counts.set(detail, (counts.get(detail) ?? 0) + 1);
  return counts;
}

/** Each earned reward is paid exactly once, and the app shows the server's balance. */
async function expectPaid(phone: Phone, { token }: UserInfo): Promise<void> {
  await expect.poll(() => phone.claims(), { timeout: 25_000 }).toEqual([]);
  const { list: clips } = await ask(product, token, videoList, { page: 1, limit: 50 });
  const rewards = await rewardsOf(token);
  const earned = [...phone.seen.values()].filter(({ call }) => call === 'record');
  for (const { itemId } of earned) {
    const title = clips.find(({ id }) => id === itemId)?.title ?? '';
    expect({ title, rewards: rewards.get(title) }).toEqual({ title, rewards: 1 });
  }
  expect([...rewards.values()].every((count) => count === 1)).toBe(true);
  await tab(phone.page, 'Mine').click();
  const purse = phone.page.getByRole('region', { name: 'Available balance' });
  // another clip may have been paid before Mine opened
  const isShown = async () => {
    const { userInfo } = await ask(product, token, info, {});
    return purse
      .getByText(userInfo.balance.replace(/(\.\d\d)\d*$/, '$1'))
      .first()
      .isVisible();
  };
  await expect.poll(isShown, { timeout: 25_000 }).toBe(true);
  expect((await product.operator('ledger', 'verify')).status).toBe(0);
}

async function live(seed: number): Promise<void> {
  const user = await registerWelcomed(product);
  const proxy = await startFaultProxy(product.url);
  const phone = new Phone(proxy.url, user.token);
  const steps = stepsOf(seed);
  try {
    await phone.start();
    await phone.install();
    for (const step of steps) {
      await take(phone, proxy, step);
      await phone.expectAlive();
      await phone.claims();
    }
    await expectTold(phone);
    proxy.all('passed');
    await expectPaid(phone, user);
  } catch (error) {
    throw new Error(`seed ${seed}: ${JSON.stringify(steps)}`, { cause: error });
  } finally {
    await phone.stop();
    await proxy.close();
  }
}

/** The number of seeds that run concurrently, because half of each run is waiting. */
const AT_ONCE = 3;
const lots = Array.from({ length: Math.ceil(seeds.length / AT_ONCE) }, (_, index) => ({
  lot: seeds.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
}));

test.each(lots)(
  'seeds $lot: each reward is paid once, queued claims are reported, and no page is blank',
  async ({ lot }) => {
    await runConcurrently(lot, live);
  },
  180_000,
);
