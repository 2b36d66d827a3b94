import { readFile } from 'node:fs/promises';
import { initializeLogger } from '@livekit/agents';
import { Line } from './line.js';

// Sessions of LiveKit Agents without a room. { lines } from the parent ends earlier sessions; the response is { ports }.

initializeLogger({ pretty: false, level: 'error' });

const sound = await readFile(process.env.BENCH_ANSWER_FILE);
const talk = {
  question: process.env.BENCH_QUESTION,
  answer: process.env.BENCH_ANSWER,
  samples: new Int16Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.byteLength)),
};
let lines = [];

process.on('message', async ({ lines: count }) => {
  const before = lines;
  lines = [];
  await Promise.all(before.map((line) => line.close()));
  for (let index = 0; index < count; index += 1) lines.push(await Line.open(talk));
  process.send({ ports: lines.map(({ port }) => port) });
});
process.on('disconnect', () => process.exit());

/** Without drift, one timer for all lines. */
const startedAt = performance.now();
let ticks = 0;
function next() {
  ticks += 1;
  for (const line of lines) line.tick();
  setTimeout(next, Math.max(0, startedAt + (ticks + 1) * 20 - performance.now()));
}
setTimeout(next, 20);
