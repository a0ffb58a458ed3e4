import { fromCallback } from 'xstate';
import type { FeedEvent } from '../../../machines/feed.context.ts';
import type { Effects } from '../effects.ts';
import type { News } from '../news.ts';

/** What a claim that came through, or did not, means to the feed's counts. */
function countOf(news: News): FeedEvent | null {
  if (news.type !== 'claim.paid' && news.type !== 'claim.refused') return null;
  const { call, itemId } = news.claim;
  const deed = call === 'watchAdReward' ? 'watch' : 'click';
  if (news.type === 'claim.paid') {
    return call === 'record'
      ? { type: 'clip.paid', videoId: itemId, answer: news.answer }
      : { type: 'ad.earned', adId: itemId, deed };
  }
  const { failure } = news;
  if (failure.kind !== 'refused' || failure.reason !== 'daily_limit_reached') return null;
  return call === 'record' ? { type: 'clip.limitReached' } : { type: 'ad.limitReached', deed };
}

/** What the feed hears from others of the app. */
export function feedListeners({ news, awaitedClaims }: Effects) {
  const listen = (hear: (item: News) => FeedEvent | null) =>
    fromCallback(({ sendBack }) =>
      news.subscribe((item) => {
        const event = hear(item);
        if (event) sendBack(event);
      }),
    );
  return {
    watchShares: listen(({ type }) => (type === 'share.counted' ? { type } : null)),
    watchDay: listen(({ type }) => (type === 'day.began' ? { type } : null)),
    watchLimit: listen((item) =>
      item.type === 'push.received' && item.kind === 'daily_limit'
        ? { type: 'limit.changed' }
        : null,
    ),
    // a clip that waits for its claim tells the feed itself
    watchClaims: listen((item) =>
      'claim' in item && !awaitedClaims.has(item.claim.id) ? countOf(item) : null,
    ),
  };
}
