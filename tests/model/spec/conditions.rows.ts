import type { AnyMachineSnapshot } from 'xstate';
import type { RequirementKind } from '../../../contract/shapes.ts';
import { conditionsOf } from '../../../machines/withdrawal/rules.ts';
import { requirementTexts } from '../../../src/i18n/messages.ts';
import type { Row } from './row.ts';

const shown = {
  file: 'tests/browser/withdraw.test.ts',
  title: 'every condition is shown, met or not, also while withdrawal info is missing',
};

/** The text of a condition that is not met. */
const unmet =
  (wanted: RequirementKind) =>
  ({ context }: AnyMachineSnapshot) => {
    const isUnmet = conditionsOf(context.terms, context.permission).some(
      ({ kind, isMet }) => kind === wanted && !isMet,
    );
    return isUnmet ? requirementTexts[wanted] : null;
  };

/** The operator's possible conditions for a withdrawal. */
export const conditions: readonly Row[] = [
  {
    section: 2,
    spec: 'Withdraw: requirement progress, required vs current',
    step: 'withdrawal.loading --xstate.done.actor.loadTerms--> blocked.unmet',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: configured count of invites',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'blocked.unmet',
    message: unmet('invites'),
    says: 'Friends invited',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: configured count of videos',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'blocked.unmet',
    message: unmet('videos'),
    says: 'Videos watched',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: configured count of ads viewed',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'blocked.unmet',
    message: unmet('ads_viewed'),
    says: 'Ads watched',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: configured count of ads clicked',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'blocked.unmet',
    message: unmet('ads_clicked'),
    says: 'Ads opened',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: configured count of shares',
    machine: 'withdrawal',
    on: 'xstate.done.actor.loadTerms',
    state: 'blocked.unmet',
    message: unmet('shares'),
    says: 'Shares',
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: notification permission enabled',
    step: 'withdrawal.loading --xstate.done.actor.loadTerms--> blocked.notificationsOff',
    given: { output: { notification_required: true } },
    shown,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: the permission is given meanwhile, and opens the form',
    step: 'withdrawal.blocked.notificationsOff --permission.changed--> editing',
    tells: [],
  },
];

const told = {
  file: 'tests/browser/mine.test.ts',
  title:
    'the tips name the app, and the time until a withdrawal is possible only if the operator set it',
};

/** Tips on withdrawing, before the request. */
export const tips: readonly Row[] = [
  {
    section: 2,
    spec: 'Withdraw: tips',
    holder: 'src/screens/withdraw/tips.tsx',
    shown: told,
  },
  {
    section: 5,
    spec: 'Withdraw conditions: a note to complete it in the app',
    holder: 'src/screens/withdraw/tips.tsx',
    shown: told,
  },
  {
    section: 9,
    spec: 'Tips say withdrawal within 24 hours (where the operator claims it)',
    holder: 'src/screens/withdraw/tips.tsx',
    shown: told,
  },
];
