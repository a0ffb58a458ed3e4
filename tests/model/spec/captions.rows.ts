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
          'captions come while there is no sound, a press takes them away, and the device remembers',
      },
    },
    {
      section: 2,
      spec: 'Clips: captions of another language are chosen',
      step: 'captions.whileMuted --captions.picked--> on',
      does: ['storeChoice'],
      shown: {
        file: 'tests/browser/captions.test.ts',
        title: 'of several languages the app’s comes first, and another is chosen by name',
      },
    },
    {
      section: 2,
      spec: 'Clips: one that was paid plays twice as fast while it is held',
      step: 'speed.held --xstate.after.holdTime.speed.held--> fast',
      does: ['setSpeed'],
      shown: {
        file: 'tests/browser/speed.test.ts',
        title: 'a clip that was paid is twice as fast while it is held, and one that counts is not',
      },
    },
  ],
};
