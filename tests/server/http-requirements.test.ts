import { expect, test } from 'vitest';
import { requirementKinds } from '../../contract/shapes.ts';
import { settingsTable } from '../../server/domain/settings.table.ts';
import { registerForm } from './forms.ts';
import { expectAnswer } from './http/proofs.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

async function addAd(): Promise<number> {
  const { rows } = await server.domain.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, watch_reward,
       click_reward, created_at)
     values ('Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, 200, 200, now())
     returning ad_id`,
  );
  return Number(rows[0].ad_id);
}

test('what a program says without having done it counts for what is called a courtesy alone', async () => {
  await server.domain.configure({ 'invite.release_after_videos': '1' });
  const { client } = await server.user();
  const [videos_id, ad_id] = [await server.domain.video(), await addAd()];
  const { userInfo } = await expectAnswer(client, 'info');
  await expectAnswer(client, 'playable');
  await expectAnswer(client, 'getAdList');
  // all in the moment in which they were served, and an account that nobody uses
  await client.send('record', { videos_id });
  await client.send('watchAdReward', { ad_id });
  await client.send('clickAdReward', { ad_id });
  await client.send('incrementShare');
  const idle = registerForm(1, { invite_code: userInfo.invite_code });
  await expectAnswer(server.visitor(), 'checkIn', idle);
  const { requirements } = await expectAnswer(client, 'withdrawConfig');
  const counted = requirements.filter(({ current }) => current > 0).map(({ kind }) => kind);
  const courtesies = requirementKinds.filter((kind) =>
    settingsTable[`withdraw.requirements.${kind}`].meaning.includes('; a courtesy: '),
  );
  expect(counted).toEqual(courtesies);
  expect(courtesies).toEqual(['ads_clicked', 'shares']);
});
