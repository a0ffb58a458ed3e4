import { corrections } from '../../../contract/withdraw.calls.ts';
import type { Correction } from '../../../machines/app/resources.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideList } from './list.actors.ts';

/** The operator's corrections of the balance, for the Withdraw and the Mine screen. */
const provideCorrections = ({ api }: Effects) =>
  provideList<Correction>({ load: (paging, signal) => api(corrections, paging, { signal }) });

export const startCorrections: Start = (effects) => ({
  id: 'corrections',
  logic: provideCorrections(effects),
});
