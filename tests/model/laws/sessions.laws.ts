import { provingLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

interface Session {
  session: string;
  here: boolean;
}

const others = (context: { sessions: readonly Session[] } | undefined) =>
  (context?.sessions ?? []).filter(({ here }) => !here).map(({ session }) => session);

const isListed = (run: { was: (...states: string[]) => boolean }) =>
  run.was('shown', 'ended', 'refused');

export const sessions: Laws = {
  laws: [
    ...provingLaws('endSessions', 'ending', 'shown'),
    law(
      'they are asked for anew each time that it is opened, and at a press after a failure',
      (run) =>
        (run.was('closed') && run.on('open.pressed')) ||
        (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadSessions').length === 1,
    ),
    law(
      'what the server says is shown as it is',
      (run) => run.gets('loadSessions'),
      (run) =>
        run.is('shown') &&
        JSON.stringify(run.context.sessions) === JSON.stringify(run.event.output),
    ),
    law(
      'that they could not be asked for is said',
      (run) => run.loses('loadSessions'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'one that is listed is ended at a press, and all others at another, once at a time',
      (run) =>
        isListed(run) &&
        run.on('end.pressed') &&
        (run.event.session === null
          ? others(run.known).length > 0
          : others(run.known).includes(run.event.session)),
      (run) =>
        run.is('ending') &&
        run.begins('endSessions').length === 1 &&
        run.begins('endSessions')[0]?.input === run.event.session,
    ),
    law(
      'nothing else is ended, above all not this session',
      (run) => run.begins('endSessions').length > 0,
      (run) => {
        const ended = run.was('proving') ? run.known?.ended : run.event.session;
        return (
          (run.was('proving') || (isListed(run) && run.on('end.pressed'))) &&
          run.begins('endSessions')[0]?.input === ended &&
          (ended === null || others(run.known).includes(ended))
        );
      },
    ),
    law(
      'what was ended is listed no more, and all else is',
      (run) => run.gets('endSessions'),
      (run) => {
        const { ended } = run.known ?? {};
        const left = ended === null ? [] : others(run.known).filter((each) => each !== ended);
        const here = (context: typeof run.context) =>
          context.sessions.filter((each: Session) => each.here).length;
        return (
          run.is('ended') &&
          others(run.context).join() === left.join() &&
          here(run.context) === here(run.known)
        );
      },
    ),
    law(
      'what could not be ended stays listed, and it is said',
      (run) => run.loses('endSessions') && run.event.error.reason !== 'proof_too_old',
      (run) =>
        run.is('refused') &&
        run.context.failure.kind === run.event.error.kind &&
        others(run.context).join() === others(run.known).join(),
    ),
    law(
      'it is not left while it is not known what was ended',
      (run) => run.was('ending') && run.on('dialog.closed'),
      (run) => run.is('ending'),
    ),
    law(
      'it is left by whoever wants to leave',
      (run) =>
        run.was('loading', 'lost', 'shown', 'ended', 'refused', 'proving') &&
        run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
  ],
};
