/**
 * How a person puts the app on the home screen where the browser gives a page nothing to show.
 * Each has its guide in `app/components/install-ways.ts`, which does not compile without.
 */
export type InstallWay =
  /** iOS 26 and newer: every site on the home screen is an app, unless a switch says otherwise */
  | 'ios26'
  | 'ios'
  | 'firefoxAndroid'
  | 'samsung'
  /** a window of another app, such as Instagram's: nothing can be installed from there */
  | 'inApp'
  /** a browser of a computer that has no menu entry for it */
  | 'elsewhere'
  /** Chromium in all its forms, whose menus call it the same */
  | 'menu';

/** What a browser says of itself. */
type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Names that apps put behind the user agent of their own windows. */
const APPS = [
  // Facebook, Messenger, Instagram, Threads
  /FBA[NV]\/|FB_IAB\/|MetaIAB|IABMV\/|Instagram |Barcelona /,
  // TikTok, under each of its names
  /musical_ly|trill_|BytedanceWebview|TikTok/,
  /Snapchat|LinkedInApp|Pinterest\/|Twitter for iPhone|TwitterAndroid/,
  /MicroMessenger|KAKAOTALK|\bLine\//,
  // any other app on Android, and on iOS: there no browser leaves out that it is like Safari
  /; wv\)/,
  /\((iPhone|iPad|iPod)(?!.* Safari\/).*AppleWebKit/,
];

/** Browsers on iOS that are not Safari, and do not count as it does. */
const OTHER_ON_IOS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//;

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
export const isApple = ({ userAgent, maxTouchPoints }: Agent = navigator): boolean =>
  /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Safari's own version: since 26 it no longer tells that of the system. */
const safariVersion = (userAgent: string) => Number(/Version\/(\d+)/.exec(userAgent)?.[1] ?? 0);

/** The version of iOS that other browsers tell. */
const systemVersion = (userAgent: string) => Number(/ OS (\d+)_/.exec(userAgent)?.[1] ?? 0);

function iosWay(userAgent: string): InstallWay {
  const version = OTHER_ON_IOS.test(userAgent)
    ? systemVersion(userAgent)
    : safariVersion(userAgent);
  return version >= 26 ? 'ios26' : 'ios';
}

/** The way of this browser, by what it calls itself. */
export function installWay(agent: Agent = navigator): InstallWay {
  const { userAgent, maxTouchPoints } = agent;
  if (APPS.some((app) => app.test(userAgent))) return 'inApp';
  if (isApple(agent)) return iosWay(userAgent);
  if (userAgent.includes('SamsungBrowser/')) return 'samsung';
  const isChromium = userAgent.includes('Chrome/');
  if (userAgent.includes('Android')) return isChromium ? 'menu' : 'firefoxAndroid';
  // with a touch screen it may be an Android tablet that asks for the pages of computers
  return isChromium || maxTouchPoints > 0 ? 'menu' : 'elsewhere';
}

/** Whether the app can only be installed from another browser. */
export const needsBrowser = (way: InstallWay): boolean => way === 'inApp' || way === 'elsewhere';
