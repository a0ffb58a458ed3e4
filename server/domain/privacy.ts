import type { Context } from './context.ts';
import { isOfEurope } from './countries.ts';

/**
 * Whether what is not needed for a service may be no condition of it, for somebody of a country: the one
 * of the account, else the one that the request comes from.
 */
export function isPrivacyStrict(
  { settings, visitor }: Pick<Context, 'settings' | 'visitor'>,
  country: string | null,
): boolean {
  const strict = settings.get('privacy.strict');
  return strict === 'eu' ? isOfEurope(country ?? visitor.country) : strict === 'on';
}
