/** Shows the page's notice that the app could not start; its listener is in index.html, not in a script file. */
export const showStartNotice = () => dispatchEvent(new Event('start.failed'));

export const hideStartNotice = () => dispatchEvent(new Event('start.done'));

/** A part of the app has loaded: the page waits longer. */
export const reportStartProgress = () => dispatchEvent(new Event('start.arriving'));
