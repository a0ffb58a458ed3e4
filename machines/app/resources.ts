import type { AppConfig } from '../../contract/app-config.ts';
import type { OutputOf } from '../../contract/call.ts';
import type { RewardLog, Video, Withdrawal } from '../../contract/shapes.ts';
import type { corrections } from '../../contract/withdraw.calls.ts';
import type { ListMachine } from '../list.machine.ts';
import type { ResourceMachine } from '../resource.machine.ts';

/** How many videos this user was paid for on this UTC day, and of how many. */
interface PaidToday {
  paid: number;
  limit: number;
}

export interface DayEarned {
  /** UTC, `yyyy-mm-dd` */
  day: string;
  /** money, four places */
  amount: string;
}

/** What this device keeps for the app, and what works in the background. */
export interface DeviceInfo {
  stored: { key: string; value: string }[];
  caches: { name: string; entries: number }[];
  /** rewards that wait, as they are kept; null: this browser keeps none */
  claims: { kept: number; unreadable: string[] } | null;
  worker: {
    script: string;
    state: ServiceWorkerState | 'unknown';
    /** another one waits until the open pages are gone */
    isUpdateWaiting: boolean;
    /** this page's requests go through it */
    isInControl: boolean;
  } | null;
  usage: number | null;
}

/** What the operator gave or took afterwards, and why. */
export type Correction = OutputOf<typeof corrections>['list'][number];

/** What is asked for, shown and asked for again, by the ids of the root machine's children. */
export interface Resources {
  /** what the operator has set */
  config: ResourceMachine<AppConfig>;
  paidToday: ResourceMachine<PaidToday>;
  /** whether this user was paid for a share on this UTC day, on whatever device */
  sharedToday: ResourceMachine<boolean>;
  /** what each of the last days has brought */
  earnings: ResourceMachine<DayEarned[]>;
  /** the clip that stands for the feed in pictures of the app; null: there is none */
  sampleClip: ResourceMachine<Video | null>;
  device: ResourceMachine<DeviceInfo>;
  /** the newest first */
  rewards: ListMachine<RewardLog>;
  /** the newest first */
  withdrawals: ListMachine<Withdrawal>;
  /** the newest first */
  corrections: ListMachine<Correction>;
}
