import path from 'node:path';
import { busyCpuSeconds } from '../../scripts/testing/processes.ts';
import { OfflineEmbedder } from '../../server/src/providers/offline/embedder.ts';
import { figure, markdownTable } from '../kit/table.ts';
import { drawsTable } from './draws.ts';
import { measureEmbedding } from './embedding-speed.ts';
import { measureMemory } from './memory.ts';
import { qualityTable, scoreTable } from './quality.ts';
import { among, loadCranfield, loadExact, loadFaq, loadShort } from './sets.ts';
import { measureSpeed, type SpeedReport } from './speed.ts';

// `node bench/retrieval/bench.ts [folder of Cranfield]`; the folder can also be set with PARLEY_CRANFIELD.
const beside = path.join(import.meta.dirname, '../../../shared/data/cranfield');
const folder = process.argv[2] ?? process.env['PARLEY_CRANFIELD'] ?? beside;

const embedder = new OfflineEmbedder();
const faq = await loadFaq(embedder);
const exact = await loadExact(embedder);
const short = await loadShort(embedder);
const cranfield = await loadCranfield(folder, embedder);
await embedder.close();

if (cranfield === null) {
  console.log(
    `SKIPPED: Cranfield is not at ${folder}. Speed is measured on FAQ texts; quality on FAQ only.\n`,
  );
} else {
  console.log(`${qualityTable(cranfield, () => true)}\n`);
}
console.log(`${qualityTable(faq, () => true)}\n`);
console.log(`Held-out half:\n\n${qualityTable(faq, (heldOut) => heldOut)}\n`);
console.log(`${scoreTable(faq)}\n`);
for (const other of [cranfield, faq].filter((set) => set !== null)) {
  console.log(`${qualityTable(among(exact, other), () => true)}\n`);
}

console.log(`${qualityTable(short, () => true)}\n`);
for (const set of [short, exact, faq, cranfield].filter((one) => one !== null))
  console.log(`${drawsTable(set)}\n`);

const source = cranfield ?? faq;
const before = { wall: performance.now() / 1e3, busy: busyCpuSeconds(), own: ownCpuSeconds() };
const reports: SpeedReport[] = [];
for (const count of [1_000, 10_000, 100_000]) reports.push(await measureSpeed(source, count));
const head =
  'chunks, hybrid p50, hybrid p99, lexical p50, lexical p99, build, main thread blocked, (idle), refresh of 1 %';
const rows = reports.map((report) => [
  String(report.chunks),
  ...[report.hybrid.p50, report.hybrid.p99, report.lexical.p50, report.lexical.p99].map(
    (ms) => `${figure(ms)} ms`,
  ),
  ...[report.buildMs, report.stallMs, report.idleStallMs, report.refreshMs].map((ms) => `${figure(ms)} ms`),
]);
console.log(`${markdownTable([head.split(', '), ...rows])}\n`);

const otherLoad = busyCpuSeconds() - before.busy - (ownCpuSeconds() - before.own);
const wall = performance.now() / 1e3 - before.wall;
console.log(`Other programs used ${figure(otherLoad / wall)} cores meanwhile.\n`);

const { counted, measured } = measureMemory(source);
console.log(
  `Memory of 10,000 passages: ${figure(measured / 1e6)} MB (the engine counts ${figure(counted / 1e6)} MB).`,
);

const { loadMs, questionMs, passageMs } = await measureEmbedding(source);
console.log(
  `Offline embedding: first vector after ${figure(loadMs)} ms, then ${figure(questionMs)} ms a question, ${figure(passageMs)} ms a passage of 500 characters.`,
);

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
