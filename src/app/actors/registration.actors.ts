import { registrationMachine } from '../../../machines/registration.machine.ts';
import { solve } from '../../ports/proof.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { register } from './entering.ts';

/** Brings the machine of a registration to whoever starts one, with the first form that can. */
export function bringRegistration(effects: Effects): void {
  effects.lateRegister.arrive(
    registrationMachine.provide({
      actors: promises(registrationMachine, {
        sendForm: ({ input, signal }) => register(effects, input, signal),
        solve: ({ input, signal }) => solve(input.challenge, signal),
      }),
    }),
  );
}
