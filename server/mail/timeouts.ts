import { MINUTE, SECOND } from '../domain/time.ts';

/** Timeouts of the sending of one mail. */
export interface MailTimeouts {
  /** until the mail is written: no mail server accepts the mail before, so giving up early does no harm */
  readonly writeTimeoutMs: number;
  /** from then on, until the mail server answers whether it accepts the mail */
  readonly acceptTimeoutMs: number;
  /** instead of both, from the moment at which this server ends */
  readonly shutdownTimeoutMs: number;
}

/**
 * Many mail servers scan a mail before they accept it. A client that gives up meanwhile sends it twice, so
 * RFC 5321, 4.5.3.2.6, asks for ten minutes.
 */
export const mailTimeouts: MailTimeouts = {
  writeTimeoutMs: MINUTE,
  acceptTimeoutMs: 10 * MINUTE,
  shutdownTimeoutMs: 15 * SECOND,
};

/** The timeouts of one mail. */
export class MailTimer implements Disposable {
  readonly #overdue = new AbortController();
  readonly #timeouts: MailTimeouts;
  readonly #ending: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  /** aborted when the mail has timed out */
  readonly signal = this.#overdue.signal;
  /** the whole mail is written: the mail server may have taken it */
  isWritten = false;

  /** @param ending aborted when this server ends */
  constructor(timeouts: MailTimeouts, ending: AbortSignal) {
    this.#timeouts = timeouts;
    this.#ending = ending;
    this.#within(timeouts.writeTimeoutMs);
    ending.addEventListener('abort', this.#end);
    if (ending.aborted) this.#end();
  }

  readonly written = () => {
    this.isWritten = true;
    if (!this.#ending.aborted) this.#within(this.#timeouts.acceptTimeoutMs);
  };

  [Symbol.dispose]() {
    this.#ending.removeEventListener('abort', this.#end);
    clearTimeout(this.#timer);
  }

  readonly #end = () => this.#within(this.#timeouts.shutdownTimeoutMs);

  #within(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#overdue.abort(), ms);
  }
}
