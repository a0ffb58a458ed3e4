import { UsageError } from './command.ts';

const STATUSES = ['open', 'upheld', 'dismissed'];

/** Of a report or an objection. */
export const statusOf = ({ is_upheld }: { readonly is_upheld: boolean | null }): string =>
  is_upheld === null ? 'open' : is_upheld ? 'upheld' : 'dismissed';

/** How lists of what is upheld or dismissed are asked for. */
export const STATUS_SYNOPSIS = `[--status ${STATUSES.join('|')}]`;

/** SQL: rows with `is_upheld` of the status $5; null: any. */
export const OF_STATUS = `$5::text is null
    or $5 = case when is_upheld then 'upheld' when not is_upheld then 'dismissed' else 'open' end`;

/** @returns null: any. @throws UsageError */
export function readStatus(status: string | undefined): string | null {
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  }
  return status ?? null;
}
