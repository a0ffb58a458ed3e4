/**
 * How often one process does what all do every so often: up to a fifth more often, by chance. Processes that begin
 * at the same moment, as a deployment starts them, would ask the database all at once for as long as they run.
 */
export const ownPeriod = (everyMs: number): number => everyMs * (1 - Math.random() / 5);
