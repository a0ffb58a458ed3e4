import { UsageError } from './command.ts';

const STATUSES = ['open', 'upheld', 'dismissed'];

/** Status of a report or an objection. */
export const statusOf = ({ is_upheld }: { readonly is_upheld: boolean | null }): string =>
  is_upheld === null ? 'open' : is_upheld ? 'upheld' : 'dismissed';

/** Usage of lists that can be filtered by status. */
export const STATUS_SYNOPSIS = `[--status ${STATUSES.join('|')}]`;

/** SQL: rows with the status $5; null: any. An index finds the few open rows among all. */
export const OF_STATUS = `case $5::text when 'open' then decided_at is null
    when 'upheld' then is_upheld when 'dismissed' then not is_upheld else true end`;

/** @returns null: any status. @throws UsageError */
export function readStatus(status: string | undefined): string | null {
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  }
  return status ?? null;
}
