import { DAY, HOUR, MINUTE, SECOND } from '../../../server/domain/time.ts';
import { dataOf } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { join, withdrawAll } from '../script.ts';

/** Claims each clip after its watch time, day after day, invites nobody and plays nothing. */
async function* soloLife(stage: Stage, place: number): Life {
  const { clock, until } = stage;
  const client = stage.clientAt(24);
  const random = stage.randomOf(`solo_${place}`);
  yield HOUR + place * 10 * MINUTE + random.between(0, 60) * SECOND;
  // two accounts for each UPI id
  const account = `ring${Math.floor(place / 2)}@okhdfc`;
  const canBePaid = await join(client, `solo_${place}`, { country: 'IN', method: 'upi', account });
  // an account without a payout account would claim for nothing
  if (!canBePaid) return;
  while (clock.time < until.getTime()) {
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    for (const { id, watch_seconds } of list.slice(0, remaining_today)) {
      yield watch_seconds * SECOND + random.between(1_000, 4_000);
      await client.send('record', { videos_id: id });
    }
    await withdrawAll(client);
    yield DAY - (clock.time % DAY) + HOUR + random.between(0, 8 * HOUR);
  }
}

export const solo: Opponent = {
  name: 'solo',
  about:
    'accounts on one address with half as many UPI ids; each account claims calmly day after day',
  goal: 'takes little',
  play: (stage) => ({
    lives: Array.from({ length: stage.accounts * 2 }, (_, place) => soloLife(stage, place)),
  }),
};
