import { count, flag } from './settings.kinds.ts';

/** The order of the feed: docs/feed.md. */
export const feedSettings = {
  'feed.personal': flag(
    true,
    'each member sees clips in an order of their own; false: everybody sees the same order',
  ),
  'feed.new_every': count(
    5,
    100,
    'one place in this number of places of the feed is for new and rarely shown clips; 0: no place',
  ),
  'feed.new_days': count(7, 365, 'days for which a clip is new'),
  'feed.trial_showings': count(
    100,
    100_000,
    'showings after which a clip no longer counts as rarely shown',
  ),
  'feed.prior_showings': count(
    20,
    100_000,
    'showings with average results that the server adds to each clip, so that a few people do not decide its place',
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
    'in this number of consecutive places an author has only one, if there are other authors; 0: no limit',
  ),
  'feed.break_after_minutes': count(
    30,
    1_440,
    'minutes of watching in a row after which the app proposes a break; 0: never',
  ),
} as const;
