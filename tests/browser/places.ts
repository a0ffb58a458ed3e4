import type { Page } from 'playwright-core';
import { tab } from './people.ts';

/** A screen of the product, and an action there that calls the server. */
export interface Place {
  name: string;
  path: string;
  /** performs all steps before the press that makes the call */
  arrive: (page: Page) => Promise<void>;
  press: (page: Page) => Promise<void>;
  /** the call that is answered with the end of the session */
  call: string | RegExp;
}

export const places: Place[] = [
  {
    name: 'the feed',
    path: '/',
    arrive: (page) => page.getByRole('button', { name: 'Next video' }).waitFor(),
    // the clip's own claim may end the session before the press
    press: (page) =>
      page
        .getByRole('button', { name: 'Next video' })
        .or(page.getByLabel('Username or email'))
        .first()
        .click(),
    call: /\/api\/(video\/record|claim\/send)$/,
  },
  {
    name: 'a task',
    path: '/tasks/index',
    arrive: async (page) => {
      await tab(page, 'Tasks').click();
      await page.getByRole('button', { name: 'Claim' }).waitFor();
    },
    press: (page) => page.getByRole('button', { name: 'Claim' }).click(),
    // the claim may be sent together with an earlier clip's claim
    call: /\/api\/(task\/claim|claim\/send)$/,
  },
  {
    name: 'the friends',
    path: '/invite/index',
    arrive: async (page) => {
      await tab(page, 'Invite').click();
      await page.getByText('No friends here yet').waitFor();
    },
    press: (page) => page.getByRole('radio', { name: 'Level 2' }).click(),
    call: '**/api/user/invitedUsers?*level=2*',
  },
  {
    name: 'the confirmation of a withdrawal',
    path: '/withdraw/index',
    arrive: async (page) => {
      await tab(page, 'Withdraw').click();
      await page.getByLabel('Amount').fill('2');
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    },
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click(),
    call: '**/api/user/withdraw',
  },
  {
    name: 'the withdrawal info',
    path: '/withdraw/index',
    arrive: async (page) => {
      await tab(page, 'Withdraw').click();
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Account').fill('grace@example.org');
    },
    press: (page) => page.getByRole('button', { name: 'Save' }).click(),
    call: '**/api/user/updateWdinfo',
  },
  {
    name: 'Mine, where several calls are made at once',
    path: '/mine/index',
    arrive: (page) => tab(page, 'Withdraw').click(),
    press: (page) => tab(page, 'Mine').click(),
    call: '**/api/user/{rewardLogs,info}*',
  },
];
