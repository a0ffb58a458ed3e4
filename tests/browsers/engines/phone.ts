/** What a browser does when a test asks: the same for every engine, and no more than each can do. */
export interface Phone {
  /** what it is, with its version: `Firefox 153.7.0` */
  readonly name: string;
  open(url: string): Promise<void>;
  /** runs an expression whose promise gives a JSON text, or nothing */
  evaluate(expression: string): Promise<string | undefined>;
  /** a real press at a place of the window */
  press(x: number, y: number): Promise<void>;
  /** a real press that lasts until it is released */
  hold(x: number, y: number): Promise<void>;
  release(): Promise<void>;
  /** real keys, into what has the focus */
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** what is on the screen, as a PNG */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** As wide and high as a common phone. */
export const VIEWPORT = { width: 390, height: 844 } as const;

type InPage<A extends unknown[], R> = (...args: A) => R | Promise<R>;

/** A call of a function, for a page to evaluate; an old engine has to be able to read it. */
const callOf = (act: InPage<never[], unknown>, args: unknown[]) =>
  `(${act}).apply(null, ${JSON.stringify(args)})`;

/** Runs a function in the page, with JSON in and out; a promise is awaited. */
export async function run<A extends unknown[], R>(
  phone: Phone,
  act: InPage<A, R>,
  ...args: A
): Promise<Awaited<R>> {
  const json = await phone.evaluate(
    `Promise.resolve(${callOf(act, args)}).then(function (value) { return JSON.stringify(value); })`,
  );
  return json === undefined || json === null ? (undefined as Awaited<R>) : JSON.parse(json);
}

/** More than a clip takes to its reward. */
const LIMIT_MS = 30_000;

/** Waits, frame by frame, until the page gives something true; @returns it */
export async function until<A extends unknown[], R>(
  phone: Phone,
  act: InPage<A, R>,
  ...args: A
): Promise<NonNullable<Awaited<R>>> {
  const json = await phone.evaluate(`new Promise(function (resolve) {
    var end = Date.now() + ${LIMIT_MS};
    function look() {
      Promise.resolve(${callOf(act, args)}).then(function (value) {
        if (value || Date.now() > end) resolve(JSON.stringify(value || null));
        else setTimeout(look, 16);
      });
    }
    look();
  })`);
  const value = JSON.parse(json ?? 'null');
  if (!value) throw new Error(`never came true in ${phone.name}: ${act} ${JSON.stringify(args)}`);
  return value;
}
