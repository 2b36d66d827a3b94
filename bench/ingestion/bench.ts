import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sample } from '../kit/measure.ts';
import { interleave } from '../kit/rounds.ts';
import { median, pairedRatios, spread } from '../kit/statistics.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { contenders, type Reading, readWith } from './contenders.ts';
import { type BenchDocument, benchDocx, benchHtml, benchPdf } from './corpus.ts';
import { measureLatency, type Situation, situations } from './latency.ts';

/** A run is void if its A/A pair differs by more than this. */
const voidShare = 0.05;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
try {
  for (const document of [benchPdf(400), benchDocx(4_000), benchHtml(2_000)]) {
    const file = path.join(folder, document.format);
    await writeFile(file, document.bytes);
    const readings = await interleave(contenders, rounds, (name) => readWith(name, document, file));
    print(document, readings);
  }
} finally {
  await rm(folder, { recursive: true });
}

printLatency(await measureLatency({ rounds, seconds: 4 }));

function printLatency(samples: Record<Situation, Sample[]>): void {
  const rows = situations.map((situation) => {
    const p99 = samples[situation].map((sample) => sample.load.p99Ms);
    const ratio = pairedRatios(
      p99,
      samples.idle.map((sample) => sample.load.p99Ms),
    );
    const otherLoad = median(samples[situation].map((sample) => sample.otherLoadShare));
    return [
      situation,
      figure(median(samples[situation].map((sample) => sample.load.p50Ms))),
      `${figure(median(p99))} (${figure(Math.min(...p99))}–${figure(Math.max(...p99))})`,
      `${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})`,
      `${Math.round(otherLoad * 100)} %`,
    ];
  });
  console.log('\n### answers at 100 requests a second while documents are read\n');
  console.log(markdownTable([['situation', 'p50 ms', 'p99 ms', 'p99 / idle', 'other load'], ...rows]));
}

function print(document: BenchDocument, readings: Record<(typeof contenders)[number], Reading[]>): void {
  const megabytes = document.contentBytes / 1e6;
  const rows = contenders.map((name) => {
    const taken = readings[name];
    const seconds = median(taken.map((reading) => reading.seconds));
    const cpu = taken.map((reading) => reading.cpuSeconds);
    const memory = Math.max(...taken.map((reading) => reading.peakMemoryBytes)) / 1_048_576;
    const ratio = pairedRatios(
      cpu,
      readings['bare library'].map((reading) => reading.cpuSeconds),
    );
    const cpuSpread = spread(cpu);
    return [
      name,
      figure(document.pages / seconds),
      figure(megabytes / seconds),
      `${figure(cpuSpread.median)} (${figure(cpuSpread.min)}–${figure(cpuSpread.max)})`,
      `${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})`,
      figure(memory),
    ];
  });
  const head = ['contender', 'pages/s', 'MB/s', 'CPU s', 'CPU / bare library', 'peak MB'];
  console.log(`\n### ${document.format}: ${document.pages} pages, ${figure(megabytes)} MB\n`);
  console.log(markdownTable([head, ...rows]));
  const twins = pairedRatios(
    readings.parley.map((reading) => reading.cpuSeconds),
    readings['parley-again'].map((reading) => reading.cpuSeconds),
  );
  const isVoid = Math.abs(twins.median - 1) > voidShare;
  console.log(`\nA/A pair: CPU ratio ${figure(twins.median)}${isVoid ? ': this run is VOID' : ''}`);
}
