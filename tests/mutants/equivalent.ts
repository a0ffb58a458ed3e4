/** Faults that change nothing that anybody could notice, by name, and why. */
export const equivalent: Readonly<Record<string, string>> = {};
