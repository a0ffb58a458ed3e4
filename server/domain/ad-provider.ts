import type { Source } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import { AD_SPENT } from './ad-budgets.ts';
import { offsetOf } from './paging.ts';
import type { Texts } from './texts.ts';

/** An advertisement of a provider. Where the watch time or a reward is null, the general setting applies. */
export interface ProvidedAd {
  readonly ad_id: bigint;
  readonly title: string;
  readonly advertiser: string;
  readonly url: string;
  readonly poster: string;
  readonly target_url: string;
  readonly cta: string;
  readonly duration_ms: number;
  readonly sources: Source[];
  readonly texts: Texts;
  readonly watch_seconds: number | null;
  readonly watch_reward: bigint | null;
  readonly click_reward: bigint | null;
  /** the most that it may pay in all; null: any amount */
  readonly budget: bigint | null;
}

interface AdQuery {
  /** null: only ads without a list of countries */
  readonly country: string | null;
  /**
   * the general reward, for ads that set none, like `clickReward`; an ad is not listed when the rest of its budget is
   * below the larger of its two rewards
   */
  readonly watchReward: bigint;
  readonly clickReward: bigint;
  readonly page: number;
  readonly limit: number;
}

/** A source of advertisements; it does not decide their rewards. */
export interface AdProvider {
  /** The ads of the page, and the number of all ads, counted up to 1,000 after the page. */
  list(db: Database, query: AdQuery): Promise<{ ads: ProvidedAd[]; total: number }>;
}

const SHOWN = `disabled_at is null and (countries is null or $1 = any(countries))
  and (budget is null or budget - ${AD_SPENT} >=
    greatest(coalesce(watch_reward, $2::bigint), coalesce(click_reward, $3::bigint)))`;

/** The most ads counted after the page. */
const MAX_AFTER = 1_000;

/** The operator's own advertisements. */
export const directAds: AdProvider = {
  list: async (db, { country, watchReward, clickReward, ...paging }) => {
    const { rows } = await db.query<ProvidedAd>(
      `select * from ad where ${SHOWN} order by ad_id limit $4 offset $5`,
      [country, watchReward, clickReward, paging.limit, offsetOf(paging)],
    );
    const counted = await db.query<{ total: bigint }>(
      `select count(*) as total from (
         select from ad where ${SHOWN} order by ad_id limit $4::bigint
       ) as counted`,
      [country, watchReward, clickReward, offsetOf(paging) + paging.limit + MAX_AFTER],
    );
    return { ads: rows, total: Number(counted.rows[0]?.total ?? 0) };
  },
};
