import type { Reason } from '../../../contract/reasons.ts';

/** A time within the facts, in Postgres' JSON format. */
type Timestamp = string;

/** The data of a timeline's lines, by the kind of line. Amounts are whole numbers of 1/10,000 units. */
export interface TimelineFacts {
  account: {
    readonly inviter: string | null;
    /** registrations from this person's block of addresses, counted up to 1,000; 0: the block is not stored any more */
    readonly block_users: number;
  };
  login: {
    /** short name of the device; null: unknown */
    readonly device: string | null;
    /** this field and the next two are missing after the end of the session */
    readonly seen_at?: Timestamp;
    readonly expires_at?: Timestamp;
    /** the push service of the session; null: the session gets no push messages */
    readonly push?: string | null;
  };
  'failed login': { readonly times: number; readonly last_at: Timestamp };
  served: { readonly what: 'video' | 'ad'; readonly ids: readonly number[] };
  watch: {
    readonly action: 'clip' | 'watch' | 'click';
    readonly id: number;
    readonly title: string | null;
    readonly seconds: number | null;
    readonly amount: number;
  };
  refusal: {
    readonly call: string;
    readonly item: string;
    readonly title: string | null;
    readonly reason: Reason;
    readonly times: number;
    readonly last_at: Timestamp;
  };
  entry: {
    readonly op: string;
    readonly debit: string;
    readonly credit: string;
    readonly amount: number;
    readonly detail: string;
    readonly withdrawal: string | null;
  };
  friend: { readonly friend: string; readonly videos: number };
  'on its way': {
    readonly op: string;
    readonly amount: number;
    /** name of the friend; the reward is credited after the friend has watched enough clips */
    readonly friend?: string;
    readonly videos?: number;
    /** number of the failed credit in `outbox_dead`, for the command `outbox retry` */
    readonly laid_aside?: number;
  };
  change: {
    readonly action: string;
    readonly who?: string;
    readonly reason?: string | null;
    readonly before?: unknown;
    readonly after?: unknown;
    readonly method?: string;
    readonly account?: string;
    readonly recipient?: string;
  };
  withdrawal: {
    readonly id: number;
    readonly step: string;
    readonly amount: number;
    readonly method?: string;
    readonly account?: string;
    readonly reason?: string | null;
    /** the previous step */
    readonly from?: string;
    readonly batch?: number | null;
    readonly due_at?: Timestamp | null;
    readonly held_until?: Timestamp | null;
    /** the sum to pay and its currency; null: the method pays in the product's currency */
    readonly pays?: string | null;
  };
  push: { readonly message: string; readonly attempts: number; readonly due_at: Timestamp };
}

export type TimelineEventKind = keyof TimelineFacts;

export type TimelineEvent = {
  [Kind in TimelineEventKind]: {
    readonly at: Date;
    /** `at` in microseconds */
    readonly moment: bigint;
    readonly kind: Kind;
    readonly facts: TimelineFacts[Kind];
  };
}[TimelineEventKind];

/** A line as its query returns it: `details.ts` replaces ids by names, and opens the sealed payout account. */
export interface SourceRow {
  readonly at: Date;
  readonly moment: bigint;
  readonly kind: TimelineEventKind;
  readonly sequence: bigint;
  readonly facts: SourceFacts;
}

interface SourceFacts {
  readonly inviter_id?: number | null;
  readonly friend_id?: number;
  /** of a watch: `clip`, or the action on an advertisement */
  readonly action?: string;
  readonly id?: number;
  /** path of the refused call */
  readonly call?: string;
  readonly item?: string;
  /** the payout account, sealed */
  readonly account?: string;
  /** time at which the withdrawal's batch was cancelled: `details.ts` finds the batch by it */
  readonly cancelled_at?: Timestamp | null;
}
