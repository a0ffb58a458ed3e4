import { lateLives } from '../late-claims.ts';
import type { Opponent } from '../opponent.ts';

export const patient: Opponent = {
  name: 'patient',
  about: 'like "late", but once a week',
  goal: 'takes little',
  play: (stage) => ({ lives: lateLives(stage, { name: 'patient', days: 7 }) }),
};
