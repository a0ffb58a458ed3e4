import { speedMachine } from '../../../machines/speed.machine.ts';
import type { SheetStart } from '../system/starts.ts';

/** The playback rate of the clip on the stage. */
export const startSpeed: SheetStart = ({ players }) => ({
  id: 'speed',
  logic: speedMachine.provide({
    actions: {
      setSpeed: (_, { index, rate }) => {
        players.element(index).playbackRate = rate;
      },
    },
  }),
  input: undefined,
});
