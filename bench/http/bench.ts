import { HttpBench } from './http-bench.ts';
import { printLatencies, printReport } from './report.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
await using bench = await HttpBench.open();
for (const operation of ['list', 'create'] as const) {
  printReport(operation, await bench.run(operation, { rounds, seconds }));
  printLatencies(operation, await bench.runAtRate(operation, { rounds, seconds }));
}
