/**
 * How the user puts the app on the home screen where the browser has no prompt for it. Each way has a guide in
 * `app/components/install-ways.ts`; a missing guide does not compile.
 */
export type InstallWay =
  /** iOS 26 and newer: a site on the home screen opens as an app, unless a switch is off */
  | 'ios26'
  | 'ios'
  | 'firefoxAndroid'
  | 'samsung'
  /** a window of another app, such as Instagram: no installation is possible there */
  | 'inApp'
  /** a desktop browser without a menu entry for it */
  | 'elsewhere'
  /** all Chromium browsers: their menu entries have the same name */
  | 'menu';

/** Properties by which a browser identifies itself. */
type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Names that apps add to the user agent of their own windows. */
const APPS = [
  // Facebook, Messenger, Instagram, Threads
  /FBA[NV]\/|FB_IAB\/|MetaIAB|IABMV\/|Instagram |Barcelona /,
  // TikTok, under all its names
  /musical_ly|trill_|BytedanceWebview|TikTok/,
  /Snapchat|LinkedInApp|Pinterest\/|Twitter for iPhone|TwitterAndroid/,
  /MicroMessenger|KAKAOTALK|\bLine\//,
  // any other app on Android, and on iOS: every browser there has `Safari/` in its user agent
  /; wv\)/,
  /\((iPhone|iPad|iPod)(?!.* Safari\/).*AppleWebKit/,
];

/** Browsers on iOS that are not Safari, and have version numbers of their own. */
const OTHER_ON_IOS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//;

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
export const isApple = ({ userAgent, maxTouchPoints }: Agent = navigator): boolean =>
  /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Safari's own version: since 26 its user agent no longer has the system's version. */
const safariVersion = (userAgent: string) => Number(/Version\/(\d+)/.exec(userAgent)?.[1] ?? 0);

/** The version of iOS in the user agent of other browsers. */
const systemVersion = (userAgent: string) => Number(/ OS (\d+)_/.exec(userAgent)?.[1] ?? 0);

function iosWay(userAgent: string): InstallWay {
  const version = OTHER_ON_IOS.test(userAgent)
    ? systemVersion(userAgent)
    : safariVersion(userAgent);
  return version >= 26 ? 'ios26' : 'ios';
}

/** The way to install in this browser, by its user agent. */
export function installWay(agent: Agent = navigator): InstallWay {
  const { userAgent, maxTouchPoints } = agent;
  if (APPS.some((app) => app.test(userAgent))) return 'inApp';
  if (isApple(agent)) return iosWay(userAgent);
  if (userAgent.includes('SamsungBrowser/')) return 'samsung';
  const isChromium = userAgent.includes('Chrome/');
  if (userAgent.includes('Android')) return isChromium ? 'menu' : 'firefoxAndroid';
  // a device with a touch screen may be an Android tablet that requests desktop pages
  return isChromium || maxTouchPoints > 0 ? 'menu' : 'elsewhere';
}

/** Whether the app can only be installed from another browser. */
export const needsBrowser = (way: InstallWay): boolean => way === 'inApp' || way === 'elsewhere';
