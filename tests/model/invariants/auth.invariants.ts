import { auth as model } from '../models.person.ts';
import { offline, user } from '../samples.ts';
import { leaving } from './auth.leaving.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';

const entering = ['loggingIn', 'registering'];
/** A registration ends with the user, or with the reason of its failure. */
const isRefused = (run: Run) => run.gets('register') && 'kind' in run.event.output;
const enters = (run: Run) => run.gets('logIn') || (run.gets('register') && !isRefused(run));

/** The delay of the welcome reward ends by itself or with `user.outdated`: online or visible again. */
const endsDelay = (run: Run) =>
  run.delayEnded('loggedIn.welcomeDelayed') ||
  (run.was('loggedIn.welcomeDelayed') && run.on('user.outdated'));

/** A member whose session is restored, with the welcome reward due. */
const member = {
  ...model,
  isWithin: () => true,
  outcomes: {
    ...model.outcomes,
    restoreSession: { done: [{ token: user.token, user, isWelcomeDue: true }] },
  },
};

/** The same member, whose welcome reward always fails: the pause between two tries grows to its limit. */
const unlucky = {
  ...member,
  events: [],
  outcomes: { ...member.outcomes, claimWelcomeReward: { error: [offline] } },
};

export const auth: Invariants = {
  runs: [member, unlucky],
  lasts: {
    // doubles from five seconds to five minutes
    'loggedIn.welcomeDelayed': ({ welcomeFailures }) =>
      Math.min(5_000 * 2 ** (welcomeFailures - 1), 300_000),
  },
  calm: [
    'loggedIn.welcoming',
    'loggedIn.welcomeDelayed',
    'loggedIn.refreshing',
    'loggedIn.outdated',
  ],
  machines: ['registering.running'],
  invariants: [
    ...leaving,
    always(
      'without a token nobody is logged in, and a visitor has neither token nor user',
      (run) => {
        const { token, user: known } = run.context;
        return run.is('loggedIn')
          ? token !== null
          : run.is('loggingOut') || (token === null && known === null);
      },
    ),
    invariant(
      'a complete form is sent as typed; an incomplete one shows what is missing',
      (run) => run.was('loggedOut') && run.on('login.submitted', 'register.submitted'),
      (run) => {
        const { form } = run.event;
        const isComplete =
          form.username.trim() !== '' &&
          form.password !== '' &&
          (form.confirmation ?? form.password) === form.password &&
          (form.email ?? 'x').trim() !== '';
        const src = run.on('login.submitted') ? 'logIn' : 'loadRegistration';
        const sent = run.begins(src).map(({ input }) => (input as { form: unknown }).form);
        return isComplete
          ? run.is(run.on('login.submitted') ? 'loggingIn' : 'registering.loading') &&
              sent[0] === form &&
              Object.keys(run.context.problems).length === 0
          : run.is('loggedOut') &&
              sent.length === 0 &&
              Object.keys(run.context.problems).length > 0;
      },
    ),
    invariant(
      'once its code is loaded, the registration runs with the submitted form, until the state is left',
      (run) =>
        run.gets('loadRegistration') || (run.was('registering.running') && !run.is('registering')),
      (run) =>
        run.is('registering.running')
          ? run.runs('register') && run.given('register').form === run.event.output.form
          : !run.runs('register'),
    ),
    invariant(
      'a log-in or registration stores the session, clears the invite code, and is sent to the root',
      enters,
      (run) =>
        run.is('loggedIn') &&
        run.context.token === run.event.output.token &&
        run.context.user === run.event.output &&
        run.does('storeSession').length === 1 &&
        run.does('clearInviteCode').length === 1 &&
        run.tells('auth.loggedIn').length === 1 &&
        run.tells('auth.identified')[0]?.isVisitor === false,
    ),
    invariant(
      'any failed attempt clears token and user, and says why',
      (run) => run.was(...entering) && (run.loses('logIn') || isRefused(run)),
      (run) =>
        run.is('loggedOut') &&
        run.does('clearSession').length === 1 &&
        run.context.failure.kind === (run.event.error ?? run.event.output).kind,
    ),
    invariant(
      'visitor or user is sent to the root whenever it changes',
      (run) => run.hasEntered('loggedOut') || run.hasEntered('loggedIn') || run.gets('loadUser'),
      (run) => {
        const told = run.tells('auth.identified').at(-1);
        const { token, user: known } = run.context;
        return (
          told?.isVisitor === (token === null) &&
          told?.user?.id === (token === null ? undefined : known?.id)
        );
      },
    ),
    invariant(
      'the welcome reward is shown once, with the amounts of the server’s answer',
      (run) => run.tells('reward.welcomed').length > 0 || run.gets('claimWelcomeReward'),
      (run) =>
        run.gets('claimWelcomeReward') &&
        run.tells('reward.welcomed')[0]?.rewards === run.event.output.rewards &&
        !run.context.isWelcomeDue &&
        run.does('setWelcomed').length === 1 &&
        run.is('loggedIn.refreshing'),
    ),
    invariant(
      'a welcome reward that is due is claimed first, and retried until it is paid',
      (run) => run.hasEntered('loggedIn') || run.loses('claimWelcomeReward') || endsDelay(run),
      (run) => {
        if (run.hasEntered('loggedIn'))
          return run.is(run.context.isWelcomeDue ? 'loggedIn.welcoming' : 'loggedIn.refreshing');
        if (endsDelay(run))
          return run.is('loggedIn.welcoming') && run.begins('claimWelcomeReward').length === 1;
        return (
          run.is('loggedIn.welcomeDelayed') &&
          run.context.welcomeFailures === run.known.welcomeFailures + 1 &&
          run.context.isWelcomeDue
        );
      },
    ),
    invariant(
      'a new balance is stored without the old local estimate; the user is loaded if the balance is shown, and again if the user is loading',
      (run) => run.on('balance.changed') && run.was('loggedIn') && run.known.user !== null,
      (run) => {
        const isNew = run.event.balance !== run.known.user.balance;
        const isLoading = run.was('loggedIn.refreshing');
        const isAsked = isNew && (isLoading || run.event.isShown);
        return (
          run.context.user.balance === run.event.balance &&
          run.does('storeUser').length === (isNew ? 1 : 0) &&
          (!run.was('loggedIn.current', 'loggedIn.outdated', 'loggedIn.refreshing') ||
            run.begins('loadUser').length === (isAsked ? 1 : 0)) &&
          (!isNew || (run.context.user.local_amount === null && run.context.knownAtMs === null))
        );
      },
    ),
    invariant(
      'the loaded user replaces the known one, and is stored',
      (run) => run.gets('loadUser'),
      (run) =>
        run.is('loggedIn.current') &&
        run.context.user === run.event.output &&
        !run.context.isOffline &&
        run.context.knownAtMs === null &&
        run.does('storeUser').length === 1,
    ),
    invariant(
      'a failed load of the user ends no session; the known user is shown with its age',
      (run) => run.loses('loadUser') || (run.was('loggedIn.outdated') && run.gets('readKnownAt')),
      (run) =>
        run.is('loggedIn.outdated') &&
        (run.gets('readKnownAt')
          ? run.context.knownAtMs === run.event.output
          : run.context.isOffline === (run.event.error.kind === 'offline')),
    ),
    invariant(
      'an outdated user is loaded again',
      (run) =>
        run.on('user.outdated') &&
        run.was('loggedIn.current', 'loggedIn.outdated', 'loggedIn.refreshing'),
      (run) => run.is('loggedIn.refreshing') && run.begins('loadUser').length === 1,
    ),
    invariant(
      'a session change in another window applies here: log-in, log-out and balance',
      (run) => run.on('session.changed') && run.was('loggedIn', 'loggedOut', ...entering),
      (run) => {
        const { session } = run.event;
        // the person's own attempt to log in continues
        if (session === null && run.was(...entering)) return run.is(...entering);
        if (session === null)
          return (
            run.is('loggedOut') &&
            run.tells('auth.loggedOut').length === (run.was('loggedIn') ? 1 : 0)
          );
        if (session.token !== run.known.token)
          return (
            run.is('loggedIn') &&
            run.context.token === session.token &&
            run.context.user === session.user &&
            !run.context.isWelcomeDue &&
            run.context.failure === null
          );
        const known = run.known.user;
        const isPaid =
          known !== null && session.user?.id === known.id && session.user.balance !== known.balance;
        return (
          run.tells('auth.paidElsewhere').length === (isPaid ? 1 : 0) &&
          (!isPaid || run.context.user === session.user)
        );
      },
    ),
    invariant(
      'a stored session restores its user; without one, or without storage, there is a visitor',
      (run) => run.gets('restoreSession') || run.loses('restoreSession'),
      (run) =>
        run.gets('restoreSession') && run.event.output.token !== null
          ? run.is('loggedIn') &&
            run.context.token === run.event.output.token &&
            run.context.user === run.event.output.user
          : run.is('loggedOut'),
    ),
    invariant(
      'turning to the other form clears problems and failure',
      (run) => run.was('loggedOut') && run.on('turn.pressed'),
      (run) => Object.keys(run.context.problems).length === 0 && run.context.failure === null,
    ),
  ],
};
