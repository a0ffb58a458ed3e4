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

/** What happens outside that more than one machine has to know. */
type OutsideEvent =
  /** a screen is looked at (again) */
  | { type: 'screen.opened'; screen: ScreenName }
  /** the page is seen, or no more */
  | PageVisibility
  /** somebody turns to the page again, which may have been visible all the time */
  | { type: 'page.returned' }
  | ConnectivityEvent
  /** a UTC day: what is counted by days is counted anew */
  | { type: 'day.began' }
  /** a call was answered with 303, 401 or 409; `token` is the one that it was made with */
  | { type: 'session.ended'; token: string };

/** Events that one machine, or the world outside, sends to other machines: each has its route. */
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
  /** another person, or nobody any more, or somebody at last */
  | { type: 'session.changed' }
  /** the network and the main thread are idle */
  | { type: 'page.idle' }
  /** what runs a component: its code was fetched when it was opened */
  | { type: 'module.fetched'; output: readonly ChildStart[] }
  /** Share was pressed on the feed */
  | { type: 'share.pressed' }
  | { type: 'toast.due'; text: ToastText }
  | { type: 'toast.ended'; id: number };

/** A child to start: its machine with its effects, and what it begins with. */
export type ChildStart = {
  [Id in ChildId]: { id: Id; logic: AppChildren[Id]; input: InputFrom<AppChildren[Id]> };
}[ChildId];

/** An event for a child, if it runs. */
export type ChildMessage = {
  [Id in ChildId]: { to: Id; event: EventFrom<AppChildren[Id]> };
}[ChildId];

/** What is fetched in one piece: a stage of starting, or a screen. */
export type ModuleName = 'second' | 'third' | ScreenName;

export interface ModuleInput {
  module: ModuleName;
  user: Person | null;
  /** somebody has been there in this session */
  isFeedOpen: boolean;
  /** unlike that of any other child */
  idPrefix: string;
}

/** What the root asks of the page around it. */
export type PageCommand =
  /** to the log-in, and back to this screen afterwards */
  | { type: 'page.logIn' }
  /** from the log-in to where a person came from */
  | { type: 'page.return' }
  /** a link of our own */
  | { type: 'page.follow'; link: string }
  /** the clip that the next visit begins with */
  | { type: 'page.beginWith'; videoId: number; src: string | null }
  /** what the next visit's first clip is played from */
  | { type: 'page.storeRendition'; rendition: Rendition }
  /** on a slow connection a clip's picture is there before it */
  | { type: 'page.fetchPosters'; posters: readonly string[] }
  /** what is kept of the feed's list pays for it no more */
  | { type: 'page.storePaid'; videoId: number }
  /** the day of the last share was another person's */
  | { type: 'page.forgetShareDay' }
  /** the server has forgotten where push messages reach this device, together with the session */
  | { type: 'page.forgetPushSync' }
  /** dates and numbers as in the account's country; null: nobody's */
  | { type: 'page.formatFor'; country: string | null }
  /** the browser remembers what it could not fetch, as long as the page lives */
  | { type: 'page.reload' }
  /** what draws the app has not come: the page says so itself, until it is drawn */
  | { type: 'page.sayNotStarted' }
  /** draws the app: what it shows runs */
  | { type: 'page.draw' }
  /** reports when the network and the main thread are idle */
  | { type: 'page.awaitIdle' };
