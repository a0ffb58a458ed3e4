import type { Asked } from '../world.ts';

export interface Sent {
  key: string;
  earnedAt: string | undefined;
}

/** The claims in a call. */
export function claimsIn({ key, input }: Asked): Sent[] {
  const { claims, earned_at: earnedAt } = input as {
    claims?: { key: string; earned_at?: string }[];
    earned_at?: string;
  };
  if (claims) return claims.map((claim) => ({ key: claim.key, earnedAt: claim.earned_at }));
  return key === null ? [] : [{ key, earnedAt }];
}
