import { failsTo } from './failure.ts';

/** What closes the sheet that a machine is behind. */
export const onClosed = { 'dialog.closed': 'closed' } as const;

const onError = failsTo('lost', ['setFailure']);

/** The states in which a sheet asks for what it shows. */
export const loadStates = <const Src extends string, const Done>(src: Src, onDone: Done) => {
  return {
    loading: { tags: ['busy'], invoke: { id: src, src, onDone, onError }, on: onClosed },
    lost: { on: { 'retry.pressed': 'loading', ...onClosed } },
  } as const;
};
