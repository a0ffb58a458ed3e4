/** What the ledger's domain and its model both go by. */
export const TERMS = {
  clips: [
    { seconds: 5, reward: 500n },
    { seconds: 3, reward: 1_234n },
    { seconds: 8, reward: 1n },
    { seconds: 0, reward: 777n },
    { seconds: 5, reward: 0n },
  ],
  dailyLimit: 3,
  lateDays: 3,
  /** clips of days before that are paid on one day of arrival */
  lateLimit: 2,
  burstSeconds: 12,
  extraViews: 1,
  extraTimes: 1,
  registration: 12_345n,
  invite: 501n,
  share: 333n,
  task: 4_999n,
  minWithdrawal: 10_000n,
  /** percent */
  commissions: [7n, 3n, 1n],
  /** clips that a friend watches before the friend brings anything */
  releaseAfter: 2,
} as const;
