import { UsageError } from './command.ts';

const STATUSES = ['open', 'upheld', 'dismissed'];

/** Of a report or an objection. */
export const statusOf = ({ is_upheld }: { readonly is_upheld: boolean | null }): string =>
  is_upheld === null ? 'open' : is_upheld ? 'upheld' : 'dismissed';

/** How lists of what is upheld or dismissed are asked for. */
export const STATUS_SYNOPSIS = `[--status ${STATUSES.join('|')}]`;

/** SQL: rows of the status $5; null: any. Of those that are open, an index finds the few among all. */
export const OF_STATUS = `case $5::text when 'open' then decided_at is null
    when 'upheld' then is_upheld when 'dismissed' then not is_upheld else true end`;

/** @returns null: any. @throws UsageError */
export function readStatus(status: string | undefined): string | null {
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  }
  return status ?? null;
}
