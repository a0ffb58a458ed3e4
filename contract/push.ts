import type { AppConfig } from './app-config.ts';

/** What a push message can be about; it comes as `data.kind`. */
export const pushKinds = [
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_failed',
  'withdrawal_returned',
  'friend_joined',
  'daily_limit',
  'report_decided',
  'objection_decided',
  'payout_info_changed',
  'account_changed',
] as const;
export type PushKind = (typeof pushKinds)[number];

/** What the app needs to ask for push. */
export interface PushSetup {
  /** null: the browser's own subscription is the address */
  readonly firebase: Record<string, string> | null;
  readonly vapid_key: string;
}

/** By Firebase where the operator has set it up, else by web push; null: by neither. */
export function pushSetupOf({ push, web_push }: AppConfig): PushSetup | null {
  return push ?? (web_push ? { firebase: null, vapid_key: web_push.vapid_key } : null);
}
