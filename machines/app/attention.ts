import type { EventFrom } from 'xstate';
import type { ConnectivityEvent, PageVisibility, VisibilityEvent } from '../attention.ts';
import type { AppChildren, ChildId } from './children.ts';
import { type Command, type OutdatableId, outdated, sendClaims } from './command.ts';
import type { ChildMessage } from './events.ts';
import type { ScreenName } from './screens.ts';
import { leaveOthers } from './share-places.ts';

/** Ids of the children that take such an event. */
type Hearing<Event> = {
  [Id in ChildId]: Extract<EventFrom<AppChildren[Id]>, Event> extends never ? never : Id;
}[ChildId];
type SeenId = Hearing<VisibilityEvent>;
type AskedId = Extract<SeenId, OutdatableId>;
type Seen = { [Id in SeenId]: { to: Id; event: PageVisibility } }[SeenId];

/** The screen of each child that loads data when its screen is visible or opened; `any`: all. */
const asked: Record<AskedId, ScreenName | 'any'> = {
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

export const askedIds = Object.keys(asked) as AskedId[];

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
const ofPage: Record<Exclude<SeenId, PlacedId>, true> = {
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

type OnlineId = Hearing<ConnectivityEvent>;
const connected: Record<OnlineId, true> = {
  connectivity: true,
  feed: true,
  outbox: true,
  push: true,
};

const idsOf = <Id extends string>(of: Record<Id, unknown>) => Object.keys(of) as Id[];

/** Reports the device's connectivity to its children; once online, waiting claims are sent. */
export const tellConnectivity = (event: ConnectivityEvent): ChildMessage[] => [
  ...idsOf(connected).map(
    (to): { [Id in OnlineId]: { to: Id; event: ConnectivityEvent } }[OnlineId] => ({ to, event }),
  ),
  ...(event.isOnline ? [sendClaims] : []),
];

/** Reports to the children of each screen whether it is visible. */
export const tellPlaces = (screen: ScreenName, visibility: PageVisibility) =>
  idsOf(places).map((to): Seen => {
    const isVisible = visibility.isVisible && ['any', screen].includes(places[to]);
    return { to, event: { ...visibility, isVisible } };
  });

/** Reports visibility to the children; waiting claims are sent when the page becomes visible. */
export const tellVisibility = (screen: ScreenName, event: PageVisibility): ChildMessage[] => [
  ...tellPlaces(screen, event),
  ...idsOf(ofPage).map((to): Seen => ({ to, event })),
  ...(event.isVisible ? [sendClaims] : []),
];

/** An opened screen loads its data again; shares begun on other screens end. */
export const tellOpened = (screen: ScreenName, visibility: PageVisibility): Command[] => [
  ...leaveOthers(screen),
  ...outdated(...askedIds.filter((id) => asked[id] === screen)),
  ...tellPlaces(screen, visibility),
];
