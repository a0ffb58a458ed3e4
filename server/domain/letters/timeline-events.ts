import type { Reason } from '../../../contract/reasons.ts';

/** Timestamps within the facts, in Postgres' JSON format. */
type Moment = string;

/** The facts of a timeline's lines, by kind. Amounts are whole numbers of 1/10,000 units. */
export interface TimelineFacts {
  account: {
    readonly inviter: string | null;
    /** registrations from the same block of addresses, including this one, at most 1,000; 0: unknown by now */
    readonly block_users: number;
  };
  login: {
    /** null: unknown */
    readonly device: string | null;
    /** the other fields belong to a session that has not ended */
    readonly seen_at?: Moment;
    readonly expires_at?: Moment;
    /** the push service of the session; null: none */
    readonly push?: string | null;
  };
  'failed login': { readonly times: number; readonly last_at: Moment };
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
    readonly last_at: Moment;
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
    /** the friend who must watch clips first */
    readonly friend?: string;
    readonly videos?: number;
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
    readonly due_at?: Moment | null;
    readonly held_until?: Moment | null;
    /** the sum to be paid, where the method has its own currency */
    readonly pays?: string | null;
  };
  push: { readonly message: string; readonly attempts: number; readonly due_at: Moment };
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

/** A line of a source: some of its facts are only keys or stored forms, by which `details.ts` finds the values. */
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
  /** of a watch: `clip`, otherwise an action of an advertisement */
  readonly action?: string;
  readonly id?: number;
  /** of a refusal */
  readonly call?: string;
  readonly item?: string;
  /** as it is stored */
  readonly account?: string;
  /** when the batch of the request was cancelled */
  readonly cancelled_at?: Moment | null;
}
