/** SQL: whom an entry of `audit` is about; it is what the index `audit_person` has, word for word. */
export const ABOUT_PERSON =
  "coalesce((what ->> 'user_id')::bigint, substring(who from '^user (\\d+)$')::bigint)";
