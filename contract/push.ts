import type { AppConfig } from './app-config.ts';

/** Subjects of push messages; `data.kind` of a message. */
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

/** Keys that the app needs to register for push. */
export interface PushSetup {
  /** null: the address is the browser's own subscription */
  readonly firebase: Record<string, string> | null;
  readonly vapid_key: string;
}

/** Firebase where the operator has set it up, else web push; null: neither. */
export function pushSetupOf({ push, web_push }: AppConfig): PushSetup | null {
  return push ?? (web_push ? { firebase: null, vapid_key: web_push.vapid_key } : null);
}
