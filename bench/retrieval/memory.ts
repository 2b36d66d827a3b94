import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KnowledgeIndex } from '../../server/src/modules/knowledge/retrieval/knowledge-index.ts';
import { largeCorpus } from './large-corpus.ts';
import type { JudgedSet } from './sets.ts';

const PASSAGES = 10_000;

/** Bytes of an index of 10,000 passages: its own estimate, and the growth of heap and buffers. */
export function measureMemory(set: JudgedSet): { counted: number; measured: number } {
  const chunks = largeCorpus(set, PASSAGES);
  const documents = [...new Set(chunks.map(({ documentId }) => documentId))];
  const before = usedBytes();
  const index = new KnowledgeIndex();
  // Copies, as in the worker thread, so that texts retained by the index are counted.
  for (let start = 0; start < PASSAGES; start += 100)
    index.upsert(structuredClone(chunks.slice(start, start + 100)));
  index.applyDocuments(documents.map((id) => ({ id, generation: 1, name: `Document ${id}`, source: null })));
  return { counted: index.memoryBytes(), measured: usedBytes() - before };
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
