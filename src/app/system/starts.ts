import type { ChildStart, PartInput } from '../../../machines/app/events.ts';
import type { Effects } from './effects.ts';

/** Makes a child ready to start: its machine with its effects, and what it begins with. */
export type Start = (effects: Effects, input: PartInput) => ChildStart;

/** The children that start together with a part of the app. */
export type Starts = (effects: Effects, input: PartInput) => readonly ChildStart[];
