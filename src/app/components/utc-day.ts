/** The UTC day of a moment in ms since 1970, by which the server counts: `yyyy-mm-dd`. */
export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
