import { interleave } from '../kit/rounds.ts';
import { ChatBench, contenderNames } from './chat-bench.ts';
import { printReport } from './report.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
/** Node flags for the server process, such as `--cpu-prof --cpu-prof-dir=/tmp/profile`. */
const nodeFlags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
const warmUpSeconds = 2;

await using bench = await ChatBench.open(nodeFlags);
for (const name of contenderNames) {
  await bench.measure(name, { conversations: 4, pauseMs: 0, seconds: warmUpSeconds });
}
for (const { conversations, pauseMs } of [
  { conversations: 1, pauseMs: 20 },
  { conversations: 50, pauseMs: 1000 },
]) {
  console.log(`\n### ${conversations} at a time, each asking again ${pauseMs} ms after it was answered\n`);
  const samples = await interleave(contenderNames, rounds, (name) =>
    bench.measure(name, { conversations, pauseMs, seconds }),
  );
  printReport(samples);
}
