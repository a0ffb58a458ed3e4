import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../registration.machine.ts';
import type { authMachine } from './auth.machine.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;

/** Whether the user is a visitor: nobody is logged in on this device. */
export const selectIsVisitor = ({ context }: Snapshot) => context.token === null;

export const selectUser = ({ context }: Snapshot) => context.user;
export const selectInviteCode = ({ context }: Snapshot) => context.user?.invite_code ?? null;

/** The operator's pages that the member has not agreed to, in the server's form: `terms:2,privacy:1`. */
export const selectPagesToAgree = ({ context }: Snapshot) => context.user?.to_agree ?? null;

/** Whether the last refresh of the user's data failed. */
export const selectIsUserOutdated = (state: Snapshot) => state.matches({ loggedIn: 'outdated' });

/** The actor of a running registration. */
export const selectRegistration = ({ children }: Snapshot) =>
  children.register as ActorRefFrom<typeof registrationMachine> | undefined;

/** Whether a log-in, a registration or a log-out is running. */
export const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** Problems that the app found in the form; `selectFailure` returns the server's refusal. */
export const selectProblems = ({ context }: Snapshot) => context.problems;
export const selectFailure = ({ context }: Snapshot) => context.failure;
