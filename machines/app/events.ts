import type { EventFrom, InputFrom } from 'xstate';
import type { Rendition } from '../../contract/renditions.ts';
import type { AdsEmitted } from '../ads.machine.ts';
import type { AgreementEmitted } from '../agreement.machine.ts';
import type { AppUpdateEmitted } from '../app-update.machine.ts';
import type { ConnectivityEvent, PageVisibility } from '../attention.ts';
import type { AuthEmitted, Person } from '../auth/model.ts';
import type { BreakReminderEmitted } from '../break-reminder.machine.ts';
import type { ClaimEmitted } from '../claim.machine.ts';
import type { ClipLoadingEmitted } from '../clip-loading.machine.ts';
import type { ConnectivityEmitted } from '../connectivity.machine.ts';
import type { DailyShareEmitted } from '../daily-share.machine.ts';
import type { EarningEmitted } from '../earning.machine.ts';
import type { FeedEmitted } from '../feed/context.ts';
import type { InstallEmitted } from '../install.machine.ts';
import type { LocaleEmitted } from '../locale.machine.ts';
import type { MaintenanceEmitted } from '../maintenance.machine.ts';
import type { NowPlayingEmitted } from '../now-playing.machine.ts';
import type { ObjectionEmitted } from '../objection.machine.ts';
import type { OutboxEmitted } from '../outbox/context.ts';
import type { PasskeyLoginEmitted } from '../passkey-login.machine.ts';
import type { ProofEmitted } from '../proof.machine.ts';
import type { PushEmitted } from '../push/model.ts';
import type { RenditionEmitted } from '../rendition.machine.ts';
import type { ShareEmitted } from '../share.machine.ts';
import type { TaskEmitted } from '../task.machine.ts';
import type { VideoEmitted } from '../video/model.ts';
import type { WithdrawInfoEmitted } from '../withdraw-info.machine.ts';
import type { WithdrawalEmitted } from '../withdrawal/model.ts';
import type { AppChildren, ChildId } from './children.ts';
import type { ScreenName } from './screens.ts';
import type { ToastText } from './toasts.ts';

/** Events from outside the machines that concern several of them. */
type OutsideEvent =
  /** a screen was opened, perhaps again */
  | { type: 'screen.opened'; screen: ScreenName }
  /** the page became visible or hidden */
  | PageVisibility
  /** the page has the focus again; it may have been visible all the time */
  | { type: 'page.returned' }
  | ConnectivityEvent
  /** a UTC day began: daily counts start again */
  | { type: 'day.began' }
  /** the server answered a call with 303, 401 or 409; `token` is the call's token */
  | { type: 'session.ended'; token: string };

/** Events that a machine, or the page, sends to other machines: each has a route. */
export type RoutedEvent =
  | OutsideEvent
  | AdsEmitted
  | AgreementEmitted
  | AppUpdateEmitted
  | AuthEmitted
  | BreakReminderEmitted
  | ClaimEmitted
  | ClipLoadingEmitted
  | DailyShareEmitted
  | FeedEmitted
  | InstallEmitted
  | EarningEmitted
  | ConnectivityEmitted
  | LocaleEmitted
  | MaintenanceEmitted
  | NowPlayingEmitted
  | ObjectionEmitted
  | OutboxEmitted
  | PasskeyLoginEmitted
  | ProofEmitted
  | PushEmitted
  | RenditionEmitted
  | ShareEmitted
  | TaskEmitted
  | VideoEmitted
  | WithdrawInfoEmitted
  | WithdrawalEmitted;

declare module '../notify.ts' {
  interface RootTakes {
    event: RoutedEvent;
  }
}

export type AppEvent =
  | RoutedEvent
  /** the user changed: log-in, log-out, another user, or known for the first time */
  | { type: 'session.changed' }
  /** the network and the main thread are idle */
  | { type: 'page.idle' }
  /** the code of a component was fetched when it opened: starts its children */
  | { type: 'module.fetched'; output: readonly ChildStart[] }
  /** Share was pressed on the feed */
  | { type: 'share.pressed' }
  | { type: 'toast.due'; text: ToastText }
  | { type: 'toast.ended'; id: number };

/** A child to start: its machine with its effects, and its input. */
export type ChildStart = {
  [Id in ChildId]: { id: Id; logic: AppChildren[Id]; input: InputFrom<AppChildren[Id]> };
}[ChildId];

/** An event for a child, if it runs. */
export type ChildMessage = {
  [Id in ChildId]: { to: Id; event: EventFrom<AppChildren[Id]> };
}[ChildId];

/** A part of the app that is fetched in one piece: a boot phase, or a screen. */
export type ModuleName = 'second' | 'third' | ScreenName;

export interface ModuleInput {
  module: ModuleName;
  user: Person | null;
  /** the feed was opened in this session */
  isFeedOpen: boolean;
  /** unique for each load of a module */
  idPrefix: string;
}

/** Commands of the root for the page around it. */
export type PageCommand =
  /** opens the log-in, which leads back to this screen */
  | { type: 'page.logIn' }
  /** goes back from the log-in to the screen before it */
  | { type: 'page.return' }
  /** opens a link of this app */
  | { type: 'page.follow'; link: string }
  /** stores the first clip of the next visit */
  | { type: 'page.storeFirstClip'; videoId: number; src: string | null }
  /** stores the rendition of the next visit's first clip */
  | { type: 'page.storeRendition'; rendition: Rendition }
  /** fetches posters: on a slow connection a clip's poster is shown before the clip */
  | { type: 'page.fetchPosters'; posters: readonly string[] }
  /** marks a clip as paid in the cached list of the feed */
  | { type: 'page.storePaid'; videoId: number }
  /** deletes the stored day of the last share, which may be another user's */
  | { type: 'page.forgetShareDay' }
  /** notes that the server has deleted this device's push address together with the session */
  | { type: 'page.forgetPushSync' }
  /** formats dates and numbers for the account's country; null: no account */
  | { type: 'page.formatFor'; country: string | null }
  /** reloads the page: without a reload, the browser repeats the error of a failed import */
  | { type: 'page.reload' }
  /** the code that draws the app did not load: the page shows a message until it is drawn */
  | { type: 'page.showStartFailure' }
  /** draws the app: the children that it shows run */
  | { type: 'page.draw' }
  /** reports when the network and the main thread are idle */
  | { type: 'page.awaitIdle' };
