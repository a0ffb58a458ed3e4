import { count, flag } from './settings.kinds.ts';

/** The order of the feed: docs/feed.md. */
export const feedSettings = {
  'feed.personal': flag(true, 'an order for each member; false: everybody sees the same one'),
  'feed.new_every': count(
    5,
    100,
    'one of so many places of the feed is for new and rarely shown clips; 0: none',
  ),
  'feed.new_days': count(7, 365, 'days for which a clip is new'),
  'feed.trial_showings': count(
    100,
    100_000,
    'showings after which a clip is not called rarely shown any more',
  ),
  'feed.prior_showings': count(
    20,
    100_000,
    'showings as of the average clip that are added to those of each clip, so that few people do not judge it',
    1,
  ),
  'feed.spread': count(
    20,
    100,
    'places by which chance moves a clip up or down in a member’s order of the day',
  ),
  'feed.author_gap': count(
    5,
    20,
    'of so many places that follow each other an author has one, where there are other authors; 0: any',
  ),
  'feed.break_after_minutes': count(
    30,
    1_440,
    'minutes of watching in a row after which the app proposes a break; 0: never',
  ),
} as const;
