import { corrections } from '../../../contract/withdraw.calls.ts';
import type { Correction } from '../../../machines/app/resources.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideList } from './list.actors.ts';

/** What the operator gave or took afterwards: the Withdraw and the Mine screen show it. */
const provideCorrections = ({ api }: Effects) =>
  provideList<Correction>({ load: (paging, signal) => api(corrections, paging, { signal }) });

export const startCorrections: Start = (effects) => ({
  id: 'corrections',
  logic: provideCorrections(effects),
});
