/** Country of the account; null for visitors and until it is known. */
let current: string | null = null;
const listeners = new Set<() => void>();

export const accountCountry = (): string | null => current;

/**
 * Sets the country whose formats dates and numbers have, in every language.
 * @param country ISO 3166-1 alpha-2; null: unknown
 */
export function formatFor(country: string | null): void {
  if (country === current) return;
  current = country;
  for (const listener of listeners) listener();
}

export function onCountryChanged(listener: () => void): void {
  listeners.add(listener);
}
