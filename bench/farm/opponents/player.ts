import { DAY, HOUR, MINUTE, SECOND } from '../../../server/domain/time.ts';
import { dataOf } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { Phone } from '../phone.ts';
import { join, withdrawAll } from '../script.ts';

/**
 * A phone on a shelf: with an address and a payout account, it fetches each clip, and plays it for its watch time
 * and a few seconds more.
 */
async function* playerLife(stage: Stage, place: number): Life {
  const { clock, until } = stage;
  const client = stage.clientAt(place, place);
  const phone = new Phone();
  const random = stage.randomOf(`player_${place}`);
  yield 8 * HOUR + random.between(0, HOUR);
  const account = `0917${random.between(1_000_000, 9_999_999)}`;
  await join(client, `player_${place}`, { country: 'PH', method: 'gcash', account });
  while (clock.time < until.getTime()) {
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    for (const [index, clip] of list.slice(0, remaining_today).entries()) {
      await phone.play(client, clip, clock.time, index === 0);
      const watching = clip.watch_seconds * SECOND + random.between(1_000, 4_000);
      client.countPlaying(watching);
      yield watching;
      await client.send('record', { videos_id: clip.id });
    }
    await withdrawAll(client);
    yield DAY - (clock.time % DAY) + 8 * HOUR + random.between(0, 60) * MINUTE;
  }
}

export const player: Opponent = {
  name: 'player',
  about:
    'a script that plays each clip in real time; each account has an address and a payout account of its own',
  goal: null,
  play: (stage) => ({
    lives: Array.from({ length: Math.ceil(stage.accounts / 4) }, (_, place) =>
      playerLife(stage, place),
    ),
  }),
};
