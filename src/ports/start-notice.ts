/** Notice of the page while the app has not started; the listener in index.html needs no script file of ours. */
export const showStartNotice = () => dispatchEvent(new Event('start.failed'));

export const hideStartNotice = () => dispatchEvent(new Event('start.done'));

/** A part of the app has loaded: the page waits longer. */
export const reportStartProgress = () => dispatchEvent(new Event('start.arriving'));
