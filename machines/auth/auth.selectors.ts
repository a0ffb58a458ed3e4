import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../registration.machine.ts';
import type { authMachine } from './auth.machine.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;

/** Nobody is logged in on this device: the one meaning of "visitor". */
export const selectIsVisitor = ({ context }: Snapshot) => context.token === null;

export const selectUser = ({ context }: Snapshot) => context.user;
export const selectInviteCode = ({ context }: Snapshot) => context.user?.invite_code ?? null;

/** Pages of the operator that are new to the member, as the server names them. */
export const selectPagesToAgree = ({ context }: Snapshot) => context.user?.to_agree ?? null;

/** The user's data could not be refreshed. */
export const selectIsUserOutdated = (state: Snapshot) => state.matches({ loggedIn: 'outdated' });

/** The actor of a running registration. */
export const selectRegistration = ({ children }: Snapshot) =>
  children.register as ActorRefFrom<typeof registrationMachine> | undefined;

/** A log-in, registration or log-out is running. */
export const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** Problems found before sending; `selectFailure` has the server's. Views word both. */
export const selectProblems = ({ context }: Snapshot) => context.problems;
export const selectFailure = ({ context }: Snapshot) => context.failure;
