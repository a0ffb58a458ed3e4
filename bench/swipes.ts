import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { countFrom, countsFrom } from '../scripts/usage.ts';
import { foldersOf, SOCKET_PORT } from '../server/database/embedded/folders.ts';
import { CLIPS_FOLDER } from '../server/demo/seed.ts';
import { type Random, randomOf } from './farm/random.ts';
import { withPages } from './pages.ts';
import { type Sent, slowCpu, startSlowConnection } from './slow-connection.ts';
import { type Stage, watchStage } from './swipes.page.ts';

const SWIPES = countFrom('BENCH_SWIPES', 100);
/** Bits a second. */
const LINES = countsFrom('BENCH_LINES', [1600000, 400000]);
/** Copies of each clip, so that nobody reaches the end of the feed. */
const COPIES = 12;
const START_MS = 100;
const BLACK_MS = 1_000;

/** Milliseconds on a clip: free swipers leave at any time, earners stay until the reward. */
const people = {
  'swiping freely': [800, 6_000],
  'watching to the reward': [5_500, 7_500],
} as const;
type Habit = keyof typeof people;

interface Swipe {
  /** from the touchend until the next clip plays; negative: it played earlier; null: not before the next swipe */
  readonly startMs: number | null;
  /** longest time with neither a frame nor the poster */
  readonly blackMs: number;
}

/** Copies the clips under other URLs, so that each is fetched again. */
async function copyClips(dataDir: string): Promise<void> {
  const { socket } = foldersOf(dataDir);
  const client = new pg.Client({
    host: socket,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'clipurse',
  });
  await client.connect();
  try {
    await client.query(
      `insert into video (title, author, url, poster, width, height, duration_ms, sources, created_at)
       select title, author, url || '?' || copy, poster || '?' || copy, width, height, duration_ms,
         (select jsonb_agg(source || jsonb_build_object('url', source ->> 'url' || '?' || copy))
          from jsonb_array_elements(sources) source),
         created_at
       from video, generate_series(2, $1::int) copy`,
      [COPIES],
    );
  } finally {
    await client.end();
  }
}

const stageOf = (page: Page): Promise<Stage> =>
  page.evaluate(() => (globalThis as unknown as { stage: Stage }).stage);

/** Swipes up with one finger. */
async function swipe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }],
    });
  await touch('touchStart', 640);
  for (let y = 585; y >= 200; y -= 55) {
    await touch('touchMove', y);
    await page.waitForTimeout(16);
  }
  await touch('touchEnd', 200);
  await session.detach();
}

async function swipeOften(page: Page, habit: Habit, random: Random): Promise<Swipe[]> {
  const [shortest, longest] = people[habit];
  const swipes: Swipe[] = [];
  await page.waitForTimeout(longest);
  for (let count = 0; count < SWIPES; count += 1) {
    await swipe(page);
    await page.waitForTimeout(shortest + random.next() * (longest - shortest));
    const { playingAt, current, liftedAt, blackMs } = await stageOf(page);
    const at = playingAt[current];
    swipes.push({ startMs: at === undefined ? null : at - liftedAt, blackMs });
  }
  return swipes;
}

const sizeOf = (path: string) =>
  statSync(join(CLIPS_FOLDER, basename(path.split('?')[0] ?? ''))).size;

/** The share of all bytes of clips that were fetched twice, or belong to clips without a visible frame. */
function unseenShare(sent: readonly Sent[], shown: readonly string[]): number {
  const bytes = new Map<string, number>();
  for (const { path, bytes: count } of sent) {
    if (path.includes('.mp4')) bytes.set(path, (bytes.get(path) ?? 0) + count);
  }
  const all = [...bytes.values()].reduce((sum, count) => sum + count, 0);
  const seen = [...bytes]
    .filter(([path]) => shown.some((url) => url.endsWith(path)))
    .reduce((sum, [path, count]) => sum + Math.min(count, sizeOf(path)), 0);
  return 1 - seen / all;
}

async function measure(
  browser: Browser,
  address: string,
  line: number,
  habit: Habit,
  seed: number,
) {
  const { url, sent, close } = await startSlowConnection(address, line);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await slowCpu(page);
    await page.addInitScript(watchStage);
    await page.goto(url, { waitUntil: 'commit' });
    const swipes = await swipeOften(page, habit, randomOf(seed, habit));
    const { shown } = await stageOf(page);
    return { swipes, unseen: unseenShare(sent, shown) };
  } finally {
    await context.close();
    close();
  }
}

/** Measures swipes on a slow phone at two speeds of the line: starts, black screens, and wasted bytes. */
export const benchSwipes = ({ seed }: { seed: number }): Promise<void> =>
  withPages(async (browser, address, dataDir) => {
    await copyClips(dataDir);
    for (const line of LINES) {
      for (const habit of Object.keys(people) as Habit[]) {
        const { swipes, unseen } = await measure(browser, address, line, habit, seed);
        const inTime = swipes.filter(({ startMs }) => startMs !== null && startMs <= START_MS);
        const black = swipes.filter(({ blackMs }) => blackMs > BLACK_MS);
        console.log(`${line / 1_000_000} Mbps, ${habit}: of ${swipes.length} swipes`);
        console.log(`  ${inTime.length} start within ${START_MS} ms`);
        console.log(`  ${black.length} are black for more than ${BLACK_MS / 1_000} s`);
        console.log(`  clips nobody saw: ${(100 * unseen).toFixed(1)}% of the clips' bytes`);
      }
    }
  });
