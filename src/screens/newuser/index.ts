import { savesData } from '../../app/actors/clip-loading.actors.ts';
import { provideLanding } from '../../app/actors/landing.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './newuser-screen.tsx';

export const starts: Starts = (effects, { idPrefix }) => [
  {
    id: 'landing',
    logic: provideLanding(effects),
    readInput: () => ({ idPrefix, waitsForTap: savesData(effects) }),
  },
];
