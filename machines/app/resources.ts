import type { AppConfig } from '../../contract/app-config.ts';
import type { OutputOf } from '../../contract/call.ts';
import type { RewardLog, Video, Withdrawal } from '../../contract/shapes.ts';
import type { corrections } from '../../contract/withdraw.calls.ts';
import type { ListMachine } from '../list.machine.ts';
import type { ResourceMachine } from '../resource.machine.ts';

/** Number of videos that this user was paid for on this UTC day, and the limit. */
interface PaidToday {
  paid: number;
  limit: number;
}

export interface DayEarned {
  /** UTC, `yyyy-mm-dd` */
  day: string;
  /** money, four decimal places */
  amount: string;
}

/** Data that the browser stores for the app, and its service worker. */
export interface DeviceInfo {
  stored: { key: string; value: string }[];
  caches: { name: string; entries: number }[];
  /** persisted claims; null: this browser cannot persist any */
  claims: { kept: number; unreadable: string[] } | null;
  worker: {
    script: string;
    state: ServiceWorkerState | 'unknown';
    /** a newer worker waits until the open pages are closed */
    isUpdateWaiting: boolean;
    /** this page's requests go through the worker */
    isInControl: boolean;
  } | null;
  usage: number | null;
}

/** A correction of the balance by an operator, and its reason. */
export type Correction = OutputOf<typeof corrections>['list'][number];

/** Data that is loaded, shown and loaded again, by the ids of the root machine's children. */
export interface Resources {
  /** the operator's settings */
  config: ResourceMachine<AppConfig>;
  paidToday: ResourceMachine<PaidToday>;
  /** whether this user was paid for a share on this UTC day, on any device */
  sharedToday: ResourceMachine<boolean>;
  /** earnings of each of the last days */
  earnings: ResourceMachine<DayEarned[]>;
  /** the clip shown in pictures of the app; null: none */
  sampleClip: ResourceMachine<Video | null>;
  device: ResourceMachine<DeviceInfo>;
  /** the newest first */
  rewards: ListMachine<RewardLog>;
  /** the newest first */
  withdrawals: ListMachine<Withdrawal>;
  /** the newest first */
  corrections: ListMachine<Correction>;
}
