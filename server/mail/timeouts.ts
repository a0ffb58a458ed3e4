import { MINUTE, SECOND } from '../domain/time.ts';

/** How long the sending of one mail may take. */
export interface MailTimeouts {
  /** until all of it is written: nothing is taken before, so giving up early does no harm */
  readonly writtenMs: number;
  /** from then on, until the mail server says whether it takes it */
  readonly takenMs: number;
  /** for either, once this server ends */
  readonly endingMs: number;
}

/**
 * Many mail servers look through a mail before they take it. Who gives up meanwhile sends it once more, so
 * RFC 5321, 4.5.3.2.6, asks for ten minutes.
 */
export const mailTimeouts: MailTimeouts = {
  writtenMs: MINUTE,
  takenMs: 10 * MINUTE,
  endingMs: 15 * SECOND,
};

/** The timeouts of one mail. */
export class Patience implements Disposable {
  readonly #overdue = new AbortController();
  readonly #timeouts: MailTimeouts;
  readonly #ending: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  /** aborted when it has taken too long */
  readonly signal = this.#overdue.signal;
  /** all of the mail is written: it may have been taken */
  isWritten = false;

  /** @param ending aborted when this server ends */
  constructor(timeouts: MailTimeouts, ending: AbortSignal) {
    this.#timeouts = timeouts;
    this.#ending = ending;
    this.#within(timeouts.writtenMs);
    ending.addEventListener('abort', this.#end);
    if (ending.aborted) this.#end();
  }

  readonly written = () => {
    this.isWritten = true;
    if (!this.#ending.aborted) this.#within(this.#timeouts.takenMs);
  };

  [Symbol.dispose]() {
    this.#ending.removeEventListener('abort', this.#end);
    clearTimeout(this.#timer);
  }

  readonly #end = () => this.#within(this.#timeouts.endingMs);

  #within(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#overdue.abort(), ms);
  }
}
