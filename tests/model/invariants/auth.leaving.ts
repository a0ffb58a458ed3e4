import { type Invariant, invariant, type Run } from './invariant.ts';

const isLeaving = (run: Run) =>
  run.was('loggingOut') && (run.gets('logOut') || run.loses('logOut'));
/** Invariants of the end of a session. */
export const leaving: readonly Invariant[] = [
  invariant(
    'a log-out clears the session after any answer, and ends push if the server was not reached',
    isLeaving,
    (run) =>
      run.is('loggedOut') &&
      run.does('endSubscription').length === (run.gets('logOut') ? 0 : 1) &&
      run.does('clearSession').length === 1 &&
      run.tells('auth.loggedOut').length === 1 &&
      run.context.welcomeFailures === 0 &&
      run.context.knownAtMs === null,
  ),
  invariant(
    'during a log-out, the end of the session completes it, and a session of another window replaces it',
    (run) => run.was('loggingOut') && run.on('session.ended', 'session.changed'),
    (run) => {
      const { token, session } = run.event;
      const isEnded = run.on('session.ended');
      if (isEnded ? token === run.known.token : session === null)
        return (
          run.is('loggedOut') &&
          run.context.token === null &&
          run.tells('auth.loggedOut').length === 1 &&
          run.does('endSubscription').length === 0 &&
          run.does('clearSession').length === (isEnded ? 1 : 0)
        );
      return isEnded || session.token === run.known.token
        ? run.is('loggingOut')
        : run.is('loggedIn') && run.context.token === session.token;
    },
  ),
  invariant(
    'a press on log-out leads to loggingOut at once, and calls the server',
    (run) => run.on('logout.pressed') && run.was('loggedIn'),
    (run) => run.is('loggingOut') && run.begins('logOut').length === 1,
  ),
  invariant(
    'a session ends once, and only the current one',
    (run) => run.on('session.ended'),
    (run) => {
      const isMeant = run.was('loggedIn') && run.event.token === run.known.token;
      const isOver =
        run.is('loggedOut') && run.does('clearSession').length === 1 && run.context.token === null;
      return run.tells('auth.sessionEnded').length === (isMeant ? 1 : 0) && (!isMeant || isOver);
    },
  ),
];
