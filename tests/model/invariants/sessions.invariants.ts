import { provingInvariants } from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

interface Session {
  session: string;
  here: boolean;
}

const others = (context: { sessions: readonly Session[] } | undefined) =>
  (context?.sessions ?? []).filter(({ here }) => !here).map(({ session }) => session);

const isListed = (run: { was: (...states: string[]) => boolean }) =>
  run.was('shown', 'ended', 'refused');

export const sessions: Invariants = {
  invariants: [
    ...provingInvariants('endSessions', 'ending', 'shown'),
    invariant(
      'the sessions are loaded each time the sheet opens, and by a press after a failure',
      (run) =>
        (run.was('closed') && run.on('open.pressed')) ||
        (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadSessions').length === 1,
    ),
    invariant(
      'the loaded sessions are shown',
      (run) => run.gets('loadSessions'),
      (run) =>
        run.is('shown') &&
        JSON.stringify(run.context.sessions) === JSON.stringify(run.event.output),
    ),
    invariant(
      'a failed load of the sessions is shown',
      (run) => run.loses('loadSessions'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'a press ends the listed session, or all other sessions, one call at a time',
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
    invariant(
      'no session is ended without a press on it, and never the current one',
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
    invariant(
      'only the ended sessions leave the list',
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
    invariant(
      'a failed call is shown, and its sessions stay listed',
      (run) => run.loses('endSessions') && run.event.error.reason !== 'proof_too_old',
      (run) =>
        run.is('refused') &&
        run.context.failure.kind === run.event.error.kind &&
        others(run.context).join() === others(run.known).join(),
    ),
    invariant(
      'the sheet cannot be closed while sessions are being ended',
      (run) => run.was('ending') && run.on('dialog.closed'),
      (run) => run.is('ending'),
    ),
    invariant(
      'the sheet closes when the person closes it',
      (run) =>
        run.was('loading', 'lost', 'shown', 'ended', 'refused', 'proving') &&
        run.on('dialog.closed'),
      (run) => run.is('closed'),
    ),
  ],
};
