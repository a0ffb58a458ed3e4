import { claim } from './claim.laws.ts';
import type { Laws } from './law.ts';

/** The laws of every machine, by the names of the models. */
export const everyLaw: Record<string, Laws> = { claim };
