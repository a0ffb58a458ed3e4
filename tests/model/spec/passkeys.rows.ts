import { type Area, type Row, stepsOf, type Way } from './row.ts';
import { proven } from './shown.ts';

const file = 'tests/browser/passkeys.test.ts';
const used = {
  file,
  title: 'by keyboard alone: a passkey is added, named, logs in by the button, and is removed',
};
const said = { file, title: 'each of its states is accessible, on the smallest phone too' };

const step = (
  spec: string,
  machine: 'passkeys' | 'passkeyLogin' | 'proof',
  way: Way,
  shown = used,
): Row => stepsOf(machine, 'Passkeys', shown)(spec, way);

const done = (actor: string) => `xstate.done.actor.${actor}`;
const failed = (actor: string) => `xstate.error.actor.${actor}`;

/** Passkeys. */
export const passkeys: Area = {
  name: 'Passkeys',
  rows: [
    step('the list', 'passkeys', ['loading', done('loadPasskeys'), 'shown']),
    step('the password is asked for', 'passkeys', ['shown', 'add.pressed', 'editing']),
    step('the browser makes one', 'passkeys', ['sending', done('sendForm'), 'making']),
    step('or does not', 'passkeys', ['making', failed('makePasskey'), 'unmade'], said),
    step('it is sent', 'passkeys', ['making', done('makePasskey'), 'adding']),
    step('it is listed', 'passkeys', ['adding', done('addPasskey'), 'added']),
    step('it is named', 'passkeys', ['added', 'name.pressed', 'naming']),
    step('the name is sent', 'passkeys', ['naming', 'name.submitted', 'renaming']),
    step('and shown', 'passkeys', ['renaming', done('renamePasskey'), 'shown']),
    step('one is removed', 'passkeys', ['shown', 'remove.pressed', 'removing']),
    step('and gone', 'passkeys', ['removing', done('removePasskey'), 'removed']),
    step('or not', 'passkeys', ['removing', failed('removePasskey'), 'failed'], said),
    step('or it has to be shown whose they are', 'passkeys', [
      'removing',
      failed('removePasskey'),
      'proving',
    ]),
    step('the proof asks for one', 'proof', ['editing', 'passkey.pressed', 'choosing'], proven),
    step('the proof is given', 'proof', ['signing', done('sendSigned'), 'closed'], proven),
    step('or by the password', 'proof', ['sending', done('sendForm'), 'closed'], proven),
    step('the log-in offers it', 'passkeyLogin', ['asking', done('askOptions'), 'offered']),
    step('a button', 'passkeyLogin', ['unused', 'passkey.pressed', 'choosing']),
    step('none was used', 'passkeyLogin', ['choosing', failed('choose'), 'unused']),
    step('one was', 'passkeyLogin', ['choosing', done('choose'), 'asking']),
  ],
};
