/** Lets frames and fingers go first: what follows is another task of the thread. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
