/**
 * All features of the built app that the oldest supported browsers lack, with the reason why each may
 * be used. The test fails for a missing entry, and for one that the app no longer needs.
 */

const decoration = 'decoration only: the app works the same without it';
const featureDetected = 'the code checks for the feature before it uses it';
export const polyfilled = 'src/fallbacks.ts fills it in';
const react = 'an attribute in React’s list; the app sets only the attributes in its views';
const own = 'the app or a library uses this name for something else';

export const allowedInScripts: Readonly<Record<string, string>> = {
  'AbortSignal.any': polyfilled,
  'AbortSignal.timeout': polyfilled,
  'Array.findLastIndex': polyfilled,
  'Intl.Segmenter': polyfilled,
  'Map.groupBy': polyfilled,

  'Document.moveBefore': featureDetected,
  'Document.startViewTransition': featureDetected,
  'Error.captureStackTrace': featureDetected,
  'HTMLElement.hidePopover': featureDetected,
  'HTMLElement.showPopover': featureDetected,
  'HTMLVideoElement.disablePictureInPicture': 'a browser without this property ignores it',
  'HTMLVideoElement.playsInline': 'browsers without it play every clip inline anyway',
  'Navigator.connection': featureDetected,
  'Navigator.getInstalledRelatedApps': featureDetected,
  'Navigator.permissions': featureDetected,
  'Navigator.setAppBadge': featureDetected,
  'Navigator.share': featureDetected,
  'Navigator.wakeLock': featureDetected,
  'Notification.permission': featureDetected,
  'Notification.requestPermission': featureDetected,
  'Request.duplex': 'ofetch sets it for streams, which the app never sends',
  'ServiceWorkerRegistration.pushManager':
    'used only with the notification permission, which requires the feature',
  'ServiceWorkerRegistration.showNotification':
    'used only for a push message, which requires the feature',
  TextDecoderStream: 'ofetch uses it for event streams, which the server never sends',
  'Window.navigation': featureDetected,
  'Window.print': featureDetected,

  'HTMLElement.popover': react,
  'HTMLImageElement.fetchPriority': react,
  'HTMLInputElement.capture': react,
  'HTMLLinkElement.imageSizes': react,

  'AbortPaymentEvent.respondWith': 'the code calls the older respondWith of a fetch event',
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
  '<link blocking>': 'without it the browser may paint an empty frame before the first clip',
  '<link fetchpriority>': 'only a hint about the order of downloads',
  '<video playsinline>': 'browsers without it play every clip inline anyway',
  autofocus: 'React moves the focus itself',
  autocapitalize: 'only the first letter case of a phone’s keyboard',
  inert: 'without it src/fallbacks.ts marks the page, and feed.css hides the buttons',
  popover: 'a browser without popovers shows the element in its place in the page',
  translate: 'only excludes the text from the browser’s own translation',
};

export const allowedInStyles: Readonly<Record<string, string>> = {
  '::-moz-progress-bar': 'each browser engine has its own name for this part',
  '::-webkit-progress-bar': 'each browser engine has its own name for this part',
  '::-webkit-progress-value': 'each browser engine has its own name for this part',
  '::view-transition': 'used only if the browser animates the change of the theme',
  '::view-transition-new': 'used only if the browser animates the change of the theme',
  '::view-transition-old': 'used only if the browser animates the change of the theme',
  ':has': 'space beside an advertisement; @supports reserves it in other browsers',
  '@media forced-colors': 'browsers without it have no forced colours',
  'align-content: start': 'MDN counts a late bug fix in Safari; start is the default position',
  'overscroll-behavior': 'only prevents a swipe from scrolling the page behind',
  'overscroll-behavior-x': 'only prevents a swipe from scrolling the page behind',
  'overscroll-behavior-x: contain': 'only prevents a swipe from scrolling the page behind',
  'overscroll-behavior: contain': 'only prevents a swipe from scrolling the page behind',
  rotate: decoration,
  scale: decoration,
  'scroll-snap-stop': 'without it a fast swipe may skip a clip',
  'scroll-snap-stop: always': 'without it a fast swipe may skip a clip',
  'scrollbar-color': decoration,
  'scrollbar-width': decoration,
  'scrollbar-width: none': decoration,
  'scrollbar-width: thin': decoration,
  'text-align-last': decoration,
  'text-align-last: end': decoration,
  'text-size-adjust': 'Firefox does not enlarge text by itself here',
  'text-wrap': decoration,
  'text-wrap: balance': decoration,
  'text-wrap: pretty': decoration,
  '-webkit-tap-highlight-color': decoration,
};
