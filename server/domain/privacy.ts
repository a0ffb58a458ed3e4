import type { Context } from './context.ts';
import { isOfEurope } from './countries.ts';

/**
 * Whether the law forbids to require consent that the service does not need. The country of the account decides, else
 * the country of the request.
 */
export function isPrivacyStrict(
  { settings, visitor }: Pick<Context, 'settings' | 'visitor'>,
  country: string | null,
): boolean {
  const strict = settings.get('privacy.strict');
  return strict === 'eu' ? isOfEurope(country ?? visitor.country) : strict === 'on';
}
