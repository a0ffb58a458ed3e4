import { type Laws, law } from './law.ts';

const isOver = (error: { kind: string; reason?: string }) =>
  error.kind === 'refused' && ['link_over', 'invalid_credentials'].includes(error.reason ?? '');

const submits = (run: { on: (type: string) => boolean }) => run.on('password.submitted');

export const reset: Laws = {
  laws: [
    law(
      'nothing is sent but a password that was typed, with the code of the link',
      (run) => run.begins('resetPassword').length > 0,
      (run) => {
        const { code, password } = run.given('resetPassword');
        const { event, known } = run;
        return (
          submits(run) && password !== '' && password === event.password && code === known.code
        );
      },
    ),
    law(
      'a password that was typed is sent at once, and once at a time',
      (run) => run.was('editing', 'incomplete', 'refused') && submits(run) && run.event.password,
      (run) => run.is('sending') && run.begins('resetPassword').length === 1,
    ),
    law(
      'a form without a password is not sent, and says so',
      (run) => run.was('editing', 'incomplete', 'refused') && submits(run) && !run.event.password,
      (run) => run.is('incomplete') && run.begins('resetPassword').length === 0,
    ),
    law(
      'a password is kept nowhere',
      (run) => submits(run) && run.event.password !== '',
      (run) => !JSON.stringify(run.context).includes(run.event.password),
    ),
    law(
      'a link that was used is forgotten',
      (run) => run.gets('resetPassword'),
      (run) => run.is('done') && run.context.code === null,
    ),
    law(
      'a link that is over is said to be, and forgotten',
      (run) => run.loses('resetPassword') && isOver(run.event.error),
      (run) => run.is('over') && run.context.code === null,
    ),
    law(
      'whatever else goes wrong is said, and leaves the link as good as it was',
      (run) => run.loses('resetPassword') && !isOver(run.event.error),
      (run) =>
        run.is('refused') &&
        run.context.code === run.known.code &&
        run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'the code of a link is taken once, and a page that was opened by one lets choose',
      (run) => run.gets('takeCode'),
      (run) =>
        run.is(run.event.output === null ? 'missing' : 'editing') &&
        run.context.code === run.event.output &&
        run.began('takeCode').length === 1,
    ),
    law(
      'a page that was opened without a link asks for one, and sends nothing',
      (run) => run.is('missing'),
      (run) => run.context.code === null && run.began('resetPassword').length === 0,
    ),
    law(
      'the session of this device is looked after when whoever has a new password leaves, only then',
      (run) => run.does('checkSession').length > 0 || (run.was('done') && run.on('login.pressed')),
      (run) => run.was('done') && run.on('login.pressed') && run.does('checkSession').length === 1,
    ),
  ],
};
