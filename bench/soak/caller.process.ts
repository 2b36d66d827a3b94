import { framesOf } from '../voice/media.ts';
import { every20Ms, pause } from '../voice/pacing.ts';
import { SipClient } from '../voice/sip-client.ts';
import { asSoakOrder, type SoakOrder, type SoakReport } from './protocol.ts';
import { LONGEST_MS, ShortCalls } from './short-calls.ts';

process.once('message', (order) => {
  void run(asSoakOrder(order)).then((report) => process.send?.(report, () => process.disconnect()));
});

async function run(order: SoakOrder): Promise<SoakReport> {
  const client = await SipClient.open(order.sipPort);
  const calls = new ShortCalls(client, {
    ...order,
    speech: framesOf(Buffer.from(order.speech, 'base64')),
  });
  const stop = every20Ms(() => calls.tick());
  let next = 0;
  const callers = Array.from({ length: order.atOnce }, async (_, caller) => {
    // Staggered, so that they do not all call simultaneously.
    await pause((caller * LONGEST_MS) / order.atOnce);
    while (next < order.calls) await calls.make(next++);
  });
  await Promise.all(callers);
  stop();
  client.close();
  const { user, system } = process.cpuUsage();
  return { ...calls.report, cpuSeconds: (user + system) / 1e6 };
}
