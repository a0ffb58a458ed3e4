interface Reply {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
}

/** Timeout of a command: longer than a page waits for anything (`phone.ts`). */
const LIMIT_MS = 60_000;

/** The browser has not answered a command in time. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** A WebDriver BiDi connection to a browser (https://w3c.github.io/webdriver-bidi/). */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #serial = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser is gone'));
    });
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Bidi(socket);
  }

  /** @throws Error with the name of the method, if the browser refuses it or does not answer in time */
  send<R>(method: string, params: object, limitMs = LIMIT_MS): Promise<R> {
    this.#serial += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#serial, answer);
    this.#socket.send(JSON.stringify({ id: this.#serial, method, params }));
    const late = () =>
      answer.reject(new Unanswered(`no answer to ${method} for ${limitMs / 1000} s`));
    const timer = setTimeout(late, limitMs);
    return answer.promise.finally(() => clearTimeout(timer)) as Promise<R>;
  }

  close(): void {
    this.#socket.close();
  }

  #hear({ id, type, result, error, message }: Reply): void {
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (!answer || id === undefined) return;
    this.#waiting.delete(id);
    if (type === 'success') answer.resolve(result);
    else answer.reject(new Error(`${error}: ${message}`));
  }
}
