import type { CallFailure } from '../contract/failure.ts';
import type { ListContext } from './list.machine.ts';

/** The part of a snapshot that holds what was asked for. */
export interface Listed<Item, Summary = unknown> {
  context: ListContext<Item, Summary>;
}

export const selectItems = <Item>({ context }: Listed<Item>): Item[] => context.items;

export const selectSummary = <Summary>({ context }: Listed<unknown, Summary>): Summary | null =>
  context.summary;

export const selectFailure = ({ context }: Listed<unknown>): CallFailure | null => context.failure;

/** Before anything came, while it grows by a page, as it is, or without the answer it asked for. */
export type ListState = 'awaited' | 'growing' | 'shown' | 'failed';

export function selectListState({ context }: Listed<unknown>): ListState {
  const { failure, page, wanted } = context;
  if (failure) return 'failed';
  if (page === 0) return 'awaited';
  return wanted > page ? 'growing' : 'shown';
}

/** There is more than what is shown. */
export const selectHasMore = ({ context }: Listed<unknown>): boolean =>
  context.items.length > 0 && context.items.length < context.total;
