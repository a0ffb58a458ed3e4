import { i18n } from '@lingui/core';
import { offers } from '../../../machines/withdrawal/offers.ts';
import { startConfig } from '../../app/actors/config.actors.ts';
import { startCorrections } from '../../app/actors/corrections.actors.ts';
import { provideWithdrawal, startWithdrawInfo } from '../../app/actors/withdraw.actors.ts';
import { provideWithdrawals } from '../../app/actors/withdrawals.actors.ts';
import { signsOf } from '../../app/components/amount-signs.ts';
import type { Starts } from '../../app/system/starts.ts';
import { answeredOffers } from '../../ports/answered-offers.ts';
import { notificationState } from '../../ports/notifications.ts';
import { hasPasskeys } from '../../ports/passkey-support.ts';

export { default as Screen } from './withdraw-screen.tsx';

/** Offers that the user has not answered yet, and that this browser supports. */
function openOffers() {
  const answered = answeredOffers();
  return offers.filter((each) => !answered.includes(each) && (each !== 'passkey' || hasPasskeys()));
}

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  startCorrections(effects, input),
  startWithdrawInfo(effects, input),
  {
    id: 'withdrawal',
    logic: provideWithdrawal(effects),
    readInput: () => ({
      idPrefix: input.idPrefix,
      permission: notificationState(),
      signs: signsOf(i18n.locale),
      openOffers: openOffers(),
    }),
  },
  { id: 'withdrawals', logic: provideWithdrawals(effects) },
];
