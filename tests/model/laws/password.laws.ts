import { type Laws, law } from './law.ts';

const submits = (run: { on: (type: string) => boolean }) => run.on('change.submitted');

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('editing', 'incomplete', 'refused');

export const password: Laws = {
  laws: [
    law(
      'nothing is sent but two passwords that were typed',
      (run) => run.begins('changePassword').length > 0,
      (run) => {
        const { password: present, newPassword } = run.given('changePassword');
        const { event } = run;
        return (
          submits(run) &&
          present !== '' &&
          newPassword !== '' &&
          present === event.password &&
          newPassword === event.newPassword
        );
      },
    ),
    law(
      'what was typed is sent at once, and once at a time',
      (run) => isOpen(run) && submits(run) && run.event.password && run.event.newPassword,
      (run) => run.is('sending') && run.begins('changePassword').length === 1,
    ),
    law(
      'a form that lacks a password is not sent, and says which',
      (run) => isOpen(run) && submits(run) && !(run.event.password && run.event.newPassword),
      (run) =>
        run.is('incomplete') &&
        run.begins('changePassword').length === 0 &&
        run.context.missing.length > 0 &&
        ['password', 'newPassword'].every(
          (field) => run.context.missing.includes(field) === (run.event[field] === ''),
        ),
    ),
    law(
      'a password is kept nowhere',
      (run) => submits(run) && run.event.password !== '' && run.event.newPassword !== '',
      (run) => {
        const kept = JSON.stringify(run.context);
        return !kept.includes(run.event.password) && !kept.includes(run.event.newPassword);
      },
    ),
    law(
      'that it is changed is said until it was read',
      (run) => run.gets('changePassword'),
      (run) => run.is('done'),
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('changePassword'),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is not left while it is not known which password is good',
      (run) => run.was('sending') && run.on('dialog.closed'),
      (run) => run.is('sending'),
    ),
    law(
      'it is left by whoever wants to leave, and opened with nothing said',
      (run) =>
        (run.was('editing', 'incomplete', 'refused', 'done') && run.on('dialog.closed')) ||
        (run.was('closed') && run.on('open.pressed')),
      (run) => run.is(run.on('dialog.closed') ? 'closed' : 'editing'),
    ),
  ],
};
