import { DAY, HOUR, MINUTE, SECOND } from '../../../server/domain/time.ts';
import { dataOf } from '../client.ts';
import type { Life } from '../clock.ts';
import type { Opponent, Stage } from '../opponent.ts';
import { Phone } from '../phone.ts';
import { join, withdrawAll } from '../script.ts';

/**
 * An unattended phone with its own network address and its own payout account. Each day it plays every payable clip
 * for the watch time and 1 to 4 seconds more, fetches the clips that are not cached, and withdraws its balance.
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
      const playedMs = clip.watch_seconds * SECOND + random.between(1_000, 4_000);
      client.countPlaying(playedMs);
      yield playedMs;
      await client.send('record', { videos_id: clip.id });
    }
    await withdrawAll(client);
    yield DAY - (clock.time % DAY) + 8 * HOUR + random.between(0, 60) * MINUTE;
  }
}

export const player: Opponent = {
  name: 'player',
  about:
    'a script that plays clips in real time; each account has its own address and payout account',
  goal: null,
  play: (stage) => ({
    lives: Array.from({ length: Math.ceil(stage.accounts / 4) }, (_, place) =>
      playerLife(stage, place),
    ),
  }),
};
