import type { TestDomain } from './support.ts';

interface AdValues {
  readonly countries: readonly string[];
  readonly watch_seconds: number;
  /** 1/10,000 units, as is the next; left out: the general setting */
  readonly watch_reward: bigint;
  readonly click_reward: bigint;
}

/** An advertisement of an operator. @returns its id */
export async function addAd(domain: TestDomain, values: Partial<AdValues> = {}): Promise<number> {
  const {
    countries = null,
    watch_seconds = null,
    watch_reward = null,
    click_reward = null,
  } = values;
  const { rows } = await domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, countries,
       watch_seconds, watch_reward, click_reward, created_at)
     values ('Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, $1, $2, $3, $4, $5)
     returning ad_id`,
    [countries, watch_seconds, watch_reward, click_reward, domain.now()],
  );
  return Number(rows[0].ad_id);
}
