import { answers, user } from './facts.ts';
import { type SharingWorld, shareReward } from './sharing.facts.ts';

export type Place = 'invite' | 'tasks';

export interface World extends SharingWorld {
  place: Place;
  /** when the page was left, by its own time */
  leftMs: number;
}

export const LINK = `/newuser?invite_code=${user.invite_code}`;

export const begin = (place: Place) => (): World => ({
  answers: answers({ claimShareReward: () => shareReward }),
  hasShared: false,
  place,
  leftMs: 0,
});

export const sheetOf = (hint: string, copy: string) =>
  [
    'Share with friends You earn a bonus for every friend who joins with your link.',
    ...(hint ? [hint] : []),
    `${copy} Share Close`,
  ].join(' ');

export type Where = 'sending' | 'sent' | 'watching';
export const places: Where[] = ['sending', 'sent', 'watching'];

export const NOT_SHARED = 'Sharing failed or was cancelled.';

export const isIn = (state: string) => (snapshot: { value: unknown }) =>
  places.some((where) => JSON.stringify(snapshot.value) === JSON.stringify({ [where]: state }));
export const isPresent = isIn('present');
