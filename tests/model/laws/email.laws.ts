import { type Laws, law } from './law.ts';

const isOver = ({ kind, reason }: { kind: string; reason?: string }) =>
  kind === 'refused' && reason === 'link_over';

export const emailLink: Laws = {
  laws: [
    law(
      'a link does nothing before it is pressed, and then what it says',
      (run) => run.begins('useLink').length > 0,
      (run) =>
        run.on('link.pressed') &&
        run.known.link !== null &&
        JSON.stringify(run.given('useLink')) === JSON.stringify(run.known.link),
    ),
    law(
      'a press sends at once, and once at a time',
      (run) => run.was('asking', 'refused') && run.on('link.pressed'),
      (run) => run.is('sending') && run.begins('useLink').length === 1,
    ),
    law(
      'the link is taken once, and a page that was opened without one does nothing',
      (run) => run.gets('takeLink'),
      (run) =>
        run.is(run.event.output === null ? 'missing' : 'asking') &&
        run.context.link === run.event.output &&
        run.began('takeLink').length === 1,
    ),
    law(
      'what has come of it is kept, and the session of this device looked after, once',
      (run) => run.gets('useLink') || run.does('checkSession').length > 0,
      (run) =>
        run.gets('useLink') &&
        run.is('done') &&
        run.context.used === run.event.output &&
        run.does('checkSession').length === 1,
    ),
    law(
      'a link that is over is said to be',
      (run) => run.loses('useLink') && isOver(run.event.error),
      (run) => run.is('over'),
    ),
    law(
      'whatever else goes wrong is said, and the link may be pressed again',
      (run) => run.loses('useLink') && !isOver(run.event.error),
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
  ],
};
