/** Attributes of a span: names from the code and numbers, never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The trace that a request belongs to. */
export interface Trace {
  /** 32 hexadecimal digits */
  readonly id: string;
  /** the caller's span, 16 hexadecimal digits; not given: the caller sent none */
  readonly parent?: string | undefined;
}

export interface SpanStart {
  readonly name: string;
  /** `server`: answers a request; `client`: waits for another program; `internal`: neither */
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: SpanAttributes;
  /** default: the trace of the enclosing span, or a new one */
  readonly trace?: Trace;
  /** in ms since 1970; default: now */
  readonly beganAt?: number;
}

export interface Span {
  note(facts: SpanAttributes): void;
  /** @param type type of the failure, such as its code; never its message, which may contain personal data */
  fail(type: string): void;
  end(): void;
}

export interface Tracing {
  begin(start: SpanStart): Span;
  /** makes spans that begin in `work` children of the span */
  within<Result>(span: Span, work: () => Result): Result;
  /** whether this code runs within a span */
  hasActiveSpan(): boolean;
  /** sends the queued spans, and stops */
  stop(): Promise<void>;
}
