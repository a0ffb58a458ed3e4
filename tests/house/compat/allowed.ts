/**
 * All features of the built app that the oldest supported browsers lack, with the reason why each may
 * be used. The test fails for a missing entry, and for one that the app no longer needs.
 */

const decoration = 'looks, which nobody misses who never saw them';
const lookedFor = 'asked for before it is used';
export const filledIn = 'src/fallbacks.ts fills it in';
const react = 'a name that React knows of every element; it sets what it is given';
const own = 'a name of our own or of a library for something else';

export const allowedInScripts: Readonly<Record<string, string>> = {
  'AbortSignal.any': filledIn,
  'AbortSignal.timeout': filledIn,
  'Array.findLastIndex': filledIn,
  'Intl.Segmenter': filledIn,
  'Map.groupBy': filledIn,

  'Document.moveBefore': lookedFor,
  'Document.startViewTransition': lookedFor,
  'Error.captureStackTrace': lookedFor,
  'HTMLElement.hidePopover': lookedFor,
  'HTMLElement.showPopover': lookedFor,
  'HTMLVideoElement.disablePictureInPicture': 'set, and without a meaning where it is not known',
  'HTMLVideoElement.playsInline': 'set, and without a meaning where every clip plays in its place',
  'Navigator.connection': lookedFor,
  'Navigator.getInstalledRelatedApps': lookedFor,
  'Navigator.permissions': lookedFor,
  'Navigator.setAppBadge': lookedFor,
  'Navigator.share': lookedFor,
  'Navigator.wakeLock': lookedFor,
  'Notification.permission': lookedFor,
  'Notification.requestPermission': lookedFor,
  'Request.duplex': 'ofetch sets it for streams, which the app never sends',
  'ServiceWorkerRegistration.pushManager': 'used under a permission, which needs it',
  'ServiceWorkerRegistration.showNotification': 'used for a push, which needs it',
  TextDecoderStream: 'ofetch reads streams of events with it, which the server never sends',
  'Window.navigation': lookedFor,
  'Window.print': lookedFor,

  'HTMLElement.popover': react,
  'HTMLImageElement.fetchPriority': react,
  'HTMLInputElement.capture': react,
  'HTMLLinkElement.imageSizes': react,

  'AbortPaymentEvent.respondWith': 'the same of a fetch event is old',
  'AsyncDisposableStack.use': own,
  'Clipboard.read': own,
  'DisposableStack.dispose': own,
  'Function.displayName': own,
  'HTMLFencedFrameElement.config': own,
  'HTMLGeolocationElement.watch': own,
  'Navigator.install': own,
  'Navigator.login': own,
  'Navigator.ml': own,
  'Navigator.serial': own,
  'Request.bytes': own,
};

/** Attributes: a browser ignores those that it does not support. */
export const allowedInMarkup: Readonly<Record<string, string>> = {
  '<link blocking>': 'without it an empty frame may be painted before the first clip’s',
  '<link fetchpriority>': 'only tells what to fetch first',
  '<video playsinline>': 'without a meaning where every clip plays in its place',
  autofocus: 'React moves the focus itself',
  autocapitalize: 'only what a phone’s keyboard begins with',
  inert: 'src/fallbacks.ts marks the page, and feed.css hides the buttons then',
  popover: 'shown where the browser can; elsewhere it stands where it is written',
  translate: 'only keeps a browser’s own translation away',
};

export const allowedInStyles: Readonly<Record<string, string>> = {
  '::-moz-progress-bar': 'one of three names of the same, one for each engine',
  '::-webkit-progress-bar': 'one of three names of the same, one for each engine',
  '::-webkit-progress-value': 'one of three names of the same, one for each engine',
  '::view-transition': 'only where the theme changes in a transition',
  '::view-transition-new': 'only where the theme changes in a transition',
  '::view-transition-old': 'only where the theme changes in a transition',
  ':has': 'room beside an advertisement, which @supports gives otherwise',
  '@media forced-colors': 'where a person has no colours of their own there is nothing to do',
  'align-content: start': 'MDN counts a late mend of Safari’s; the start is where things stand',
  'overscroll-behavior': 'only keeps a finger from dragging what lies behind',
  'overscroll-behavior-x': 'only keeps a finger from dragging what lies behind',
  'overscroll-behavior-x: contain': 'only keeps a finger from dragging what lies behind',
  'overscroll-behavior: contain': 'only keeps a finger from dragging what lies behind',
  rotate: decoration,
  scale: decoration,
  'scroll-snap-stop': 'a hard swipe may then go two clips on',
  'scroll-snap-stop: always': 'a hard swipe may then go two clips on',
  'scrollbar-color': decoration,
  'scrollbar-width': decoration,
  'scrollbar-width: none': decoration,
  'scrollbar-width: thin': decoration,
  'text-align-last': decoration,
  'text-align-last: end': decoration,
  'text-size-adjust': 'Firefox leaves the size of words alone here',
  'text-wrap': decoration,
  'text-wrap: balance': decoration,
  'text-wrap: pretty': decoration,
  '-webkit-tap-highlight-color': decoration,
};
