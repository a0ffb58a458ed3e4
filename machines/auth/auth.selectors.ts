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

/** What is known of the user could not be asked for again. */
export const selectIsUserOutdated = (state: Snapshot) => state.matches({ loggedIn: 'outdated' });

/** The actor of a registration that is under way. */
export const selectRegistration = ({ children }: Snapshot) =>
  children.register as ActorRefFrom<typeof registrationMachine> | undefined;

/** Somebody comes or goes. */
export const selectIsBusy = (state: Snapshot) => state.hasTag('busy');

/** What was wrong before sending, and what the server said; views word both. */
export const selectProblems = ({ context }: Snapshot) => context.problems;
export const selectFailure = ({ context }: Snapshot) => context.failure;
