import { formLaws, refusalLaw, sessionLaw } from './form.parts.ts';
import { type Laws, law } from './law.ts';

const isOver = (error: { kind: string; reason?: string }) =>
  error.kind === 'refused' && ['link_over', 'invalid_credentials'].includes(error.reason ?? '');

export const reset: Laws = {
  laws: [
    // the code that it knew before: it forgets it
    ...formLaws({ besides: ({ known }) => ({ code: known.code }) }),
    refusalLaw((run) => !isOver(run.event.error)),
    law(
      'a link that was used is forgotten',
      (run) => run.gets('sendForm'),
      (run) => run.is('done') && run.context.code === null,
    ),
    law(
      'a link that is over is said to be, and forgotten',
      (run) => run.loses('sendForm') && isOver(run.event.error),
      (run) => run.is('over') && run.context.code === null,
    ),
    law(
      'whatever else goes wrong leaves the link as good as it was',
      (run) => run.loses('sendForm') && !isOver(run.event.error),
      (run) => run.context.code === run.known.code,
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
      (run) => run.context.code === null && run.began('sendForm').length === 0,
    ),
    sessionLaw,
  ],
};
