import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, randomOf } from '../../../bench/farm/random.ts';

/**
 * The faults: a delay; the connection breaks before the request arrives; all or half of the answer
 * is lost; the request arrives late, after the connection has broken, so that a retry may arrive
 * first.
 */
const FAULTS = ['delay', 'cut', 'lost', 'half', 'late'] as const;
type Fault = (typeof FAULTS)[number];

/** A TCP proxy with faults, drawn from a seed. */
export interface FaultyProxy {
  readonly port: number;
  /** counts of the faults so far */
  readonly happened: Record<Fault, number>;
  /** starts a sequence of faults; `chance` is the probability for each piece that is sent */
  begin(seed: number, chance: number): void;
  /** ends the faults; resolves when each pending request is answered, or its time limit is over */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const LATEST_MS = 40;
/** Time limit for the answer to a request that its client no longer waits for. */
const ANSWERED_MS = 3_000;

export async function startFaultyProxy(target: NetConnectOpts): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  const underway = new Set<Promise<void>>();
  const happened = { delay: 0, cut: 0, lost: 0, half: 0, late: 0 };
  let random: Random = randomOf(0, '');
  let chance = 0;

  function draw(): Fault | null {
    if (!random.happens(chance)) return null;
    const fault = FAULTS[random.between(0, FAULTS.length - 1)] ?? 'cut';
    happened[fault] += 1;
    return fault;
  }

  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    new Connection({ client, upstream, draw, wait: () => random.between(1, LATEST_MS), underway });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    happened,
    begin: (seed, to) => {
      random = randomOf(seed, `port of ${JSON.stringify(target)}`);
      chance = to;
    },
    calm: async () => {
      chance = 0;
      while (underway.size > 0) await Promise.all(underway);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

interface Ends {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly draw: () => Fault | null;
  /** the delay of a late request, in ms */
  readonly wait: () => number;
  /** pending requests: not yet arrived, or not yet answered */
  readonly underway: Set<Promise<void>>;
}

/**
 * One connection: forwards its client's data in order, each piece with the fault that is drawn for
 * it.
 */
class Connection {
  readonly #ends: Ends;
  #order: Promise<void> = Promise.resolve();
  /** the fault of the next answer */
  #next: 'whole' | 'half' | 'lost' = 'whole';

  constructor(ends: Ends) {
    this.#ends = ends;
    const { client, upstream } = ends;
    client.on('data', (piece: Buffer) => {
      this.#order = this.#order.then(() => this.#send(piece));
    });
    upstream.on('data', (piece: Buffer) => this.#answer(piece));
    client.on('close', () => {
      if (this.#next === 'whole') void this.#order.then(() => upstream.destroy());
    });
    upstream.on('close', () => client.destroy());
  }

  async #send(piece: Buffer): Promise<void> {
    const { client, upstream, draw, wait } = this.#ends;
    if (client.destroyed) return;
    const fault = draw();
    if (fault === 'cut') {
      client.destroy();
      upstream.destroy();
      return;
    }
    if (fault === 'delay') await delay(wait());
    if (fault === 'half') this.#next = 'half';
    if (fault === 'lost' || fault === 'late') this.#next = 'lost';
    if (fault === 'lost' || fault === 'half') this.#follow(this.#answered());
    if (fault !== 'late') upstream.write(piece);
    else this.#follow(this.#sendLate(piece));
  }

  /** Sends a request late: the client may have retried it by then. */
  async #sendLate(piece: Buffer): Promise<void> {
    const { client, upstream, wait } = this.#ends;
    client.destroy();
    await delay(wait());
    const answered = this.#answered();
    upstream.write(piece);
    await answered;
  }

  /** Resolves when the request is answered or its time limit is over. */
  #answered(): Promise<void> {
    const { upstream } = this.#ends;
    return new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        upstream.destroy();
        resolve();
      };
      const timer = setTimeout(end, ANSWERED_MS);
      upstream.once('data', end).once('close', end);
    });
  }

  #follow(work: Promise<void>): void {
    const { underway } = this.#ends;
    underway.add(work);
    void work.finally(() => underway.delete(work));
  }

  #answer(piece: Buffer): void {
    const { client } = this.#ends;
    if (this.#next === 'lost') return void client.destroy();
    if (this.#next === 'whole') return void client.write(piece);
    // the other half is lost with the connection
    client.write(piece.subarray(0, Math.ceil(piece.length / 2)), () => client.destroy());
  }
}
