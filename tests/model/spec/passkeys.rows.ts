import { type Area, type Row, stepsOf, type Way } from './row.ts';
import { proven } from './shown.ts';

const file = 'tests/browser/passkeys.test.ts';
const used = {
  file,
  title: 'by keyboard alone: a passkey is added, named, logs in by the button, and is removed',
};
const said = {
  file,
  title: 'each state of the passkeys sheet is accessible, on the smallest phone too',
};

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
    step('the browser makes a passkey', 'passkeys', ['sending', done('sendForm'), 'making']),
    step(
      'the browser makes no passkey',
      'passkeys',
      ['making', failed('makePasskey'), 'unmade'],
      said,
    ),
    step('the passkey is sent', 'passkeys', ['making', done('makePasskey'), 'adding']),
    step('the passkey is listed', 'passkeys', ['adding', done('addPasskey'), 'added']),
    step('the passkey gets a name', 'passkeys', ['added', 'name.pressed', 'naming']),
    step('the name is sent', 'passkeys', ['naming', 'name.submitted', 'renaming']),
    step('the name is shown', 'passkeys', ['renaming', done('renamePasskey'), 'shown']),
    step('the removal is sent', 'passkeys', ['shown', 'remove.pressed', 'removing']),
    step('the passkey is removed', 'passkeys', ['removing', done('removePasskey'), 'removed']),
    step('the removal fails', 'passkeys', ['removing', failed('removePasskey'), 'failed'], said),
    step('the removal asks for a proof of identity', 'passkeys', [
      'removing',
      failed('removePasskey'),
      'proving',
    ]),
    step(
      'the proof asks for a passkey',
      'proof',
      ['editing', 'passkey.pressed', 'choosing'],
      proven,
    ),
    step('a passkey gives the proof', 'proof', ['signing', done('sendSigned'), 'closed'], proven),
    step('the password gives the proof', 'proof', ['sending', done('sendForm'), 'closed'], proven),
    step('the log-in offers a passkey', 'passkeyLogin', ['asking', done('askOptions'), 'offered']),
    step('the button asks for a passkey', 'passkeyLogin', [
      'unused',
      'passkey.pressed',
      'choosing',
    ]),
    step('no passkey was used', 'passkeyLogin', ['choosing', failed('choose'), 'unused']),
    step('a passkey was used', 'passkeyLogin', ['choosing', done('choose'), 'asking']),
  ],
};
