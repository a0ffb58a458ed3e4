import type { SettingDefinition } from '../server/domain/settings.kinds.ts';
import { rateDefinition, settingsTable } from '../server/domain/settings.table.ts';

const boundsOf = ({ type, min, max, choices }: SettingDefinition): string => {
  if (choices) return choices.join(', ');
  if (type === 'text' || type === 'page' || type === 'signals') return `up to ${max} characters`;
  if (type === 'countries') return 'codes of ISO 3166-1';
  if (type === 'optional_flag') return 'true or false';
  if (type === 'colour') return '#rrggbb';
  if (type === 'iban' || type === 'bic')
    return type === 'iban' ? 'an IBAN with a right check sum' : 'a BIC of 8 or 11 characters';
  return min === undefined ? '' : `${min} to ${max}`;
};

const row = (key: string, setting: SettingDefinition) =>
  `| \`${key}\` | ${setting.type} | ${setting.default === '' ? '(not set)' : setting.default} | ${boundsOf(setting)} | ${setting.meaning} |`;

/** The operator's settings as a page of Markdown. */
export function drawSettings(): string {
  return [
    '# Settings',
    '',
    'Operators read and change settings while the server runs. Every process uses a change within a second:',
    '',
    '    npm run -s operator -- config list',
    '    npm run -s operator -- config set video.daily_limit 30',
    '',
    '`npm run docs` draws this page from `server/domain/settings.table.ts`.',
    '',
    '| key | type | default | bounds | meaning |',
    '|---|---|---|---|---|',
    ...Object.entries(settingsTable).map(([key, setting]) => row(key, setting)),
    row('rates.XXX', rateDefinition),
    '',
    'A limit per address counts an IPv4 address or an IPv6 /64; an IPv6 /56 may use it twice, and a /48',
    'four times.',
    '',
    'An invited newcomer who does both tasks is promised 2.11 in all: 1.00 for registering, 0.10 for the',
    'sample clip, 0.61 for those who invite, 0.40 for the tasks. `funding.promises_a_day` of 0.02 are 10.00',
    'of 500.00, which is enough for four such people a day. A script that only registers took all 500.00 in 87 seconds, with no other',
    'limit; now it needs 34 days for half. `funding.promises_a_block` of 0.5 leaves half to others. The app tells',
    'people who come too late, and they get the same on another day. Raise the first setting before a campaign,',
    'and the second one where most people share the addresses of a carrier.',
    '',
    'An account is easy to get if anybody can make many accounts in minutes and in any name. A person waits the seven',
    'days of `withdraw.easy_method_hold_days` once for each such account; a script waits each time that it takes a',
    'new account, and after seven days a review sees 140 clips of the script instead of 20.',
    '',
    'The server cannot check a requirement that is called a courtesy: the app asks for it or reports it, and',
    'another program can skip it or report it falsely. The server checks all others by its own data.',
    '',
    'The own reward and watch time of a clip or an ad replace the general ones. `rates.XXX` stands for',
    'one key for each ISO 4217 currency, `rates.INR` for example.',
    '',
  ].join('\n');
}
