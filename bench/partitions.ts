import { benchClaims } from './partitions/claims.ts';
import { withCluster } from './partitions/cluster.ts';
import { benchLocks } from './partitions/locks.ts';
import { benchRetention } from './partitions/retention.ts';

/**
 * Measures whether partitions pay off: the cost of a paid claim on tables that are partitioned by time
 * or by person, the cost of deleting a day's cached answers, and the statements that wait while
 * partitions change. Linux only.
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
