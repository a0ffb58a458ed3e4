import { accessMutants } from './access.ts';
import { accountMutants } from './account.ts';
import { adMutants } from './ads.ts';
import { backupMutants } from './backup.ts';
import { commissionMutants } from './commissions.ts';
import { correctionMutants } from './corrections.ts';
import { currencyMutants } from './currency.ts';
import { emailMutants } from './email.ts';
import { feedMutants } from './feed.ts';
import { firstPaymentMutants } from './first-payments.ts';
import { functionMutants } from './functions.ts';
import { lateMutants } from './late.ts';
import { lateRuleMutants } from './late-rules.ts';
import { letterMutants } from './letters.ts';
import { listMutants } from './lists.ts';
import { lookupMutants } from './lookups.ts';
import { mailMutants } from './mail.ts';
import type { Mutant } from './mutant.ts';
import { objectionMutants } from './objections.ts';
import { passkeyMutants } from './passkeys.ts';
import { payoutMutants } from './payouts.ts';
import { promiseMutants } from './promises.ts';
import { pushMutants } from './push.ts';
import { recoveryMutants } from './recovery.ts';
import { registrationMutants } from './registration.ts';
import { reportMutants } from './reports.ts';
import { requestMutants } from './requests.ts';
import { reviewMutants } from './review.ts';
import { ruleMutants } from './rules.ts';
import { settlementMutants } from './settlement.ts';
import { severalMutants } from './several.ts';
import { shareMutants } from './shares.ts';
import { statementMutants } from './statement.ts';
import { taskMutants } from './tasks.ts';
import { textMutants } from './texts.ts';
import { togetherMutants } from './together.ts';
import { tokenMutants } from './tokens.ts';
import { welcomeMutants } from './welcome.ts';

const record = 'server/database/functions/record_watch.sql';
const credit = 'server/database/functions/credit_rewards.sql';
const settlement = 'server/domain/settlement.ts';
const sharing = 'server/domain/sharing.ts';

/** Further mutants of earning, paying and bookkeeping. */
const moneyMutants: readonly Mutant[] = [
  {
    fault: 'the previous watch does not count, so two devices earn twice as fast',
    file: record,
    find: 'greatest(ready_at, mine.last_watch_at + watch_time)',
    replace: 'ready_at',
    tests: ['domain-watching.test.ts'],
  },
  {
    fault: 'a clip that was never served is paid',
    file: record,
    find: 'if served_since is null or ready_at > p_now',
    replace: 'if ready_at > p_now',
    tests: ['domain-watching.test.ts'],
  },
  {
    fault: 'watch time counts from the last time at which the clip was served',
    file: 'server/domain/videos.ts',
    find: `        and first_at >= \${DAY_BEGAN}
    ) \${SERVED_ANEW}`,
    replace: `        and false
    ) on conflict (user_id, kind, item_id) do update set first_at = $3`,
    tests: ['domain-watching.test.ts'],
  },
  {
    fault: 'a wallet is credited twice what the entry says',
    file: credit,
    find: 'available = purse.available + added - repaid,',
    replace: 'available = purse.available + 2 * added - repaid,',
    tests: ['domain-invitations.test.ts'],
  },
  {
    fault: 'the version of a wallet counts a movement that does not exist',
    file: credit,
    find: 'version = purse.version + seen + case',
    replace: 'version = purse.version + seen + 1 + case',
    tests: ['domain-invitations.test.ts'],
  },
  {
    fault: 'a transaction that conflicts with another one is not tried again',
    file: 'server/database/database.ts',
    find: 'const ATTEMPTS = 5;',
    replace: 'const ATTEMPTS = 1;',
    tests: ['domain-transactions.test.ts'],
  },
  {
    fault: 'the table accepts two pending withdrawals of a user',
    file: 'server/database/migrations/0005_withdrawals.sql',
    find: 'create unique index withdrawal_pending',
    replace: 'create index withdrawal_pending',
    tests: ['ledger-verify.test.ts'],
  },
  {
    fault: 'the requirements of a withdrawal are not checked',
    file: 'server/domain/withdraw-requirements.ts',
    find: 'current < required',
    replace: 'current < 0 * required',
    tests: ['domain-withdrawals.test.ts'],
  },
  {
    fault: 'the amount of a rejected withdrawal does not go back to the balance',
    file: settlement,
    find: "'request.rejected': { op: 'withdrawal_returned', debit: 'held', credit: 'available'",
    replace: "'request.rejected': { op: 'withdrawal_returned', debit: 'held', credit: 'payouts'",
    tests: ['http-contract.test.ts', 'ledger-model.test.ts'],
  },
  {
    fault: 'extra views come without a share',
    file: sharing,
    find: "when shares_today = 0 then 'no_share_today'",
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'extra views have no limit',
    file: sharing,
    find: "when extra_times_today >= $5::int then 'no_extra_left'",
    replace: "when extra_times_today >= $5::int + 100 then 'no_extra_left'",
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'the verification overlooks a missing entry',
    file: 'server/domain/verify.ts',
    find: 'wallet.user_id is null\n      or (version, version, ',
    replace: 'wallet.user_id is null\n      or (transfers, newest, ',
    tests: ['ledger-verify.test.ts'],
  },
];

export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...ruleMutants,
  ...shareMutants,
  ...statementMutants,
  ...taskMutants,
  ...welcomeMutants,
  ...promiseMutants,
  ...lateMutants,
  ...lateRuleMutants,
  ...adMutants,
  ...currencyMutants,
  ...functionMutants,
  ...listMutants,
  ...lookupMutants,
  ...mailMutants,
  ...commissionMutants,
  ...correctionMutants,
  ...severalMutants,
  ...togetherMutants,
  ...payoutMutants,
  ...requestMutants,
  ...settlementMutants,
  ...firstPaymentMutants,
  ...accessMutants,
  ...tokenMutants,
  ...accountMutants,
  ...backupMutants,
  ...passkeyMutants,
  ...recoveryMutants,
  ...emailMutants,
  ...registrationMutants,
  ...reportMutants,
  ...objectionMutants,
  ...reviewMutants,
  ...pushMutants,
  ...letterMutants,
  ...textMutants,
  ...feedMutants,
];
