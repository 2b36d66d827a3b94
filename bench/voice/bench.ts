import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeUlaw } from '../../server/src/core/g711.ts';
import { markdownTable } from '../kit/table.ts';
import { openLiveKit } from './livekit-contender.ts';
import { head, measure } from './measure.ts';
import { openParley } from './parley-contender.ts';
import { ANSWER, QUESTION, synthesize } from './speech.ts';

const sizes = numbers(process.env['BENCH_CALLS'] ?? '1,10,20,30,50,100');
/** Above these the peer's answers are late by seconds. */
const peerSizes = numbers(process.env['BENCH_PEER_CALLS'] ?? '1,10,20,30');
const withPeers = process.env['BENCH_PEERS'] !== 'off';
const turns = Number(process.env['BENCH_TURNS'] ?? 6);

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-voice-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const answerFile = path.join(folder, 'answer.pcm');
await writeFile(answerFile, await synthesize(ANSWER, 'rms'));
const speech = Buffer.from(encodeUlaw(await synthesize(QUESTION, 'slt'))).toString('base64');

const contenders = [{ contender: stack.use(await openParley(folder)), sizes }];
if (withPeers) contenders.push({ contender: stack.use(await openLiveKit(answerFile)), sizes: peerSizes });
const rows = new Map<string, string[][]>(contenders.map(({ contender }) => [contender.name, []]));
const all = new Set(contenders.flatMap((each) => each.sizes));
for (const calls of [...all].toSorted((one, other) => one - other)) {
  for (const { contender, sizes } of contenders) {
    if (!sizes.includes(calls)) continue;
    rows.get(contender.name)?.push(await measure(contender, { calls, turns, speech }));
  }
}

console.log(
  `\nVoice to voice over packets on loopback, 300 ms endpointing, vendors that take no time, ${turns} questions a call, every second answer interrupted; milliseconds as p50, p95, p99. The server is called over SIP, the peer gets bare packets.`,
);
for (const [name, measured] of rows) console.log(`\n${name}\n\n${markdownTable([head, ...measured])}`);

function numbers(list: string): number[] {
  return list.split(',').map(Number);
}
