/**
 * SQL of a condition on `user_id`, with the people as the first value. For one person it is an equation, so that a
 * distributed database asks no other machine.
 * @param others the statement's other values
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
