import { startConfig } from '../../app/actors/config.actors.ts';
import { provideSampleClip, startInstall } from '../../app/actors/install.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './install-screen.tsx';

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  startInstall(effects, input),
  { id: 'sampleClip', logic: provideSampleClip(effects) },
];
