import { failsTo } from './failure.ts';

/** The transition that closes a machine's sheet. */
export const onClosed = { 'dialog.closed': 'closed' } as const;

const onError = failsTo('lost', ['setFailure']);

/** States that load a sheet's data. */
export const loadStates = <const Src extends string, const Done>(src: Src, onDone: Done) => {
  return {
    loading: { tags: ['busy'], invoke: { id: src, src, onDone, onError }, on: onClosed },
    lost: { on: { 'retry.pressed': 'loading', ...onClosed } },
  } as const;
};
