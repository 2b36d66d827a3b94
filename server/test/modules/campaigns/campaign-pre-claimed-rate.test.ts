import { expect, test } from 'vitest';
import { AT_ANY_HOUR, busy, dialsTo, leadOnce, runningCampaign } from '../../kit/campaign-dials.ts';
import { rest } from '../../kit/campaigns/jump-clock.ts';
import { watchStatements } from '../../kit/campaigns/watch-statements.ts';
import { manualClock } from '../../kit/clocks.ts';
import { startTestServer } from '../../kit/test-server.ts';
import { scriptedVoice } from '../../kit/voice/scripted-calls.ts';

test('retries over a rate-limited carrier start on time regardless of earlier passes', async () => {
  const watch = watchStatements();
  const voice = scriptedVoice();
  const clock = manualClock(new Date());
  const environment = { ...AT_ANY_HOUR, PARLEY_CALLS_PER_SECOND: 'sandbox=10' };
  const server = await startTestServer({ overrides: { voice: voice.overrides, clock }, environment });
  try {
    const account = await server.account();
    const { id, numbers } = await runningCampaign(account, { leads: 1, retry_interval: 10 });
    (await dialsTo([voice], numbers, 1))[0]?.tell(busy);
    await leadOnce(account, id, ({ status }) => status === 'rescheduled');
    clock.advance(10 * 60_000 - 500);
    for (let step = 0; step < 50; step += 1) {
      await rest(watch);
      expect(voice.dials).toHaveLength(1);
      clock.advance(10);
    }
    await rest(watch);
    expect(voice.dials).toHaveLength(2);
    voice.dials[1]?.tell(busy);
  } finally {
    await server.stop();
    watch.stop();
  }
});
