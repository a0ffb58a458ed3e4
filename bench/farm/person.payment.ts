import { parseMoney } from '../../contract/money.ts';
import { dataOf, isRefused } from './client.ts';
import type { Person } from './person.ts';

const UNIT = 10_000n;

/**
 * Requests a payment as the app allows: the app shows unmet requirements before it sends a request.
 * @returns a refusal that no stated rule explains, as `call: reason`
 */
export async function seekPayment(person: Person): Promise<string | null> {
  const { client, clock, habits, seen } = person;
  const config = dataOf(await client.send('withdrawConfig', {}));
  const wanted = BigInt(habits.wants) * UNIT;
  const least = parseMoney(config.min_amount);
  const balance = parseMoney(config.balance);
  if (config.pending || balance < (wanted > least ? wanted : least)) return null;
  seen.wantedAt ??= clock.time;
  const unmet = config.requirements.filter(({ current, required }) => current < required);
  if (unmet.length > 0) {
    seen.unmetRequests += 1;
    // the rule counts the paid clips, and nothing else
    const isStated = unmet.every(
      ({ kind, current }) => kind === 'videos' && current === seen.paidClips,
    );
    return isStated ? null : `withdrawConfig: ${unmet.map(({ kind }) => kind).join(' and ')}`;
  }
  const refused = await setPayoutAccount(person);
  if (refused) return refused;
  const answer = await client.send('withdraw', { amount: config.balance }, `pay-${clock.time}`);
  if (isRefused(answer)) return `withdraw: ${answer.reason}`;
  seen.requestedAt ??= clock.time;
  return null;
}

/** Sets the family's payout account, or the person's own if the family's has reached its limit of people. */
async function setPayoutAccount({ client, habits, place, seen }: Person): Promise<string | null> {
  const { list } = dataOf(await client.send('wdinfo', {}));
  if (list.length > 0) return null;
  for (const account of habits.payoutAccounts) {
    const recipient_name = `Person ${place}`;
    const info = { country: 'PH', method: 'gcash', recipient_name, account };
    const answer = await client.send('updateWdinfo', info);
    if (!isRefused(answer)) return null;
    if (answer.reason !== 'account_shared') return `updateWdinfo: ${answer.reason}`;
    seen.tookOwnAccount = true;
  }
  return 'updateWdinfo: account_shared, also for their own';
}
