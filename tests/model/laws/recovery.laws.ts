import { type Laws, law } from './law.ts';

interface Was {
  was: (...states: string[]) => boolean;
  on: (type: string) => boolean;
}

const isOpen = (run: Was) => run.was('editing', 'incomplete', 'refused');

const asks = (run: Was) => run.on('codes.submitted');

export const recovery: Laws = {
  laws: [
    law(
      'codes are asked for by a password that was typed, at once, and once at a time',
      (run) =>
        run.begins('makeCodes').length > 0 || (isOpen(run) && asks(run) && run.event.password),
      (run) =>
        asks(run) &&
        run.is('sending') &&
        run.begins('makeCodes').length === 1 &&
        run.event.password !== '' &&
        run.given('makeCodes') === run.event.password,
    ),
    law(
      'without a password nothing is sent, and that is said',
      (run) => isOpen(run) && asks(run) && !run.event.password,
      (run) => run.is('incomplete') && run.begins('makeCodes').length === 0,
    ),
    law(
      'the password is kept nowhere',
      (run) => asks(run) && run.event.password !== '',
      (run) => !JSON.stringify(run.context).includes(run.event.password),
    ),
    law(
      'the codes that came are shown, all of them',
      (run) => run.gets('makeCodes'),
      (run) =>
        run.is('shown') && JSON.stringify(run.context.codes) === JSON.stringify(run.event.output),
    ),
    law(
      'codes are known while they are shown, and forgotten with their sheet',
      () => true,
      (run) => run.is('shown') === run.context.codes.length > 0,
    ),
    law(
      'a press on Print prints what is shown, and nothing else does',
      (run) => run.does('print').length > 0 || (run.was('shown') && run.on('print.pressed')),
      (run) => run.was('shown') && run.on('print.pressed') && run.does('print').length === 1,
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('makeCodes'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is closed by whoever presses, but not while it is not known which codes are good',
      (run) => run.on('dialog.closed') || (run.is('closed') && !run.was('closed')),
      (run) => run.on('dialog.closed') && run.is(run.was('sending') ? 'sending' : 'closed'),
    ),
    law(
      'a press opens it anew',
      (run) => run.was('closed') && run.on('open.pressed'),
      (run) => run.is('editing'),
    ),
  ],
};

const FIELDS = ['username', 'code', 'password'];
const sends = (run: Was) => run.on('recovery.submitted');
const isFull = (event: Record<string, string>) =>
  FIELDS.every((field) => (event[field] ?? '').trim() !== '');

export const recover: Laws = {
  laws: [
    law(
      'nothing is sent but a name, a code and a password that were typed',
      (run) => run.begins('recoverAccount').length > 0,
      (run) => {
        const given = run.given('recoverAccount') as unknown as Record<string, string>;
        return (
          sends(run) && isFull(given) && FIELDS.every((each) => given[each] === run.event[each])
        );
      },
    ),
    law(
      'what was typed is sent at once, and once at a time',
      (run) => isOpen(run) && sends(run) && isFull(run.event),
      (run) => run.is('sending') && run.begins('recoverAccount').length === 1,
    ),
    law(
      'a form that lacks something is not sent, and says what',
      (run) => isOpen(run) && sends(run) && !isFull(run.event),
      (run) =>
        run.is('incomplete') &&
        run.begins('recoverAccount').length === 0 &&
        FIELDS.every(
          (each) => run.context.missing.includes(each) === (run.event[each].trim() === ''),
        ),
    ),
    law(
      'a code and a password are kept nowhere',
      (run) => sends(run) && isFull(run.event),
      (run) => {
        const kept = JSON.stringify(run.context);
        return !kept.includes(run.event.code) && !kept.includes(run.event.password);
      },
    ),
    law(
      'a password that is set is said to be',
      (run) => run.gets('recoverAccount'),
      (run) => run.is('done'),
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('recoverAccount'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'the session of this device is looked after when whoever has a new password leaves, only then',
      (run) => run.does('checkSession').length > 0 || (run.was('done') && run.on('login.pressed')),
      (run) => run.was('done') && run.on('login.pressed') && run.does('checkSession').length === 1,
    ),
  ],
};
