import type { CallFailure } from '../contract/failure.ts';
import type { ListContext } from './list.machine.ts';
import { isOffline } from './offline.ts';

/** The part of a snapshot that holds what was asked for. */
export interface Listed<Item, Summary = unknown> {
  context: ListContext<Item, Summary>;
}

export const selectItems = <Item>({ context }: Listed<Item>): Item[] => context.items;

export const selectSummary = <Summary>({ context }: Listed<unknown, Summary>): Summary | null =>
  context.summary;

export const selectFailure = ({ context }: Listed<unknown>): CallFailure | null => context.failure;

/**
 * Before anything came, while it grows by a page, as it is, without the answer it asked for, or
 * without a connection that it could have asked over. A page that a person asked for has failed.
 */
export type ListState = 'awaited' | 'growing' | 'shown' | 'failed' | 'offline';

export function selectListState({ context }: Listed<unknown>): ListState {
  const { failure, page, wanted } = context;
  const isGrowing = page > 0 && wanted > page;
  if (failure) return isOffline(failure) && !isGrowing ? 'offline' : 'failed';
  if (page === 0) return 'awaited';
  return isGrowing ? 'growing' : 'shown';
}

/** Nothing of it has come, and nothing can, for there is no connection. */
export const selectIsOutOfReach = (list: Listed<unknown>): boolean =>
  list.context.page === 0 && selectListState(list) === 'offline';

/** There is more than what is shown. */
export const selectHasMore = ({ context }: Listed<unknown>): boolean =>
  context.items.length > 0 && context.items.length < context.total;
