import type { TestDomain } from './support.ts';

interface AdValues {
  readonly title: string;
  readonly countries: readonly string[];
  readonly watch_seconds: number;
  /** 1/10,000 units, like the next three; left out: the general setting */
  readonly watch_reward: bigint;
  readonly click_reward: bigint;
  /** left out: unlimited */
  readonly budget: bigint | null;
  readonly spent: bigint;
}

/** Adds an ad. @returns its id */
export async function addAd(domain: TestDomain, values: Partial<AdValues> = {}): Promise<number> {
  const { rows } = await domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, countries,
       watch_seconds, watch_reward, click_reward, budget, spent, created_at)
     values ($1, 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, $2, $3, $4, $5, $6,
       $7, $8)
     returning ad_id`,
    [
      ...[values.title ?? 'Sea', values.countries, values.watch_seconds, values.watch_reward],
      ...[values.click_reward, values.budget, values.spent ?? 0n, domain.now()],
    ],
  );
  return Number(rows[0].ad_id);
}
