import type { Area } from './row.ts';

const demoTest = 'tests/browser/demo.test.ts';

/** The engineers' pages. */
export const debug: Area = {
  name: 'Debug page',
  rows: [
    {
      section: 2,
      spec: 'Debug page: login/register tabs, logout, fetch user info',
      step: 'debugCall.sending --xstate.done.actor.makeCall--> answered',
      shown: {
        file: demoTest,
        title: 'the debug page’s forms register, call Info, log out, and show a refused log-in',
      },
    },
    {
      section: 5,
      spec: 'Debug form: username required, password required, email required on register',
      step: 'debugCall.idle --call.submitted--> invalid',
      shown: {
        file: demoTest,
        title: 'a call that the contract does not accept is not sent, and each field says why',
      },
    },
    {
      section: 2,
      spec: 'Debug page: a call is under way',
      step: 'debugCall.idle --call.submitted--> sending',
    },
    {
      section: 2,
      spec: 'Debug page: a call was refused or failed',
      step: 'debugCall.sending --xstate.error.actor.makeCall--> failed',
      shown: {
        file: demoTest,
        title: 'the debug page is open to visitors: a private call shows 401 and does not navigate',
      },
    },
    {
      section: 2,
      spec: 'Debug tools',
      step: 'maintenance.idle --action.pressed--> asking',
      shown: {
        file: demoTest,
        title: 'the tools show the device’s state, clear a stored item, and report no secret',
      },
    },
  ],
};
