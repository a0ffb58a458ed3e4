import type { ConnectivityEvent, PageVisibility } from '../attention.ts';
import type { Person } from '../auth/model.ts';
import type { ChildId } from './children.ts';
import type { ScreenName } from './screens.ts';
import type { Toast } from './toasts.ts';

export interface AppInput {
  /** unique for each start of the app, on any device */
  idPrefix: string;
}

export interface AppContext extends AppInput {
  /** false: the stored session was not read yet */
  isKnown: boolean;
  isVisitor: boolean;
  /** null: no user, or not known yet */
  user: Person | null;
  screen: ScreenName;
  /** the last reported one */
  visibility: PageVisibility;
  /** reported by the device */
  connectivity: ConnectivityEvent;
  /** screens opened in this session: their code is loaded, their actors run */
  visited: readonly ScreenName[];
  running: readonly ChildId[];
  /** this page has claims that are not persisted: they would be lost with it */
  hasUnpersisted: boolean;
  /** number of times that children were started, which makes their id prefixes unique */
  starts: number;
  /** on screen now, the oldest first */
  toasts: readonly Toast[];
  /** number of toasts so far, from which their ids are made */
  toastsShown: number;
}

export const initialContext = ({ input }: { input: AppInput }): AppContext => ({
  ...input,
  isKnown: false,
  isVisitor: true,
  user: null,
  screen: 'feed',
  visibility: { type: 'visibility.changed', isVisible: true, atMs: 0, day: '' },
  connectivity: { type: 'connectivity.changed', isOnline: true },
  visited: [],
  running: ['auth', 'outbox'],
  hasUnpersisted: false,
  starts: 0,
  toasts: [],
  toastsShown: 0,
});
