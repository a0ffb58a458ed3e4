import { benchClaims } from './partitions/claims.ts';
import { withCluster } from './partitions/cluster.ts';
import { benchLocks } from './partitions/locks.ts';
import { benchRetention } from './partitions/retention.ts';

/**
 * Whether partitions are worth it: what a paid claim takes on tables that are split by time or by person, what
 * it takes to end a day's kept answers, and what waits while partitions change. Linux only.
 */
export function benchPartitions(): Promise<void> {
  return withCluster(async (cluster) => {
    const loads = await benchClaims(cluster);
    const next = (kind: string) =>
      loads.get(kind) ?? (() => Promise.reject(new Error(kind)) as never);
    await benchRetention(cluster, next);
    await benchLocks(cluster.urlOf('large_answers_by_day'), next('answers_by_day'));
  });
}

if (import.meta.main) await benchPartitions();
