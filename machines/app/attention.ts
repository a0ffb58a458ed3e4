import type { EventFrom } from 'xstate';
import type { ConnectivityEvent, PageVisibility, VisibilityEvent } from '../attention.ts';
import type { AppChildren, ChildId } from './children.ts';
import { type Command, type OutdatableId, outdated, sendClaims } from './command.ts';
import type { ChildMessage } from './events.ts';
import type { ScreenName } from './screens.ts';
import { endOtherShares } from './share-places.ts';

/** Ids of the children that handle an event. */
type ReceiverId<Event> = {
  [Id in ChildId]: Extract<EventFrom<AppChildren[Id]>, Event> extends never ? never : Id;
}[ChildId];
type VisibilityReceiverId = ReceiverId<VisibilityEvent>;
type DataChildId = Extract<VisibilityReceiverId, OutdatableId>;
type Seen = {
  [Id in VisibilityReceiverId]: { to: Id; event: PageVisibility };
}[VisibilityReceiverId];

/** The screen of each child that loads data when its screen is visible or opened; `any`: every screen. */
const asked: Record<DataChildId, ScreenName | 'any'> = {
  config: 'any',
  corrections: 'any',
  sampleClip: 'any',
  friends: 'invite',
  earnings: 'mine',
  rewards: 'mine',
  paidToday: 'tasks',
  sharedToday: 'tasks',
  tasks: 'tasks',
  device: 'tools',
  withdrawal: 'withdraw',
  withdrawals: 'withdraw',
};

export const dataChildIds = Object.keys(asked) as DataChildId[];

/** Children that are active only while their screen is visible. */
const played = {
  feed: 'feed',
  landing: 'newUser',
  breakReminder: 'feed',
  watchProgress: 'feed',
} as const satisfies Record<string, ScreenName>;
const places = { ...played, ...asked };
type PlacedId = keyof typeof places;

/** Children that follow the page's visibility on every screen. */
const onEveryScreen: Record<Exclude<VisibilityReceiverId, PlacedId>, true> = {
  appUpdate: true,
  connectivity: true,
  dataUsed: true,
  nowPlaying: true,
  'share-feed': true,
  'share-invite': true,
  'share-limit': true,
  'share-tasks': true,
  ticker: true,
};

type OnlineId = ReceiverId<ConnectivityEvent>;
const connected: Record<OnlineId, true> = {
  connectivity: true,
  feed: true,
  outbox: true,
  push: true,
};

const idsOf = <Id extends string>(of: Record<Id, unknown>) => Object.keys(of) as Id[];

/** Reports the device's connectivity to the children; waiting claims are sent when it is online. */
export const connectivityMessages = (event: ConnectivityEvent): ChildMessage[] => [
  ...idsOf(connected).map(
    (to): { [Id in OnlineId]: { to: Id; event: ConnectivityEvent } }[OnlineId] => ({ to, event }),
  ),
  ...(event.isOnline ? [sendClaims] : []),
];

/** Reports to the children of each screen whether it is visible. */
export const screenVisibilityMessages = (screen: ScreenName, visibility: PageVisibility) =>
  idsOf(places).map((to): Seen => {
    const isVisible = visibility.isVisible && ['any', screen].includes(places[to]);
    return { to, event: { ...visibility, isVisible } };
  });

/** Reports visibility to the children; waiting claims are sent when the page becomes visible. */
export const visibilityMessages = (screen: ScreenName, event: PageVisibility): ChildMessage[] => [
  ...screenVisibilityMessages(screen, event),
  ...idsOf(onEveryScreen).map((to): Seen => ({ to, event })),
  ...(event.isVisible ? [sendClaims] : []),
];

/** An opened screen loads its data again; shares begun on other screens end. */
export const screenOpenedCommands = (screen: ScreenName, visibility: PageVisibility): Command[] => [
  ...endOtherShares(screen),
  ...outdated(...dataChildIds.filter((id) => asked[id] === screen)),
  ...screenVisibilityMessages(screen, visibility),
];
