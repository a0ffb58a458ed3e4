import Bowser from 'bowser';

/** What a session is told apart by; null: not known. */
interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Longer than what any browser says of itself; the rest is not looked at. */
const MAX_LENGTH = 512;

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Only names that the library has: what a client makes up is shown to nobody. */
const known = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : null);

/** The browser and the system that a `user-agent` header names. */
export function deviceIn(userAgent: string): Device {
  // the library takes no empty text
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return { browser: known(browsers, browser.name), system: known(systems, os.name) };
}
