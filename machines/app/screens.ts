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

/** Once visited these stay as they were left. */
const kept: ReadonlySet<ScreenName> = new Set(['feed', 'invite', 'withdraw', 'mine', 'tasks']);

export const isKept = (screen: ScreenName) => kept.has(screen);
