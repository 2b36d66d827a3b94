import { test } from 'vitest';
import { AT_ANY_HOUR, busy, runningCampaign } from '../kit/campaign-dials.ts';
import { manualClock } from '../kit/clocks.ts';
import { eventually } from '../kit/eventually.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../kit/voice/scripted-calls.ts';

/** Runs `work` with two processes, a stopped clock and a campaign of four parallel calls that notified one process. */
async function twoProcesses(
  {
    leads,
    slotsOfOther,
    isOtherLate = false,
  }: { leads: number; slotsOfOther: number; isOtherLate?: boolean },
  work: (scene: {
    clock: ReturnType<typeof manualClock>;
    voices: { near: ScriptedVoice; other: ScriptedVoice };
    dials(near: number, other: number): Promise<unknown>;
    /** Starts the other process, with `isOtherLate`. */
    join(): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const clock = manualClock(new Date());
  const voices = { near: scriptedVoice(), other: scriptedVoice() };
  const servers: TestServer[] = [];
  try {
    const near = await startTestServer({
      overrides: { voice: voices.near.overrides, clock },
      environment: AT_ANY_HOUR,
    });
    servers.unshift(near);
    const join = async (): Promise<void> => {
      const other = await startTestServer({
        overrides: { voice: voices.other.overrides, clock },
        environment: {
          ...AT_ANY_HOUR,
          PARLEY_MAX_CALLS: String(slotsOfOther),
          PARLEY_CAMPAIGN_SHARE: '100',
        },
        beside: near.testDatabase,
      });
      servers.unshift(other);
    };
    if (!isOtherLate) await join();
    await runningCampaign(await near.account(), { leads, max_calls_in_parallel: 4 });
    const dials = (ofNear: number, ofOther: number): Promise<unknown> =>
      eventually(
        async () => [voices.near.dials.length, voices.other.dials.length],
        ([nearOnes, otherOnes]) => nearOnes === ofNear && otherOnes === ofOther,
      );
    await work({ clock, voices, dials, join });
  } finally {
    for (const dial of [...voices.near.dials, ...voices.other.dials]) dial.tell(busy);
    for (const server of servers) await server.stop();
  }
}

test('processes share the calls of a campaign, regardless of which one started it', async () => {
  await twoProcesses({ leads: 6, slotsOfOther: 100 }, async ({ voices, dials }) => {
    await dials(2, 2);
    // The process whose call ended begins the next.
    voices.near.dials[0]?.tell(busy);
    await dials(3, 2);
    voices.other.dials[0]?.tell(busy);
    await dials(3, 3);
  });
});

test('calls that do not fit into one process begin in another', async () => {
  await twoProcesses({ leads: 5, slotsOfOther: 1 }, async ({ clock, voices, dials }) => {
    await dials(2, 1);
    await eventually(
      async () => {
        clock.advance(200);
        return voices.near.dials.length;
      },
      (count) => count === 3,
    );
    // From then on, that process uses its free slots immediately.
    voices.near.dials[0]?.tell(busy);
    await dials(4, 1);
  });
});

test('a process that joins later gets its share as calls end', async () => {
  await twoProcesses({ leads: 7, slotsOfOther: 100, isOtherLate: true }, async ({ voices, dials, join }) => {
    await dials(4, 0);
    await join();
    // The clock is stopped, so the turn of the other process cannot expire.
    for (const dial of voices.near.dials.slice(0, 2)) dial.tell(busy);
    await dials(4, 2);
    voices.near.dials[2]?.tell(busy);
    await dials(5, 2);
  });
});
