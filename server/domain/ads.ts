import type * as calls from '../../contract/calls.ts';
import { sourceLanguage } from '../../contract/languages.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Ad } from '../../contract/shapes.ts';
import { serverWords } from '../words/source.ts';
import { say } from '../words/words.ts';
import { directAds, type ProvidedAd } from './ad-provider.ts';
import type { Caller, Context, Handler } from './context.ts';
import { publicMediaUrl } from './media-addresses.ts';
import { pageOf } from './paging.ts';
import { DAY_BEGAN, SERVED_ANEW } from './progress.ts';
import { translateRow } from './texts.ts';
import { utcDay } from './time.ts';
import { sourcesOf } from './videos.ts';

const provider = directAds;

interface TodayRow {
  readonly ad_id: bigint;
  readonly action: 'watch' | 'click';
}

/**
 * Records when each of these ads was first served to this user today.
 * @returns what the user did with them today
 */
async function recordServed(
  { db, now }: Context,
  { userId }: Caller,
  ads: readonly ProvidedAd[],
): Promise<TodayRow[]> {
  const { rows } = await db.query<TodayRow>(
    `with newly_served as (
       insert into served (user_id, kind, item_id, first_at)
       select $1, 'ad', item_id, $3 from unnest($4::bigint[]) as item_id
       where not exists (
         select from served
         where user_id = $1 and kind = 'ad' and served.item_id = item_id.item_id
           and first_at >= ${DAY_BEGAN}
       ) ${SERVED_ANEW}
     )
     select ad_id, action from ad_rewarded
     where user_id = $1 and day = $2 and ad_id = any($4)`,
    [userId, utcDay(now), now, ads.map(({ ad_id }) => ad_id)],
  );
  return rows;
}

/** Default that `ads add` stores for the button's text: it is translated into every language. */
const LEARN_MORE = serverWords['ad.learn_more'].text;

function toAd(
  of: ProvidedAd,
  { settings, visitor, site }: Context,
  today: readonly TodayRow[],
): Ad {
  const ad = translateRow(visitor.language, of);
  const did = (action: TodayRow['action']) =>
    today.some((row) => row.ad_id === ad.ad_id && row.action === action);
  return {
    id: Number(ad.ad_id),
    title: ad.title,
    advertiser: ad.advertiser,
    url: publicMediaUrl(site.mediaUrl, ad.url),
    poster: publicMediaUrl(site.mediaUrl, ad.poster),
    target_url: ad.target_url,
    cta: ad.cta === LEARN_MORE ? say(visitor.language ?? sourceLanguage, 'ad.learn_more') : ad.cta,
    duration_ms: ad.duration_ms,
    watch_seconds: ad.watch_seconds ?? settings.get('ad.watch_seconds'),
    watch_reward: formatMoney(ad.watch_reward ?? settings.get('ad.watch_reward')),
    click_reward: formatMoney(ad.click_reward ?? settings.get('ad.click_reward')),
    watched_today: did('watch'),
    clicked_today: did('click'),
    ...sourcesOf(ad, site),
  };
}

export const getAdList: Handler<typeof calls.getAdList> = async (context, caller, input) => {
  const { db, settings, visitor } = context;
  const { ads, total } = await provider.list(db, {
    ...input,
    country: input.country ?? visitor.country,
    watchReward: settings.get('ad.watch_reward'),
    clickReward: settings.get('ad.click_reward'),
  });
  const today = caller ? await recordServed(context, caller, ads) : [];
  return pageOf(
    input,
    ads.map((ad) => toAd(ad, context, today)),
    total,
  );
};

export const getDisplayRules: Handler<typeof calls.getDisplayRules> = async ({ settings }) => ({
  every_n_videos: settings.get('ad.every_n_videos'),
  countdown_seconds: settings.get('ad.watch_seconds'),
  skippable_after_seconds: settings.get('ad.skippable_after_seconds'),
});
