import type { CallFailure } from '../../../contract/failure.ts';
import { errorsOf } from '../../../src/screens/login/login-errors.ts';
import type { Area } from './row.ts';

const proven = {
  file: 'tests/browser/register-proof.test.ts',
  title:
    'after many registrations from an address block the device computes a proof, and is registered',
};
const unable = {
  file: 'tests/browser/register-proof.test.ts',
  title: 'a device without web workers reports that it cannot compute the proof, and may try again',
};

/** Registrations from a block of addresses with many of them. */
export const proving: Area = {
  name: 'Register with a proof of work',
  rows: [
    {
      section: 4,
      spec: 'Register: after many registrations from one network, the device does a proof of work',
      step: 'registration.sending --xstate.error.actor.sendForm--> proving',
      given: { error: { reason: 'proof_needed' } },
      shown: proven,
    },
    {
      section: 4,
      spec: 'Register: the form is sent again with the proof',
      step: 'registration.proving --xstate.done.actor.solve--> sending',
      shown: proven,
    },
    {
      ...{ section: 8, machine: 'registration', on: 'xstate.error.actor.solve', state: 'refused' },
      spec: 'Register: a device that cannot do the proof',
      says: 'Your device could not check that you are not a robot. Please try again, or use another device.',
      message: ({ output }) => errorsOf({ problems: {}, failure: output as CallFailure }).general,
      shown: unable,
    },
  ],
};
