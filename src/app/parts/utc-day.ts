/** The UTC day of a moment, `yyyy-mm-dd`: the day by which rewards and limits are counted. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);
