import { createRequire } from 'node:module';
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import { floor } from '../../../scripts/floor.ts';

/** A feature of MDN's data, and its parts by name. */
export interface Feature {
  readonly [part: string]: Feature | undefined;
}
type Features = Readonly<Record<string, Feature>>;

/** MDN's data: web features with the browser versions that support them. */
const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
export const api = data.api as unknown as Features;
export const builtins = data.javascript.builtins as unknown as Features;
export const css = data.css as unknown as Readonly<
  Record<'at-rules' | 'properties' | 'selectors' | 'types', Features>
>;

export const elements = data.html.elements as unknown as Features;
export const globalAttributes = data.html.global_attributes as unknown as Features;

/** MDN lists mobile browsers separately; their version numbers equal the desktop's. */
const sisters = {
  chrome: 'chrome_android',
  firefox: 'firefox_android',
  safari: 'safari_ios',
} as const;

const numbers = (version: string) => version.replace('≤', '').split('.').map(Number);

function isAtMost(version: string, limit: string): boolean {
  const [left, right] = [numbers(version), numbers(limit)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

function isIn(statement: SimpleSupportStatement, version: string): boolean {
  const {
    version_added: added,
    version_removed: removed,
    flags,
    prefix,
    alternative_name,
  } = statement;
  if (flags || prefix || alternative_name || typeof added !== 'string' || added === 'preview')
    return false;
  return isAtMost(added, version) && !(typeof removed === 'string' && isAtMost(removed, version));
}

function lacks(feature: Feature | undefined, browser: BrowserName, version: string): boolean {
  const { support } = (feature?.__compat ?? {}) as unknown as Partial<CompatStatement>;
  const said = support?.[browser];
  return said !== undefined && ![said].flat().some((statement) => isIn(statement, version));
}

/** Is the feature in MDN's data, but missing in a browser of the floor? */
export const isNew = (feature: Feature | undefined): boolean =>
  floor.some(({ name, version }) => lacks(feature, name, version));

/** As `isNew`, also for mobile browsers, which support fewer features. */
export const isNewOnPhones = (feature: Feature | undefined): boolean =>
  floor.some(({ name, version }) =>
    [name, sisters[name]].some((browser) => lacks(feature, browser, version)),
  );

export interface Version {
  readonly browser: BrowserName;
  readonly version: string;
}

/** Every version of a supported browser, desktop and mobile, from the oldest supported one on. */
export const versionsFromFloor = (): Version[] =>
  floor.flatMap(({ name, version: oldest }) =>
    [name, sisters[name]].flatMap((browser) =>
      Object.keys(data.browsers[browser].releases)
        .filter((version) => isAtMost(oldest, version))
        .map((version) => ({ browser, version })),
    ),
  );

/** @param name as in the check of scripts: `Map.groupBy` */
export function isLackedBy(name: string, { browser, version }: Version): boolean {
  const [owner = '', member = ''] = name.split('.');
  const known = (api[owner] ?? builtins[owner]) as Feature | undefined;
  const feature = known?.[`${member}_static`] ?? known?.[member];
  if (!feature) throw new Error(`MDN knows no ${name}`);
  return lacks(feature, browser, version);
}
