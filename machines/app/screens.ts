/** Every screen that has a route. */
export type ScreenName =
  | 'feed'
  | 'login'
  | 'newUser'
  | 'invite'
  | 'withdraw'
  | 'mine'
  | 'tasks'
  | 'reminder'
  | 'install'
  | 'demo'
  | 'tools'
  | 'machines'
  | 'notFound';

/** Who may look at a screen. */
type Audience = 'everybody' | 'members' | 'visitors';

const audiences: Record<ScreenName, Audience> = {
  feed: 'everybody',
  login: 'visitors',
  newUser: 'visitors',
  invite: 'members',
  withdraw: 'members',
  mine: 'members',
  tasks: 'members',
  reminder: 'everybody',
  install: 'everybody',
  demo: 'everybody',
  tools: 'everybody',
  machines: 'everybody',
  notFound: 'everybody',
};

export const isForMembers = (screen: ScreenName) => audiences[screen] === 'members';

/** Where a member has no business: the ways in. */
export const isEntrance = (screen: ScreenName) => audiences[screen] === 'visitors';

export const isFor = (screen: ScreenName, { isVisitor }: { isVisitor: boolean }) =>
  !(isVisitor ? isForMembers(screen) : isEntrance(screen));

/** These begin anew at every visit. */
type NewEachTime =
  | 'login'
  | 'newUser'
  | 'reminder'
  | 'install'
  | 'demo'
  | 'tools'
  | 'machines'
  | 'notFound';

/** Once visited these stay as they were left. */
const kept: Record<Exclude<ScreenName, NewEachTime>, true> = {
  feed: true,
  invite: true,
  withdraw: true,
  mine: true,
  tasks: true,
};

export const isKept = (screen: ScreenName) => screen in kept;

/** Amounts on these, if any, have no estimate in the local currency. */
type WithoutEstimate =
  | 'feed'
  | 'login'
  | 'newUser'
  | 'invite'
  | 'tasks'
  | 'reminder'
  | 'install'
  | 'demo'
  | 'tools'
  | 'machines'
  | 'notFound';

/** On these the estimate in the local currency has to be true. */
const withEstimate: Record<Exclude<ScreenName, WithoutEstimate>, true> = {
  mine: true,
  withdraw: true,
};

export const showsMoney = (screen: ScreenName) => screen in withEstimate;
