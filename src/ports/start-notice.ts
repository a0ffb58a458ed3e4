/** What the page itself says while the app has not started; index.html listens without any script of ours. */
export const showStartNotice = () => dispatchEvent(new Event('start.failed'));

export const hideStartNotice = () => dispatchEvent(new Event('start.done'));

/** A piece of the app has arrived: the page waits on. */
export const tellArrival = () => dispatchEvent(new Event('start.arriving'));
