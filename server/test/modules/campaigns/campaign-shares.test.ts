import { expect, test } from 'vitest';
import { AT_ANY_HOUR, busy, runningCampaign } from '../../kit/campaign-dials.ts';
import { manualClock } from '../../kit/clocks.ts';
import { eventually } from '../../kit/eventually.ts';
import { startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

/** Runs `work` with two processes, a stopped clock and a campaign of four parallel calls. */
async function twoProcesses(
  { slots }: { slots: readonly [number, number] },
  work: (voices: readonly [ScriptedVoice, ScriptedVoice]) => Promise<void>,
): Promise<void> {
  const clock = manualClock(new Date());
  const voices = [scriptedVoice(), scriptedVoice()] as const;
  const servers: TestServer[] = [];
  const start = async (index: 0 | 1): Promise<TestServer> => {
    const server = await startTestServer({
      overrides: { voice: voices[index].overrides, clock },
      environment: {
        ...AT_ANY_HOUR,
        PARLEY_MAX_CALLS: String(slots[index]),
        PARLEY_CAMPAIGN_SHARE: '100',
      },
      ...(servers[0] === undefined ? {} : { beside: servers[0].testDatabase }),
    });
    servers.push(server);
    return server;
  };
  try {
    const first = await start(0);
    await start(1);
    await runningCampaign(await first.account(), { leads: 7, max_calls_in_parallel: 4 });
    await work(voices);
  } finally {
    for (const voice of voices) for (const dial of voice.dials) dial.tell(busy);
    for (const server of servers.reverse()) await server.stop();
  }
}

const counts = (voices: readonly ScriptedVoice[]): number[] => voices.map(({ dials }) => dials.length);

test('the process with fewer calls begins the next', async () => {
  await twoProcesses({ slots: [100, 100] }, async (voices) => {
    await eventually(
      async () => counts(voices),
      ([one = 0, other = 0]) => one + other === 4,
    );
    const [full, idle] = voices.toSorted((a, b) => b.dials.length - a.dials.length);
    // The clock is stopped, so the wait of the other process does not end.
    full?.dials[0]?.tell(busy);
    await eventually(
      async () => idle?.dials.length,
      (count) => count === 1,
    );
    expect(full?.dials.length).toBe(4);
  });
});

test('calls that do not fit into one process begin in another', async () => {
  await twoProcesses({ slots: [3, 1] }, async (voices) => {
    await eventually(
      async () => counts(voices),
      ([one, other]) => one === 3 && other === 1,
    );
  });
});
