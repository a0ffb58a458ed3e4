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

/** The users who may open a screen that is not for everybody. */
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

/** Whether only visitors may open the screen, like the log-in. */
export const isForVisitors = (screen: ScreenName) => audienceOf(screen) === 'visitors';

export const mayOpen = (screen: ScreenName, { isVisitor }: { isVisitor: boolean }) =>
  !(isVisitor ? isForMembers(screen) : isForVisitors(screen));

/** Screens that start again at every visit. */
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

/** Screens that stay as they were left; each has a tab. */
export type TabScreen = Exclude<ScreenName, NewEachTime>;

const tabs: Record<TabScreen, true> = {
  feed: true,
  invite: true,
  withdraw: true,
  mine: true,
  tasks: true,
};

export const staysMounted = (screen: ScreenName) => screen in tabs;

/** Screens that show no estimate in the local currency. */
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

/** Screens that need a current estimate in the local currency. */
const withEstimate: Record<Exclude<ScreenName, WithoutEstimate>, true> = {
  mine: true,
  withdraw: true,
};

export const showsEstimate = (screen: ScreenName) => screen in withEstimate;
