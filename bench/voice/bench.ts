import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { encodeUlaw } from '../../server/src/core/g711.ts';
import { residentOf } from '../kit/resident.ts';
import { markdownTable } from '../kit/table.ts';
import { startBusyLoops } from './busy.ts';
import { CODEC_NAMES } from './caller-codec.ts';
import { openLiveKit } from './livekit-contender.ts';
import { head, measure } from './measure.ts';
import { pause } from './pacing.ts';
import { openParley } from './parley-contender.ts';
import { ANSWER, QUESTION, synthesize } from './speech.ts';

const sizes = (process.env['BENCH_CALLS'] ?? '1,10,20,30,50,100').split(',').map(Number);
const withPeers = process.env['BENCH_PEERS'] !== 'off';
/** Time for the startup work to finish. */
const REST_MS = 5000;
const codec = z.enum(CODEC_NAMES).parse(process.env['BENCH_CODEC'] ?? 'pcmu');
const isBusy = process.env['BENCH_BUSY'] === '1';
const turns = Number(process.env['BENCH_TURNS'] ?? 6);

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-voice-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const answerFile = path.join(folder, 'answer.pcm');
await writeFile(answerFile, await synthesize(ANSWER, 'rms'));
const speech = Buffer.from(encodeUlaw(await synthesize(QUESTION, 'slt'))).toString('base64');

const contenders = [stack.use(await openParley(folder, codec))];
if (withPeers) contenders.push(stack.use(await openLiveKit(answerFile)));
await pause(REST_MS);
for (const { name, pid } of contenders) {
  const { all, own, threads } = residentOf(pid);
  console.log(
    `${name} before the first call: ${all.toFixed(0)} MB, ${own.toFixed(0)} of them its own, ${threads} threads`,
  );
}
if (isBusy) stack.use(startBusyLoops());
const rows = new Map<string, string[][]>(contenders.map(({ name }) => [name, []]));
for (const calls of sizes) {
  for (const contender of contenders) {
    rows.get(contender.name)?.push(await measure(contender, { calls, turns, speech }));
  }
}

console.log(
  `\nVoice to voice over packets on loopback, 300 ms endpointing, vendors that take no time, ${turns} questions a call, every second answer interrupted; milliseconds as p50, p95, p99. The server is called over SIP with ${codec}, the peer gets bare packets.${isBusy ? ' A busy loop runs on each core.' : ''}`,
);
for (const [name, measured] of rows) console.log(`\n${name}\n\n${markdownTable([head, ...measured])}`);
