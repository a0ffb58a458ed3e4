import { ofAgreement } from './agreement.driver.ts';
import { ofAuth } from './auth.driver.ts';
import { ofDailyShare } from './daily-share.driver.ts';
import { ofDataUsed } from './data-used.driver.ts';
import { ofDeletion } from './deletion.driver.ts';
import { ofEarning } from './earning.driver.ts';
import { ofEmailChange } from './email-change.driver.ts';
import { ofEmailConfirmation } from './email-confirmation.driver.ts';
import { ofEmailLink } from './email-link.driver.ts';
import { ofForgot } from './forgot.driver.ts';
import { ofInstall } from './install.driver.ts';
import { ofFriends, ofList } from './invite.driver.ts';
import { ofLanding } from './landing.driver.ts';
import { ofMyData } from './my-data.driver.ts';
import { ofObjection } from './objection.driver.ts';
import { ofOutbox } from './outbox.driver.ts';
import { ofPassword } from './password.driver.ts';
import { ofPush } from './push.driver.ts';
import { ofRecover, ofRecovery } from './recovery.driver.ts';
import { ofReport } from './report.driver.ts';
import { ofReset } from './reset.driver.ts';
import { ofResource } from './resource.driver.ts';
import { ofSessions } from './sessions.driver.ts';
import { ofClipLoading, ofLocale, ofTheme } from './settings.driver.ts';
import { ofShare } from './share.driver.ts';
import { ofStatement } from './statement.driver.ts';
import { ofTask } from './task.driver.ts';
import { ofTasks } from './tasks.driver.ts';
import { ofTicker } from './ticker.driver.ts';
import { ofWithdrawInfo } from './withdraw-info.driver.ts';
import { withdrawal } from './withdrawal.driver.ts';

/**
 * The machines that a person can be seen to use, by their files, each with its driver; a group is a
 * test file, so that they run beside each other.
 */
export const drivers = {
  entering: {
    'auth/auth.machine.ts': ofAuth,
    'landing.machine.ts': ofLanding,
    'deletion.machine.ts': ofDeletion,
    'my-data.machine.ts': ofMyData,
    'password.machine.ts': ofPassword,
    'forgot.machine.ts': ofForgot,
    'recover.machine.ts': ofRecover,
    'recovery.machine.ts': ofRecovery,
    'statement.machine.ts': ofStatement,
    'reset.machine.ts': ofReset,
    'email-link.machine.ts': ofEmailLink,
    'email-change.machine.ts': ofEmailChange,
    'email-confirmation.machine.ts': ofEmailConfirmation,
    'sessions.machine.ts': ofSessions,
  },
  keeping: { 'outbox/outbox.machine.ts': ofOutbox },
  listsAndSettings: {
    'friends.machine.ts': ofFriends,
    'list.machine.ts': ofList,
    'resource.machine.ts': ofResource,
    'clip-loading.machine.ts': ofClipLoading,
    'data-used.machine.ts': ofDataUsed,
    'locale.machine.ts': ofLocale,
    'theme.machine.ts': ofTheme,
  },
  payouts: { 'ticker.machine.ts': ofTicker, 'withdraw-info.machine.ts': ofWithdrawInfo },
  push: { 'push/push.machine.ts': ofPush },
  tasks: {
    'task.machine.ts': ofTask,
    'tasks.machine.ts': ofTasks,
    'install.machine.ts': ofInstall,
  },
  sharing: {
    'earning.machine.ts': ofEarning,
    'objection.machine.ts': ofObjection,
    'report.machine.ts': ofReport,
    'agreement.machine.ts': ofAgreement,
    'share.machine.ts': ofShare,
    'daily-share.machine.ts': ofDailyShare,
  },
  withdrawing: { 'withdrawal/withdrawal.machine.ts': withdrawal },
};
