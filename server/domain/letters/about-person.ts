/** SQL: the person of an entry of `audit`; it must equal the expression of the index `audit_person`, word for word. */
export const ABOUT_PERSON =
  "coalesce((what ->> 'user_id')::bigint, substring(who from '^user (\\d+)$')::bigint)";
