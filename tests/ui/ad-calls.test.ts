import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { AdPage } from '../../machines/ads.machine.ts';
import { provideAds } from '../../src/app/actors/ads.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

/** A fake server that records its requests; the first `seen` ads were watched today, or only clicked. */
function server(count: number, seen: number, every = 3, isWatched = true) {
  const asked: unknown[] = [];
  const rules = { every_n_videos: every };
  const all = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    watched_today: isWatched && index < seen,
    clicked_today: index < seen,
  }));
  const api = async (
    { path }: { path: string },
    query: { page: number; limit: number },
    { signal }: { signal?: AbortSignal },
  ) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    if (path === '/api/ad/getDisplayRules') return rules;
    asked.push(query);
    const { page, limit } = query;
    return { list: all.slice((page - 1) * limit, page * limit), total: count };
  };
  const country = async () => 'DE';
  const effects = { api, country } as unknown as Effects;
  const logic = provideAds(effects).implementations.actors.loadAds as AnyActorLogic;
  const load = (own: string | null): Promise<AdPage> =>
    toPromise(createActor(logic, { input: { country: own } }).start());
  return { asked, load };
}

const page = (number: number, country = 'DE') => ({ page: number, limit: 20, country });

test.each([
  [20, 0, [page(1)], true],
  [21, 0, [page(1)], false],
  [21, 20, [page(1), page(2)], true],
  [60, 19, [page(1)], false],
  [20, 20, [page(1)], true],
])(
  'only the needed pages are requested: %i advertisements, %i of them seen',
  async (count, seen, pages, isComplete) => {
    const { asked, load } = server(count, seen);
    const answer = await load(null);
    expect([asked, answer.isComplete]).toEqual([pages, isComplete]);
  },
);

test('an advertisement that was clicked but not watched today is still shown', async () => {
  const { asked, load } = server(21, 20, 3, false);
  expect((await load(null)).ads).toHaveLength(20);
  expect(asked).toEqual([page(1)]);
});

test('the member’s country takes precedence over the browser’s', async () => {
  const { asked, load } = server(1, 0);
  await load('FR');
  expect(asked).toEqual([page(1, 'FR')]);
});

test('advertisements are not requested if the rules show none', async () => {
  const { asked, load } = server(20, 0, 0);
  expect(await load(null)).toEqual({ rules: { every_n_videos: 0 }, ads: [], isComplete: true });
  expect(asked).toEqual([]);
});
