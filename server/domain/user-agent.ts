import Bowser from 'bowser';

/** The browser and the system of a session; null: unknown. */
interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Longer than any browser's header; the rest is not read. */
const MAX_LENGTH = 512;

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Only names of the library: a client's invented names are not shown. */
const known = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : null);

/** The browser and the system of a `user-agent` header. */
export function deviceIn(userAgent: string): Device {
  // the library does not accept an empty text
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return { browser: known(browsers, browser.name), system: known(systems, os.name) };
}
