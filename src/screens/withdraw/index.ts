import { i18n } from '@lingui/core';
import { startConfig } from '../../app/actors/config.actors.ts';
import { startCorrections } from '../../app/actors/corrections.actors.ts';
import { provideWithdrawal, startWithdrawInfo } from '../../app/actors/withdraw.actors.ts';
import { provideWithdrawals } from '../../app/actors/withdrawals.actors.ts';
import { signsOf } from '../../app/components/amount-signs.ts';
import type { Starts } from '../../app/system/starts.ts';
import { notificationState } from '../../ports/notifications.ts';

export { default as Screen } from './withdraw-screen.tsx';

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
    }),
  },
  { id: 'withdrawals', logic: provideWithdrawals(effects) },
];
