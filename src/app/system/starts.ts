import type { InputFrom } from 'xstate';
import type { AppChildren, ChildId } from '../../../machines/app/children.ts';
import type { ChildStart, ModuleInput } from '../../../machines/app/events.ts';
import type { Effects } from './effects.ts';

type Input<Id extends ChildId> = InputFrom<AppChildren[Id]>;

/**
 * A child whose logic is made: its machine with its effects. Its input is read when it starts, one
 * task later, so that a change in between is not missed.
 */
type PreparedChild = {
  [Id in ChildId]: { id: Id; logic: AppChildren[Id] } & (undefined extends Input<Id>
    ? { readInput?: undefined }
    : { readInput: () => Input<Id> });
}[ChildId];

/** Makes a child ready to start. */
export type Start = (effects: Effects, input: ModuleInput) => PreparedChild;

/** A child that starts with the component that draws it. */
export type SheetStart = (effects: Effects) => ChildStart;

/** The children that start together with a module of the app. */
export type Starts = (effects: Effects, input: ModuleInput) => readonly PreparedChild[];

/** The child with its present input. */
export const toChildStart = ({ id, logic, readInput }: PreparedChild) =>
  // TypeScript loses the relation of id, logic and input when a union is destructured
  ({ id, logic, input: readInput?.() }) as ChildStart;
