import { startClipLoading } from '../../app/actors/clip-loading.actors.ts';
import { startCorrections } from '../../app/actors/corrections.actors.ts';
import { startDataUsed } from '../../app/actors/data-used.actors.ts';
import { startInstall } from '../../app/actors/install.actors.ts';
import { provideEarnings, provideRewards } from '../../app/actors/mine.actors.ts';
import { startTheme } from '../../app/actors/theme.actors.ts';
import { startWithdrawInfo } from '../../app/actors/withdraw.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './mine-screen.tsx';

export const starts: Starts = (effects, input) => [
  startClipLoading(effects, input),
  startCorrections(effects, input),
  startDataUsed(effects, input),
  startInstall(effects, input),
  startTheme(effects, input),
  startWithdrawInfo(effects, input),
  { id: 'rewards', logic: provideRewards(effects) },
  { id: 'earnings', logic: provideEarnings(effects) },
];
