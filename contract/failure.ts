import type { Reason, SessionEndedCode } from './reasons.ts';
import type { Requirement } from './shapes.ts';

/** Everything that can become of a call that did not succeed, as the app sees it. */
export type CallFailure =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  /** the caller gave up: nothing to tell anybody */
  | { kind: 'aborted' }
  | { kind: 'sessionEnded'; code: SessionEndedCode }
  | {
      kind: 'refused';
      reason: Reason;
      retryAfter?: number | undefined;
      requirements?: Requirement[] | undefined;
      /** of a log-in by a passkey: neither a name nor a password was typed */
      isOfPasskey?: boolean;
      /** what a proof of work is done for */
      challenge?: string | undefined;
    }
  /**
   * a transport fault; `fields` says why each field of a 400 was not accepted, `retryAfter` in how
   * many seconds a 429 is over
   */
  | {
      kind: 'faulted';
      status: number;
      fields?: Record<string, string>;
      retryAfter?: number;
      /** of a 500: names the request in the server's log, where the answer says so */
      requestId?: string;
    }
  /** the answer was not what the contract promises */
  | { kind: 'malformed' };
