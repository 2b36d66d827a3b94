import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../server/src/core/clock.ts';
import type {
  ChunkLoader,
  ChunkRecord,
  KnowledgebaseState,
} from '../../server/src/modules/knowledge/retrieval/loader.ts';
import { createRetrievalEngine } from '../../server/src/modules/knowledge/retrieval/retrieval-engine.ts';
import { quantile } from '../kit/statistics.ts';
import { largeCorpus } from './large-corpus.ts';
import type { JudgedSet } from './sets.ts';

/** Costs of an index of one size; times in milliseconds. */
export interface SpeedReport {
  chunks: number;
  buildMs: number;
  /** Longest block of the main thread during the build, and during the same time when idle. */
  stallMs: number;
  idleStallMs: number;
  /** Time to refresh 1 % changed passages, until the next result. */
  refreshMs: number;
  hybrid: { p50: number; p99: number };
  lexical: { p50: number; p99: number };
}

const SIGNAL = new AbortController().signal;
const KEY = { userId: 1, knowledgebaseId: 1 };
const ROUNDS = 4;

/** Builds, queries and refreshes one index through the engine and its thread, as the server does. */
export async function measureSpeed(set: JudgedSet, count: number): Promise<SpeedReport> {
  const chunks = largeCorpus(set, count);
  const source = memorySource(chunks);
  const engine = createRetrievalEngine({
    loader: source.loader,
    clock: systemClock,
    memoryLimitBytes: 2 ** 32,
  });
  let buildMs = 0;
  const stallMs = await longestStall(async () => {
    buildMs = await timed(() => engine.warm(KEY, SIGNAL));
  });
  const idleStallMs = await longestStall(() => setTimeout(buildMs));
  const ask = (index: number, hybrid: boolean) => {
    const queryVector = hybrid ? (set.questionVectors[index] ?? null) : null;
    return engine.search({
      ...KEY,
      query: set.questions[index]?.text ?? '',
      queryVector,
      limit: 5,
      refreshTimeoutMs: 60_000,
      signal: SIGNAL,
    });
  };
  const hybrid: number[] = [];
  const lexical: number[] = [];
  for (const index of set.questions.keys()) await ask(index, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const index of set.questions.keys()) {
      hybrid.push(await timed(() => ask(index, true)));
      lexical.push(await timed(() => ask(index, false)));
    }
  }
  source.change(Math.ceil(count / 100));
  const refreshMs = await timed(() => ask(0, true));
  await engine.close();
  return {
    chunks: count,
    buildMs,
    stallMs,
    idleStallMs,
    refreshMs,
    hybrid: { p50: quantile(hybrid, 0.5), p99: quantile(hybrid, 0.99) },
    lexical: { p50: quantile(lexical, 0.5), p99: quantile(lexical, 0.99) },
  };
}

function memorySource(chunks: ChunkRecord[]): { loader: ChunkLoader; change(count: number): void } {
  const ids = [...new Set(chunks.map(({ documentId }) => documentId))];
  const documents = ids.map((id) => ({ id, generation: 1, name: `Document ${id}`, source: null }));
  let state: KnowledgebaseState = { revision: 1, embeddingModel: 'bench', documents };
  let changed: ChunkRecord[] = chunks;
  async function* chunksSince() {
    for (let start = 0; start < changed.length; start += 1_000) yield changed.slice(start, start + 1_000);
  }
  return {
    loader: { currentState: async () => state, chunksSince },
    change(count) {
      state = { ...state, revision: 2 };
      changed = chunks
        .slice(0, count)
        .map((chunk) => ({ ...chunk, text: `${chunk.text} changed`, revision: 2 }));
    },
  };
}

async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
