import type { CallFailure } from '../contract/failure.ts';
import type { ListContext } from './list.machine.ts';
import { isOffline } from './offline.ts';

/** The part of a list's snapshot that these selectors read. */
export interface Listed<Item, Summary = unknown> {
  context: ListContext<Item, Summary>;
}

export const selectItems = <Item>({ context }: Listed<Item>): Item[] => context.items;

export const selectSummary = <Summary>({ context }: Listed<unknown, Summary>): Summary | null =>
  context.summary;

export const selectFailure = ({ context }: Listed<unknown>): CallFailure | null => context.failure;

/**
 * State of a list: nothing loaded yet, a further page loading, shown, failed, or failed for lack of
 * a connection. A further page that the user asked for always fails as `failed`.
 */
export type ListState = 'awaited' | 'growing' | 'shown' | 'failed' | 'offline';

export function selectListState({ context }: Listed<unknown>): ListState {
  const { failure, page, wanted } = context;
  const isGrowing = page > 0 && wanted > page;
  if (failure) return isOffline(failure) && !isGrowing ? 'offline' : 'failed';
  if (page === 0) return 'awaited';
  return isGrowing ? 'growing' : 'shown';
}

/** Nothing is loaded, for lack of a connection. */
export const selectIsOfflineAndEmpty = (list: Listed<unknown>): boolean =>
  list.context.page === 0 && selectListState(list) === 'offline';

/** There are items beyond the shown ones. */
export const selectHasMore = ({ context }: Listed<unknown>): boolean =>
  context.items.length > 0 && context.items.length < context.total;
