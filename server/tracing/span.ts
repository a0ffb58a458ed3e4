/** What a span may tell: names of the code and numbers, never what a person gave. */
export type Facts = Readonly<Record<string, string | number>>;

/** The trace that a request is of. */
export interface Trace {
  /** 32 hexadecimal digits */
  readonly id: string;
  /** the caller's span, 16 hexadecimal digits; not given: it named none */
  readonly parent?: string | undefined;
}

export interface SpanStart {
  readonly name: string;
  /** `server`: answers a request; `client`: waits for another program; `internal`: neither */
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: Facts;
  /** not given: that of the span within which it begins, or a new one */
  readonly trace?: Trace;
  /** in ms since 1970; not given: now */
  readonly beganAt?: number;
}

export interface Span {
  note(facts: Facts): void;
  /** @param type of the failure, such as its code; its message may quote a person's data */
  fail(type: string): void;
  end(): void;
}

export interface Tracing {
  begin(start: SpanStart): Span;
  /** Spans that begin in `work` are the span's children. */
  within<Result>(span: Span, work: () => Result): Result;
  /** whether a span is open here */
  isWithin(): boolean;
  /** sends what waits, and ends */
  stop(): Promise<void>;
}
