import { Conversation } from './conversation.ts';
import { framesOf, Media } from './media.ts';
import { every20Ms, pause } from './pacing.ts';
import { openPlacing, type Placed } from './placing.ts';
import { asCallOrder, type CallOrder, type CallReport } from './protocol.ts';

/** Calls are staggered, so that they do not all speak simultaneously. */
const BETWEEN_CALLS_MS = 37;

process.once('message', (order) => {
  void run(asCallOrder(order)).then((report) => process.send?.(report, () => process.disconnect()));
});

async function run(order: CallOrder): Promise<CallReport> {
  const report: CallReport = {
    answered: 0,
    answerMs: [],
    voiceToVoiceMs: [],
    bargeInMs: [],
    missed: 0,
    notStopped: 0,
    packetGapP99Ms: 0,
    cpuSeconds: 0,
  };
  const speech = framesOf(Buffer.from(order.speech, 'base64'));
  const placing = await openPlacing(order.reach);
  const conversations: Conversation[] = [];
  const medias: Media[] = [];
  const placed: Placed[] = [];
  const stop = every20Ms(() => {
    for (const conversation of conversations) conversation.tick();
  });
  for (let index = 0; index < order.calls; index += 1) {
    const media = await Media.open(order.reach.kind === 'sip' ? order.reach.codec : 'pcmu');
    const call = await placing.place(media.port);
    media.connect(call.remotePort);
    report.answered += 1;
    if (call.answerMs !== null) report.answerMs.push(call.answerMs);
    medias.push(media);
    placed.push(call);
    conversations.push(
      new Conversation(media, { speech, turns: order.turns, interrupts: index % 2 === 0, report }),
    );
    await pause(BETWEEN_CALLS_MS);
  }
  while (!conversations.every(({ isOver }) => isOver)) await pause(100);
  stop();
  await Promise.all(placed.map((call) => call.hangUp()));
  const gaps = medias.flatMap(({ gapsMs }) => gapsMs).sort((one, other) => one - other);
  report.packetGapP99Ms = gaps[Math.floor(gaps.length * 0.99)] ?? 0;
  for (const media of medias) media.close();
  placing.close();
  const { user, system } = process.cpuUsage();
  report.cpuSeconds = (user + system) / 1e6;
  return report;
}
