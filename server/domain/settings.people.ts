import { count, type SettingDefinition } from './settings.kinds.ts';

/** Settings of age, countries and privacy. */
export const peopleSettings = {
  'product.minimum_age': count(
    18,
    120,
    'years that people state to have before they register, at least; their birth date is not asked for; 0: no age is asked for',
  ),
  'product.closed_countries': {
    type: 'countries',
    default: '',
    max: '1000',
    meaning:
      'where nobody can register, such as US,KP: by the country that `COUNTRY_HEADER` or `country.trace_url` tells; who comes from an unknown one can',
  },
  'privacy.strict': {
    type: 'choice',
    default: 'eu',
    choices: ['on', 'off', 'eu'],
    meaning:
      'where notifications are no condition of a withdrawal, whatever `withdraw.notification_required` says: on: everywhere; off: nowhere; eu: for people of the countries of the European Union and the European Economic Area',
  },
} as const satisfies Record<string, SettingDefinition>;
