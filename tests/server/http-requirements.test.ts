import { expect, test } from 'vitest';
import { requirementKinds } from '../../contract/shapes.ts';
import { settingsTable } from '../../server/domain/settings.table.ts';
import { addAd } from './ad.support.ts';
import { registerForm } from './forms.ts';
import { expectAnswer } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

test('an unwatched claim counts only for the requirements that are named courtesies', async () => {
  await server.domain.configure({ 'invite.release_after_videos': '1' });
  const { client } = await server.user();
  const [videos_id, ad_id] = [
    await server.domain.video(),
    await addAd(server.domain, { watch_reward: 200n, click_reward: 200n }),
  ];
  const { userInfo } = await expectAnswer(client, 'info');
  await expectAnswer(client, 'playable');
  await expectAnswer(client, 'getAdList');
  // all claims are made at the moment of serving, and the invited account is never used
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
