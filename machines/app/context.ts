import type { ConnectivityEvent, PageVisibility } from '../attention.ts';
import type { Person } from '../auth/model.ts';
import type { ChildId } from './children.ts';
import type { ScreenName } from './screens.ts';
import type { Toast } from './toasts.ts';

export interface AppInput {
  /** unlike that of any other start of the app, on any device */
  idPrefix: string;
}

export interface AppContext extends AppInput {
  /** false: what this device keeps was not read yet */
  isKnown: boolean;
  isVisitor: boolean;
  /** null: nobody, or nobody known yet */
  user: Person | null;
  screen: ScreenName;
  /** as it was told last */
  visibility: PageVisibility;
  /** the device says so */
  connectivity: ConnectivityEvent;
  /** screens that were opened in this session: their code is there, their actors run */
  visited: readonly ScreenName[];
  running: readonly ChildId[];
  /** this page alone has rewards that could not be kept: they would be lost with it */
  holdsRewards: boolean;
  /** counts the starts of children: the idPrefix of each is its own */
  starts: number;
  /** on the screen now, the oldest first */
  toasts: readonly Toast[];
  /** counts the toasts: each has an id of its own */
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
  holdsRewards: false,
  starts: 0,
  toasts: [],
  toastsShown: 0,
});
