/** A browser that a test drives: the same interface for every engine, limited to what all of them support. */
export interface Phone {
  /** the browser and its version: `Firefox 153.7.0` */
  readonly name: string;
  open(url: string): Promise<void>;
  /** evaluates an expression whose promise resolves to a JSON text, or to nothing */
  evaluate(expression: string): Promise<string | undefined>;
  /** a real press at a position in the window */
  press(x: number, y: number): Promise<void>;
  /** a real press that lasts until it is released */
  hold(x: number, y: number): Promise<void>;
  release(): Promise<void>;
  /** real key presses, into the focused element */
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** a screenshot, as a PNG */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The size of a common phone. */
export const VIEWPORT = { width: 390, height: 844 } as const;

type InPage<A extends unknown[], R> = (...args: A) => R | Promise<R>;

/** The source of a function call, for a page to evaluate; an old engine has to be able to parse it. */
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

/** Longer than a clip takes to be rewarded. */
const LIMIT_MS = 30_000;

/** Calls a function in the page every 16 ms until it returns a truthy value; @returns that value */
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
