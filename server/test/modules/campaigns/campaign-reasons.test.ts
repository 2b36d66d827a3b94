import { expect, test } from 'vitest';
import { mobileNumber } from '../../kit/calls.ts';
import {
  AT_ANY_HOUR,
  campaignOnce,
  dialsTo,
  invalidNumber,
  LIKE_PEOPLE,
  leadsOf,
  noAnswer,
  runningCampaign,
} from '../../kit/campaign-dials.ts';
import { createCampaign, createLead, setStatus } from '../../kit/campaigns.ts';
import { manualClock } from '../../kit/clocks.ts';
import { startTestServer } from '../../kit/test-server.ts';
import { scriptedVoice } from '../../kit/voice/scripted-calls.ts';

const reasonsIn = (waiting: { code: string; leads: number }[]) =>
  waiting.map(({ code, leads }) => [code, leads]);

test('after completion, undialable leads keep their reason and leads added later show campaign-completed', async () => {
  const voice = scriptedVoice();
  // Evening in Los Angeles; in Bucharest it is the middle of the night.
  const clock = manualClock(new Date('2026-01-15T01:30:00Z'));
  const server = await startTestServer({
    overrides: { voice: voice.overrides, clock },
    environment: LIKE_PEOPLE,
  });
  try {
    const account = await server.account();
    const { id } = await createCampaign(account, {
      timezone: 'Europe/Bucharest',
      allowed_hours_start_time: '03:00',
      allowed_hours_end_time: '03:59',
    });
    const [called, never] = ['+12133734253', mobileNumber()];
    for (const phone_number of [called, never]) await createLead(account, { campaign_id: id, phone_number });
    expect((await setStatus(account, id, 'start')).status).toBe(200);
    (await dialsTo([voice], [called], 1))[0]?.tell(invalidNumber);
    await campaignOnce(account, id, ({ status }) => status === 'completed');
    await createLead(account, { campaign_id: id, phone_number: '+12133734254' });
    const [, hopeless, late] = await leadsOf(account, id);
    expect(hopeless).toMatchObject({
      status: 'created',
      waiting: { code: 'called-party-hours', text: expect.stringContaining('never overlap'), until: null },
    });
    expect(late.waiting.code).toBe('campaign-completed');
    const { waiting } = (await account.get(`/user/campaign/${id}/report`)).body.data;
    expect(reasonsIn(waiting).sort()).toEqual([
      ['called-party-hours', 1],
      ['campaign-completed', 1],
    ]);
  } finally {
    await server.stop();
  }
});

test('due leads and the monitor report that no dialer process is running', async () => {
  const voice = scriptedVoice();
  const idle = await startTestServer({
    overrides: { voice: scriptedVoice().overrides },
    environment: { ...AT_ANY_HOUR, PARLEY_CAMPAIGN_SHARE: '0' },
  });
  try {
    const account = await idle.account();
    const { id, numbers } = await runningCampaign(account, { leads: 1 });
    const monitorOf = async () => (await account.get(`/user/campaign/${id}/monitor`)).body.data;
    expect((await leadsOf(account, id))[0].waiting).toMatchObject({
      code: 'no-dialer',
      text: 'No process of this installation is dialing for campaigns right now.',
      until: null,
    });
    const { waiting } = (await account.get(`/user/campaign/${id}/report`)).body.data;
    expect(reasonsIn(waiting)).toEqual([['no-dialer', 1]]);
    expect((await monitorOf()).hints).toEqual([
      'No process of this installation is dialing for campaigns right now.',
    ]);
    const dialing = await startTestServer({
      overrides: { voice: voice.overrides },
      environment: AT_ANY_HOUR,
      beside: idle.testDatabase,
    });
    try {
      const [dial] = await dialsTo([voice], numbers, 1);
      expect((await monitorOf()).hints).toEqual([]);
      dial?.tell(noAnswer);
    } finally {
      await dialing.stop();
    }
  } finally {
    await idle.stop();
  }
});
