import type { Reason } from '../../../contract/reasons.ts';

/** Moments within the facts, as Postgres writes them into JSON. */
type Moment = string;

/** What a timeline tells, by its kind. Amounts are whole numbers of 1/10,000 units. */
export interface Happenings {
  account: {
    readonly inviter: string | null;
    /** of the same block of addresses, this one too, at most 1,000; 0: not known any more */
    readonly block_users: number;
  };
  login: {
    /** null: not known */
    readonly device: string | null;
    /** the rest is of a session that has not ended */
    readonly seen_at?: Moment;
    readonly expires_at?: Moment;
    /** the service that brings push messages to it; null: none does */
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
    /** who has to watch clips before */
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
    /** the step before */
    readonly from?: string;
    readonly batch?: number | null;
    readonly due_at?: Moment | null;
    readonly held_until?: Moment | null;
    /** what arrives, where the method has a currency of its own */
    readonly pays?: string | null;
  };
  push: { readonly message: string; readonly attempts: number; readonly due_at: Moment };
}

export type HappeningKind = keyof Happenings;

export type Happening = {
  [Kind in HappeningKind]: {
    readonly at: Date;
    /** the same in microseconds */
    readonly moment: bigint;
    readonly kind: Kind;
    readonly facts: Happenings[Kind];
  };
}[HappeningKind];

/** A line as its source gives it: some of its facts are still to be found by what stands in their place. */
export interface SourceRow {
  readonly at: Date;
  readonly moment: bigint;
  readonly kind: HappeningKind;
  readonly sequence: bigint;
  readonly facts: SourceFacts;
}

interface SourceFacts {
  readonly inviter_id?: number | null;
  readonly friend_id?: number;
  /** of a watch: a clip, or else an advertisement */
  readonly action?: string;
  readonly id?: number;
  /** of a refusal */
  readonly call?: string;
  readonly item?: string;
  /** as it is stored */
  readonly account?: string;
  /** when the batch was cancelled that it was taken out of */
  readonly cancelled_at?: Moment | null;
}
