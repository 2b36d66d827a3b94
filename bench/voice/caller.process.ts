import { Conversation } from './conversation.ts';
import { FRAME_BYTES, Media } from './media.ts';
import { asCallOrder, type CallOrder, type CallReport } from './protocol.ts';
import { type PlacedCall, SipClient } from './sip-client.ts';

/** Calls begin one after the other, so that they do not all speak in the same instant. */
const BETWEEN_CALLS_MS = 37;

process.once('message', (order) => {
  void run(asCallOrder(order)).then((report) => process.send?.(report, () => process.disconnect()));
});

async function run(order: CallOrder): Promise<CallReport> {
  const report: CallReport = {
    ...{ answered: 0, answerMs: [], voiceToVoiceMs: [], bargeInMs: [], missed: 0, notStopped: 0 },
    packetGapP99Ms: 0,
    cpuSeconds: 0,
  };
  const speech = framesOf(Buffer.from(order.speech, 'base64'));
  const client = await SipClient.open(order.sipPort);
  const conversations: Conversation[] = [];
  const medias: Media[] = [];
  const placed: PlacedCall[] = [];
  const stop = every20Ms(() => {
    for (const conversation of conversations) conversation.tick();
  });
  for (let index = 0; index < order.calls; index += 1) {
    const media = await Media.open();
    const call = await client.place({ from: order.caller, to: order.callee, mediaPort: media.port });
    media.connect(call.remotePort);
    report.answered += 1;
    report.answerMs.push(call.answerMs);
    medias.push(media);
    placed.push(call);
    conversations.push(
      new Conversation(media, { speech, turns: order.turns, interrupts: index % 2 === 0, report }),
    );
    await pause(BETWEEN_CALLS_MS);
  }
  while (!conversations.every(({ isOver }) => isOver)) await pause(100);
  stop();
  for (const call of placed) call.hangUp();
  await pause(500);
  const gaps = medias.flatMap(({ gapsMs }) => gapsMs).sort((one, other) => one - other);
  report.packetGapP99Ms = gaps[Math.floor(gaps.length * 0.99)] ?? 0;
  for (const media of medias) media.close();
  client.close();
  const { user, system } = process.cpuUsage();
  report.cpuSeconds = (user + system) / 1e6;
  return report;
}

function framesOf(speech: Buffer): Buffer[] {
  const count = Math.floor(speech.length / FRAME_BYTES);
  return Array.from({ length: count }, (_, index) =>
    speech.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES),
  );
}

/** Without drift: each tick is due so many times 20 ms after the first. */
function every20Ms(work: () => void): () => void {
  const startedAt = performance.now();
  let ticks = 0;
  let timer = setTimeout(next, 20);
  function next(): void {
    ticks += 1;
    work();
    timer = setTimeout(next, Math.max(0, startedAt + (ticks + 1) * 20 - performance.now()));
  }
  return () => clearTimeout(timer);
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
