import type { SettingDefinition } from './settings.kinds.ts';

/** Whom the product is for, and what it may ask of people. */
export const peopleSettings = {
  'privacy.strict': {
    type: 'choice',
    default: 'eu',
    choices: ['on', 'off', 'eu'],
    meaning:
      'where notifications are no condition of a withdrawal, whatever `withdraw.notification_required` says: on: everywhere; off: nowhere; eu: for people of the countries of the European Union and the European Economic Area',
  },
} as const satisfies Record<string, SettingDefinition>;
