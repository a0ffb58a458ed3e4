import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { AppConfig } from '../../contract/app-config.ts';
import { Figures, UsersRewarded } from '../../src/screens/install/figures.tsx';
import { Preview } from '../../src/screens/install/preview.tsx';
import { renderText } from './render.tsx';

/** The figures from the operator's settings that a page of the app shows. */
function claimed(view: () => unknown, marketing: Partial<AppConfig['marketing']>) {
  const config = { context: { value: { marketing }, failure: null } };
  const words = renderText(createElement(view as typeof Figures), { config });
  return words.replace(/[\u2068\u2069]/g, '');
}

test.each([
  [{}, 'To install Free'],
  [{ withdrawal_time: '24 hours' }, 'To install Free'],
  [{ age_rating: '12+' }, 'Age rating 12+ To install Free'],
  [{ downloads: '2M+' }, 'Downloads 2M+ To install Free'],
  [{ rating: '4.8' }, 'Rating 4.8 To install Free'],
  [{ ratings: '12K' }, 'Ratings 12K To install Free'],
  [{ rating: '4.8', ratings: '12K' }, '12K ratings 4.8 To install Free'],
  [{ rating: '4.8', demo: false }, 'Rating 4.8 To install Free'],
  [{ rating: '4.8', demo: true }, 'Demo data Rating 4.8 To install Free'],
  [{ ratings: '12K', demo: true }, 'Demo data Ratings 12K To install Free'],
  [{ downloads: '2M+', demo: true }, 'Demo data Downloads 2M+ To install Free'],
  [{ age_rating: '12+', demo: true }, 'Demo data Age rating 12+ To install Free'],
  // the price is not a figure of the demo
  [{ users_rewarded: '3K', demo: true }, 'To install Free'],
])('a figure is shown only if the operator claims it: %o', (claims, words) => {
  expect(claimed(Figures, claims)).toBe(words);
});

test.each([
  [{}, ''],
  [{ users_rewarded: '3K' }, '3K users rewarded'],
  [{ users_rewarded: '3K', demo: true }, '3K users rewarded Demo data'],
  [{ rating: '4.8', demo: true }, ''],
])('the number of rewarded users is shown only if the operator claims it: %o', (claims, words) => {
  expect(claimed(UsersRewarded, claims)).toBe(words);
});

test('the preview lists only the ways to earn that have a reward', () => {
  const rewards = {
    ...{ registration: '1.0000', invite: '0.0000', share: '0.0500' },
    ...{ download_app: '0.0000', notification: '0.2000' },
  };
  const known = (value: unknown) => ({ context: { value, failure: null } });
  const words = renderText(createElement(Preview), {
    config: known({ rewards }),
    sampleClip: known(null),
  });
  expect(words).toContain('Register +1.00 Share once a day +0.05 More ways to earn');
});

test('the preview shows the sample clip with its title and its author', () => {
  const clip = { title: 'Koi', author: 'The pond', poster: '/koi.webp', reward: '0.0500' };
  const words = renderText(createElement(Preview), {
    config: { context: { value: null, failure: null } },
    sampleClip: { context: { value: clip, failure: null } },
  });
  expect(words).toMatch(/^\+0\.05 Koi The pond Watch and earn /);
});
