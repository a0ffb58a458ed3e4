import type { InputFrom } from 'xstate';
import type { AppChildren, ChildId } from '../../../machines/app/children.ts';
import type { ChildStart, ModuleInput } from '../../../machines/app/events.ts';
import type { Effects } from './effects.ts';

type Input<Id extends ChildId> = InputFrom<AppChildren[Id]>;

/**
 * A child whose logic is made: its machine with its effects. What it begins with is read when it
 * starts, which is a task later: what changes in between would be known to nobody.
 */
type PreparedChild = {
  [Id in ChildId]: { id: Id; logic: AppChildren[Id] } & (undefined extends Input<Id>
    ? { readInput?: undefined }
    : { readInput: () => Input<Id> });
}[ChildId];

/** Makes a child ready to start. */
export type Start = (effects: Effects, input: ModuleInput) => PreparedChild;

/** The child that starts with what draws it. */
export type SheetStart = (effects: Effects) => ChildStart;

/** The children that start together with a module of the app. */
export type Starts = (effects: Effects, input: ModuleInput) => readonly PreparedChild[];

/** The child as it starts now. */
export const readStart = ({ id, logic, readInput }: PreparedChild) =>
  // of a union that is taken apart TypeScript forgets which id, logic and input belong together
  ({ id, logic, input: readInput?.() }) as ChildStart;
