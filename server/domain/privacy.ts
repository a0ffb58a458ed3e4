import type { Context } from './context.ts';
import { isEeaCountry } from './countries.ts';

/**
 * Whether a permission that the service does not need must stay optional, by the country of the account, else of the
 * request.
 */
export function isPrivacyStrict(
  { settings, visitor }: Pick<Context, 'settings' | 'visitor'>,
  country: string | null,
): boolean {
  const strict = settings.get('privacy.strict');
  return strict === 'eu' ? isEeaCountry(country ?? visitor.country) : strict === 'on';
}
