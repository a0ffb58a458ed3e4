/**
 * SQL of whose rows a statement is about, by its first value: the statement for one person is that person's alone, so
 * that no other machine is asked.
 * @param others its other values
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
