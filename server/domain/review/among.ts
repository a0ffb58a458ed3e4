/**
 * SQL of a condition on `user_id`, with the people as the first value. For one person it compares with that id, so that
 * a distributed database asks no other machine.
 * @param others the other values of the statement
 */
export function among(
  people: readonly bigint[],
  ...others: readonly unknown[]
): { readonly are: string; readonly values: unknown[] } {
  const [one] = people;
  return people.length === 1
    ? { are: '= $1::bigint', values: [one, ...others] }
    : { are: '= any($1::bigint[])', values: [people, ...others] };
}
