import { formLaws, refusalLaw } from './form.parts.ts';
import { type Laws, law, type Run } from './law.ts';

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

const listLaws = [
  law(
    'they are asked for anew each time that it is opened, and at a press after a failure',
    (run) =>
      (run.was('closed') && run.on('open.pressed')) || (run.was('lost') && run.on('retry.pressed')),
    (run) => run.is('loading') && run.begins('loadPasskeys').length === 1,
  ),
  law(
    'what the server says is shown as it is',
    (run) => run.gets('loadPasskeys'),
    (run) => run.is('shown') && comes(run),
  ),
  law(
    'that they could not be asked for is said',
    (run) => run.loses('loadPasskeys'),
    (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
  ),
  law(
    'one that is listed is removed at a press, and nothing else is',
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
  law(
    'where it has to be shown whose account it is, nothing is said',
    (run) => run.loses('removePasskey') && run.event.error.reason === 'proof_too_old',
    (run) => run.is('proving'),
  ),
  law(
    'once it was shown the same one is removed, and otherwise it stays',
    (run) => run.was('proving') && run.on('proof.ended'),
    (run) =>
      run.event.isGiven
        ? run.is('removing') && run.given<string>('removePasskey') === run.known.touched
        : run.is('shown'),
  ),
  law(
    'what was removed is listed no more, and all else is',
    (run) => run.gets('removePasskey'),
    (run) =>
      run.is('removed') &&
      idsOf(run.context).join() ===
        idsOf(run.known as never)
          .filter((each) => each !== run.context.touched)
          .join(),
  ),
  law(
    'one gets the name that was typed, without blanks around it, and none without a name',
    (run) => run.begins('renamePasskey').length > 0 || run.on('name.submitted'),
    (run) => {
      if (!run.was('naming')) return run.begins('renamePasskey').length === 0;
      const name = run.event.name.trim();
      if (name === '') return run.is('naming') && run.begins('renamePasskey').length === 0;
      return run.is('renaming') && run.given<Listed>('renamePasskey').name === name;
    },
  ),
  law(
    'a new name is shown where the old one was',
    (run) => run.gets('renamePasskey'),
    (run) => {
      const { passkey, name } = run.event.output;
      const before: Listed[] = (run.known as { passkeys: Listed[] }).passkeys;
      const after = before.map((each) => (each.passkey === passkey ? { ...each, name } : each));
      return run.is('shown') && JSON.stringify(run.context.passkeys) === JSON.stringify(after);
    },
  ),
  law(
    'what could not be done is said, and leaves the list as it was',
    (run) =>
      (run.loses('addPasskey') || run.loses('renamePasskey') || run.loses('removePasskey')) &&
      run.event.error.reason !== 'proof_too_old',
    (run) =>
      run.is('failed') &&
      run.context.failure.kind === run.event.error.kind &&
      idsOf(run.context).join() === idsOf(run.known as never).join(),
  ),
];

const addLaws = [
  law(
    'the password is asked for while there is room for another one',
    (run) => isListed(run) && run.on('add.pressed'),
    (run) => run.is('editing') === idsOf(run.known as never).length < 10,
  ),
  law(
    'the browser makes one by what the server has answered to the password',
    (run) => run.gets('sendForm') || run.begins('makePasskey').length > 0,
    (run) => run.is('making') && run.given<string>('makePasskey') === run.event.output,
  ),
  law(
    'what the browser has made is sent, and nothing else',
    (run) => run.gets('makePasskey') || run.begins('addPasskey').length > 0,
    (run) => run.is('adding') && run.given<string>('addPasskey') === run.event.output,
  ),
  law(
    'that nothing was made is said',
    (run) => run.loses('makePasskey'),
    (run) => run.is('unmade'),
  ),
  law(
    'one that was added is listed with the others',
    (run) => run.gets('addPasskey'),
    (run) => run.is('added') && comes(run),
  ),
  law(
    'a press on Back leads to the list',
    (run) => run.was('editing', 'incomplete', 'refused', 'naming') && run.on('back.pressed'),
    (run) => run.is('shown'),
  ),
  law(
    'it is not left while it is not known what a call has done',
    (run) => run.was('sending', 'adding', 'renaming', 'removing') && run.on('dialog.closed'),
    (run) => !run.is('closed'),
  ),
  law(
    'it is left by whoever wants to leave, and only then',
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

export const passkeys: Laws = { laws: [...formLaws(), refusalLaw(), ...listLaws, ...addLaws] };

const OFFERS = ['offered', 'waiting', 'unused'] as const;

export const passkeyLogin: Laws = {
  lasts: { offered: 240_000, waiting: 240_000, unused: 240_000 },
  calm: ['asking', ...OFFERS],
  laws: [
    law(
      'what was signed is told once, with how long the session is to last',
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
    law(
      'the session lasts as the form says',
      (run) => run.on('keep.changed'),
      (run) => run.context.keep === run.event.keep,
    ),
    law(
      'a press leads to the browser’s dialog, with the newest options',
      (run) => run.begins('choose').length > 0 || (run.was(...OFFERS) && run.on('passkey.pressed')),
      (run) =>
        run.was(...OFFERS) &&
        run.on('passkey.pressed') &&
        run.is('choosing') &&
        run.given<string>('choose') === run.context.options,
    ),
    law(
      'the browser fills one in until one was used',
      (run) => run.gets('askOptions'),
      (run) =>
        run.context.options === run.event.output &&
        (run.context.hasSigned
          ? run.is('waiting') && run.begins('fillIn').length === 0
          : run.is('offered') && run.given<string>('fillIn') === run.event.output),
    ),
    law(
      'without options nothing is offered',
      (run) => run.loses('askOptions'),
      (run) => run.is('absent'),
    ),
    law(
      'a browser that fills in nothing leaves the button',
      (run) => run.loses('fillIn'),
      (run) => run.is('waiting'),
    ),
    law(
      'that none was used is said',
      (run) => run.loses('choose'),
      (run) => run.is('unused'),
    ),
    law(
      'options are asked for anew before they are over',
      (run) => OFFERS.some((state) => run.waitedOut(state)),
      (run) => run.is('asking') && run.begins('askOptions').length === 1,
    ),
    law(
      'whoever leaves is asked no more, and asked anew by the next look',
      (run) => run.on('screen.left') || (run.was('away') && run.on('screen.seen')),
      (run) =>
        run.on('screen.left')
          ? run.is('away') && !run.context.hasSigned
          : run.is('asking') && run.begins('askOptions').length === 1,
    ),
  ],
};
