import { failed, type Means } from './driver.ts';
import { OFFLINE } from './facts.ts';
import { failing } from './stand.ts';
import { quiet, SLOW } from './withdrawal.answers.ts';
import { isRepricing, type World } from './withdrawal.facts.ts';

/** The rate has changed since it was shown, and the new one is not heard of. */
export const repricing: Means<World>[] = [
  {
    name: 'the new rate does not come',
    by: 'network',
    events: [failed('loadTerms', { kind: 'offline' })],
    when: isRepricing,
    act: quiet(async ({ stand, world }) => {
      Object.assign(world, { error: OFFLINE, key: null, isRepriced: false });
      await stand.answer('withdrawConfig', failing('cut'));
    }),
    says: () => [OFFLINE],
  },
  {
    name: 'the new rate takes too long',
    by: 'clock',
    events: [failed('loadTerms', { kind: 'timeout' })],
    when: isRepricing,
    act: async ({ pass, world }) => {
      Object.assign(world, { error: SLOW, key: null, isRepriced: false });
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];
