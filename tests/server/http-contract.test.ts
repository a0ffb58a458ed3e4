import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { accountCalls } from './http/accounts.suite.ts';
import { agreementCalls } from './http/agreement.suite.ts';
import { cancellingCalls } from './http/cancelling.suite.ts';
import { changingCalls } from './http/changing.suite.ts';
import { backdatedClaims } from './http/claims.suite.ts';
import { type CallName, table } from './http/client.ts';
import { coverage, resetCoverage, schemaPaths } from './http/coverage.ts';
import { deletingCalls } from './http/deleting.suite.ts';
import { earningCalls } from './http/earning.suite.ts';
import { emailCalls } from './http/email.suite.ts';
import { emailConfirmation } from './http/email-confirmation.suite.ts';
import { exportingCalls } from './http/exporting.suite.ts';
import { forgettingCalls } from './http/forgetting.suite.ts';
import { invitingCalls } from './http/inviting.suite.ts';
import { objectingCalls } from './http/objecting.suite.ts';
import { refusedPasskeys } from './http/passkeys.refused.suite.ts';
import { passkeyCalls } from './http/passkeys.suite.ts';
import { progressCalls } from './http/progress.suite.ts';
import { provenChanges } from './http/proven-changes.suite.ts';
import { provingCalls } from './http/proving.suite.ts';
import { recoveringCalls } from './http/recovering.suite.ts';
import { renditionCalls } from './http/renditions.suite.ts';
import { reportingCalls } from './http/reporting.suite.ts';
import { resettingCalls } from './http/resetting.suite.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { sessionCalls } from './http/sessions.suite.ts';
import { statementCalls } from './http/statement.suite.ts';
import { watchingCalls } from './http/watching.suite.ts';
import { withdrawingCalls } from './http/withdrawing.suite.ts';

setUpServer({
  // the requests go to three servers in turn, so a server must find the others' answers in the database
  servers: 3,
  // the tests of the domain cover values without encryption
  seals: true,
  config: {
    push: { firebase: { apiKey: 'k' }, vapid_key: 'v' },
    mail: { url: 'smtp://127.0.0.1', from: 'help@clips.example' },
  },
});
beforeAll(resetCoverage);
const running = () => server;

accountCalls(running);
forgettingCalls(running);
recoveringCalls(running);
resettingCalls(running);
passkeyCalls(running);
refusedPasskeys(running);
agreementCalls(running);
changingCalls(running);
emailCalls(running);
emailConfirmation(running);
sessionCalls(running);
exportingCalls(running);
statementCalls(running);
deletingCalls(running);
watchingCalls(running);
withdrawingCalls(running);
provingCalls(running);
cancellingCalls(running);
objectingCalls(running);
earningCalls(running);
invitingCalls(running);
backdatedClaims(running);
renditionCalls(running);
progressCalls(running);
reportingCalls(running);
// this suite moves the server's clock by hours
provenChanges(running);

// runs last: checks the coverage of all suites above
describe('every part of the contract is tested', () => {
  const entries = Object.entries(table) as [CallName, Call][];

  test.each(entries)('%s', (name, call) => {
    const seen = coverage[name];
    expect({
      refusals: call.refusals.filter((reason) => !seen.refusals.has(reason)),
      given: schemaPaths(call.gives).filter((path) => !seen.gives.has(path)),
      taken: schemaPaths(call.takes).filter((path) => !seen.takes.has(path)),
      unexpected: [...seen.refusals].filter((reason) => !call.refusals.includes(reason)),
    }).toEqual({ refusals: [], given: [], taken: [], unexpected: [] });
  });
});
