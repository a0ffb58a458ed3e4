import { formInvariants, refusalInvariant } from './form.parts.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';

interface Listed {
  passkey: string;
  name: string;
}

const idsOf = (context: { passkeys: readonly Listed[] } | undefined) =>
  (context?.passkeys ?? []).map(({ passkey }) => passkey);

const LISTS = ['shown', 'added', 'unmade', 'removed', 'failed'] as const;
const isListed = (run: Run) => run.was(...LISTS);
const isKnown = (run: Run) => idsOf(run.known as never).includes(run.event.passkey);
const comes = (run: Run) =>
  JSON.stringify(run.context.passkeys) === JSON.stringify(run.event.output);

const listInvariants = [
  invariant(
    'the passkeys are loaded each time the sheet opens, and by a press after a failure',
    (run) =>
      (run.was('closed') && run.on('open.pressed')) || (run.was('lost') && run.on('retry.pressed')),
    (run) => run.is('loading') && run.begins('loadPasskeys').length === 1,
  ),
  invariant(
    'the loaded passkeys are shown',
    (run) => run.gets('loadPasskeys'),
    (run) => run.is('shown') && comes(run),
  ),
  invariant(
    'a failed load of the passkeys is shown',
    (run) => run.loses('loadPasskeys'),
    (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
  ),
  invariant(
    'a press removes the listed passkey, and no other',
    (run) =>
      (run.begins('removePasskey').length > 0 && !run.was('proving')) ||
      (isListed(run) && run.on('remove.pressed') && isKnown(run)),
    (run) =>
      isListed(run) &&
      run.on('remove.pressed') &&
      run.is('removing') &&
      run.given<string>('removePasskey') === run.event.passkey &&
      isKnown(run),
  ),
  invariant(
    'a removal that needs a proof of identity leads to the proof, without a failure',
    (run) => run.loses('removePasskey') && run.event.error.reason === 'proof_too_old',
    (run) => run.is('proving'),
  ),
  invariant(
    'a given proof removes the same passkey, a declined one removes none',
    (run) => run.was('proving') && run.on('proof.ended'),
    (run) =>
      run.event.isGiven
        ? run.is('removing') && run.given<string>('removePasskey') === run.known.touched
        : run.is('shown'),
  ),
  invariant(
    'only the removed passkey leaves the list',
    (run) => run.gets('removePasskey'),
    (run) =>
      run.is('removed') &&
      idsOf(run.context).join() ===
        idsOf(run.known as never)
          .filter((each) => each !== run.context.touched)
          .join(),
  ),
  invariant(
    'a passkey gets the typed name, trimmed; an empty name is not sent',
    (run) => run.begins('renamePasskey').length > 0 || run.on('name.submitted'),
    (run) => {
      if (!run.was('naming')) return run.begins('renamePasskey').length === 0;
      const name = run.event.name.trim();
      if (name === '') return run.is('naming') && run.begins('renamePasskey').length === 0;
      return run.is('renaming') && run.given<Listed>('renamePasskey').name === name;
    },
  ),
  invariant(
    'a new name replaces the old one in the list',
    (run) => run.gets('renamePasskey'),
    (run) => {
      const { passkey, name } = run.event.output;
      const before: Listed[] = (run.known as { passkeys: Listed[] }).passkeys;
      const after = before.map((each) => (each.passkey === passkey ? { ...each, name } : each));
      return run.is('shown') && JSON.stringify(run.context.passkeys) === JSON.stringify(after);
    },
  ),
  invariant(
    'a failed call is shown, and leaves the list unchanged',
    (run) =>
      (run.loses('addPasskey') || run.loses('renamePasskey') || run.loses('removePasskey')) &&
      run.event.error.reason !== 'proof_too_old',
    (run) =>
      run.is('failed') &&
      run.context.failure.kind === run.event.error.kind &&
      idsOf(run.context).join() === idsOf(run.known as never).join(),
  ),
];

const addInvariants = [
  invariant(
    'the password is asked for while the account has fewer than ten passkeys',
    (run) => isListed(run) && run.on('add.pressed'),
    (run) => run.is('editing') === idsOf(run.known as never).length < 10,
  ),
  invariant(
    'the browser makes a passkey with the options that the server sent',
    (run) => run.gets('sendForm') || run.begins('makePasskey').length > 0,
    (run) => run.is('making') && run.given<string>('makePasskey') === run.event.output,
  ),
  invariant(
    'only the passkey that the browser has made is sent',
    (run) => run.gets('makePasskey') || run.begins('addPasskey').length > 0,
    (run) => run.is('adding') && run.given<string>('addPasskey') === run.event.output,
  ),
  invariant(
    'a passkey that was not made is shown as such',
    (run) => run.loses('makePasskey'),
    (run) => run.is('unmade'),
  ),
  invariant(
    'an added passkey is in the list',
    (run) => run.gets('addPasskey'),
    (run) => run.is('added') && comes(run),
  ),
  invariant(
    'a press on Back leads to the list',
    (run) => run.was('editing', 'incomplete', 'refused', 'naming') && run.on('back.pressed'),
    (run) => run.is('shown'),
  ),
  invariant(
    'the sheet cannot be closed while a call is sending',
    (run) => run.was('sending', 'adding', 'renaming', 'removing') && run.on('dialog.closed'),
    (run) => !run.is('closed'),
  ),
  invariant(
    'the sheet closes when the person closes it, and only then',
    (run) =>
      (run.was(
        ...LISTS,
        'loading',
        'lost',
        'editing',
        'incomplete',
        'refused',
        'making',
        'naming',
        'proving',
      ) &&
        run.on('dialog.closed')) ||
      (run.is('closed') && !run.was('closed')),
    (run) => run.on('dialog.closed') && run.is('closed'),
  ),
];

export const passkeys: Invariants = {
  invariants: [...formInvariants(), refusalInvariant(), ...listInvariants, ...addInvariants],
};

const OFFERS = ['offered', 'waiting', 'unused'] as const;

export const passkeyLogin: Invariants = {
  lasts: { offered: 240_000, waiting: 240_000, unused: 240_000 },
  calm: ['asking', ...OFFERS],
  invariants: [
    invariant(
      'a signed passkey is sent to the root once, with the choice to stay logged in',
      (run) => run.gets('fillIn') || run.gets('choose') || run.tells('passkey.signed').length > 0,
      (run) => {
        const [told] = run.tells('passkey.signed');
        return (
          run.tells('passkey.signed').length === 1 &&
          told?.response === run.event.output &&
          told?.keep === run.context.keep &&
          run.is('asking')
        );
      },
    ),
    invariant(
      'the form’s choice to stay logged in is stored',
      (run) => run.on('keep.changed'),
      (run) => run.context.keep === run.event.keep,
    ),
    invariant(
      'a press leads to the browser’s dialog, with the newest options',
      (run) => run.begins('choose').length > 0 || (run.was(...OFFERS) && run.on('passkey.pressed')),
      (run) =>
        run.was(...OFFERS) &&
        run.on('passkey.pressed') &&
        run.is('choosing') &&
        run.given<string>('choose') === run.context.options,
    ),
    invariant(
      'the browser’s autofill offers passkeys until one was used',
      (run) => run.gets('askOptions'),
      (run) =>
        run.context.options === run.event.output &&
        (run.context.hasSigned
          ? run.is('waiting') && run.begins('fillIn').length === 0
          : run.is('offered') && run.given<string>('fillIn') === run.event.output),
    ),
    invariant(
      'without options from the server no passkey is offered',
      (run) => run.loses('askOptions'),
      (run) => run.is('absent'),
    ),
    invariant(
      'if autofill fails, only the button offers passkeys',
      (run) => run.loses('fillIn'),
      (run) => run.is('waiting'),
    ),
    invariant(
      'a choice without a passkey is shown as such',
      (run) => run.loses('choose'),
      (run) => run.is('unused'),
    ),
    invariant(
      'options are loaded again before they expire',
      (run) => OFFERS.some((state) => run.delayEnded(state)),
      (run) => run.is('asking') && run.begins('askOptions').length === 1,
    ),
    invariant(
      'leaving the screen ends the offer, and the next visit loads new options',
      (run) => run.on('screen.left') || (run.was('away') && run.on('screen.seen')),
      (run) =>
        run.on('screen.left')
          ? run.is('away') && !run.context.hasSigned
          : run.is('asking') && run.begins('askOptions').length === 1,
    ),
  ],
};
