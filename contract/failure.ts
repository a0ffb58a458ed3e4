import type { Reason, SessionEndedCode } from './reasons.ts';
import type { Requirement } from './shapes.ts';

/** Every way in which a call can fail, as the app sees it. */
export type CallFailure =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  /** the caller has cancelled the call: nothing is shown */
  | { kind: 'aborted' }
  | { kind: 'sessionEnded'; code: SessionEndedCode }
  | {
      kind: 'refused';
      reason: Reason;
      retryAfter?: number | undefined;
      requirements?: Requirement[] | undefined;
      /** for a log-in by a passkey: neither a name nor a password was typed */
      isPasskeyLogin?: boolean;
      /** the challenge for a proof of work */
      challenge?: string | undefined;
    }
  /** a transport fault; `fields`: why each field of a 400 was refused; `retryAfter`: seconds until a 429 is over */
  | {
      kind: 'faulted';
      status: number;
      fields?: Record<string, string>;
      retryAfter?: number;
      /** for a 500: the request's id in the server's log, if the answer has it */
      requestId?: string;
    }
  /** the answer does not fit the contract's schema */
  | { kind: 'malformed' };
