import { expect, test } from 'vitest';
import { AT_ANY_HOUR, dialsTo, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { startTestServer } from '../../kit/test-server.ts';
import { type ScriptedDial, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

test('many campaigns of one account get no more slots than the single campaign of another', async () => {
  const voice = scriptedVoice();
  const server = await startTestServer({
    overrides: { voice: voice.overrides },
    environment: { ...AT_ANY_HOUR, PARLEY_MAX_CALLS: '8', PARLEY_CAMPAIGN_SHARE: '50' },
  });
  try {
    const [big, small] = [await server.account(), await server.account()];
    const campaigns = [];
    for (let count = 0; count < 6; count += 1) {
      campaigns.push(await runningCampaign(big, { leads: 6, max_calls_in_parallel: 1 }));
    }
    const ofBig = campaigns.flatMap(({ numbers }) => numbers);
    await dialsTo([voice], ofBig, 4);
    const { numbers: ofSmall } = await runningCampaign(small, { leads: 20, max_calls_in_parallel: 10 });
    const over = new Set<ScriptedDial>();
    const held: number[] = [];
    for (let count = 5; count <= 24; count += 1) {
      const oldest = voice.dials.find((dial) => !over.has(dial));
      if (oldest === undefined) throw new Error('No call is active.');
      over.add(oldest);
      oldest.tell(noAnswer);
      await dialsTo([voice], [...ofBig, ...ofSmall], count);
      held.push(voice.dials.filter((dial) => !over.has(dial) && ofSmall.includes(dial.request.to)).length);
    }
    // Half of the slots, once enough are free.
    expect(held.slice(4)).toEqual(Array.from({ length: 16 }, () => 2));
  } finally {
    for (const dial of voice.dials) dial.tell(noAnswer);
    await server.stop();
  }
});
