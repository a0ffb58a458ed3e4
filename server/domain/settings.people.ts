import { count, type SettingDefinition } from './settings.kinds.ts';

/** Settings of age, countries and privacy. */
export const peopleSettings = {
  'product.minimum_age': count(
    18,
    120,
    'lowest age in years that people have to state before they register; the app does not ask for their birth date; 0: the app asks for no age',
  ),
  'product.closed_countries': {
    type: 'countries',
    default: '',
    max: '1000',
    meaning:
      'countries where nobody can register, such as US,KP; `COUNTRY_HEADER` or `country.trace_url` tells the country; people from an unknown country can register',
  },
  'privacy.strict': {
    type: 'choice',
    default: 'eu',
    choices: ['on', 'off', 'eu'],
    meaning:
      'places where notifications are no condition of a withdrawal, even if `withdraw.notification_required` is true: on: everywhere; off: nowhere; eu: for people of the countries of the European Union and the European Economic Area',
  },
} as const satisfies Record<string, SettingDefinition>;
