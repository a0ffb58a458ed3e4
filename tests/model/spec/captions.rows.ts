import type { Area } from './row.ts';

/** A clip's captions, and its playback speed. */
export const captions: Area = {
  name: 'Captions and speed',
  rows: [
    {
      section: 2,
      spec: 'Clips: captions are switched on, and the device remembers it',
      step: 'captions.whileMuted --captions.switched--> on',
      given: { isOn: true },
      does: ['storeChoice'],
      shown: {
        file: 'tests/browser/captions.test.ts',
        title:
          'captions show while the sound is off; a press hides them, which the device remembers',
      },
    },
    {
      section: 2,
      spec: 'Clips: captions of another language are chosen',
      step: 'captions.whileMuted --captions.picked--> on',
      does: ['storeChoice'],
      shown: {
        file: 'tests/browser/captions.test.ts',
        title: 'captions are in the app’s language; the sheet lists the others by name',
      },
    },
    {
      section: 2,
      spec: 'Clips: a paid clip plays twice as fast while it is held',
      step: 'speed.held --xstate.after.holdTime.speed.held--> fast',
      does: ['setSpeed'],
      shown: {
        file: 'tests/browser/speed.test.ts',
        title:
          'a paid clip plays at double speed while it is held, a clip that still counts does not',
      },
    },
  ],
};
