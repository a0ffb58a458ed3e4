import { checkAndAddExtraRewards } from '../../../contract/share.calls.ts';
import { limitMachine } from '../../../machines/limit.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/** The day's limit, with the call for extra views. */
export const provideLimit = ({ api }: Effects) =>
  limitMachine.provide({
    actors: promises(limitMachine, {
      addExtraViews: ({ signal }) => api(checkAndAddExtraRewards, {}, { signal }),
    }),
  });
