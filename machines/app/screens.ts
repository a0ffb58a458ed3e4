/** Every screen that has a route. */
export type ScreenName =
  | 'feed'
  | 'login'
  | 'newUser'
  | 'reset'
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

/** Those that not everybody may look at: who may. */
type Audience = 'members' | 'visitors';

type ForEverybody =
  | 'feed'
  | 'reset'
  | 'reminder'
  | 'install'
  | 'demo'
  | 'tools'
  | 'machines'
  | 'notFound';

const audiences: Record<Exclude<ScreenName, ForEverybody>, Audience> = {
  login: 'visitors',
  newUser: 'visitors',
  invite: 'members',
  withdraw: 'members',
  mine: 'members',
  tasks: 'members',
};

const audienceOf = (screen: ScreenName) =>
  (audiences as Partial<Record<ScreenName, Audience>>)[screen];

export const isForMembers = (screen: ScreenName) => audienceOf(screen) === 'members';

/** Where a member has no business: the ways in. */
export const isEntrance = (screen: ScreenName) => audienceOf(screen) === 'visitors';

export const isFor = (screen: ScreenName, { isVisitor }: { isVisitor: boolean }) =>
  !(isVisitor ? isForMembers(screen) : isEntrance(screen));

/** These begin anew at every visit. */
type NewEachTime =
  | 'login'
  | 'newUser'
  | 'reset'
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
  | 'reset'
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
