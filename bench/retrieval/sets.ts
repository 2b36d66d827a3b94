import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { embeddingText } from '../../server/src/modules/knowledge/retrieval/embedding-text.ts';
import type { Embedder } from '../../server/src/providers/interfaces/embedder.ts';

export interface Passage {
  id: string;
  heading: string;
  text: string;
}

export interface Question {
  text: string;
  /** Gain by passage id; empty when no passage answers. */
  relevant: Record<string, number>;
  heldOut: boolean;
}

/** Passages and judged questions with their vectors, in the same order. */
export interface JudgedSet {
  name: string;
  passages: Passage[];
  questions: Question[];
  passageVectors: Float32Array[];
  questionVectors: Float32Array[];
}

const relevant = z.record(z.string(), z.number());
const ownPassage = z.object({ id: z.string(), heading: z.string(), text: z.string() });
const ownQuestion = z.object({ text: z.string(), relevant, heldOut: z.boolean() });
const cranfieldDocument = z
  .object({ id: z.number(), title: z.string(), text: z.string() })
  .transform(({ id, title, text }) => ({ id: String(id), heading: title, text }));
const cranfieldQuestion = z
  .object({ text: z.string(), relevant })
  .transform((question) => ({ ...question, heldOut: false }));

/** Questions as people say them. */
export const loadFaq = (embedder: Embedder): Promise<JudgedSet> => loadOwn('FAQ', embedder);

/** Names, codes and numbers, as people type them who know what they look for. */
export const loadExact = (embedder: Embedder): Promise<JudgedSet> => loadOwn('Exact', embedder);

/** A FAQ of one-sentence answers, asked in other words. */
export const loadShort = (embedder: Embedder): Promise<JudgedSet> => loadOwn('Short', embedder);

async function loadOwn(name: string, embedder: Embedder): Promise<JudgedSet> {
  const folder = path.join(import.meta.dirname, name.toLowerCase());
  const passages = readLines(path.join(folder, 'passages.jsonl'), ownPassage);
  const questions = readLines(path.join(folder, 'questions.jsonl'), ownQuestion);
  return withVectors({ name, passages, questions }, embedder);
}

/** The questions of one set, asked where the passages of another subject lie in the same knowledgebase. */
export function among(set: JudgedSet, other: JudgedSet): JudgedSet {
  return {
    ...set,
    name: `${set.name} among ${other.name}`,
    passages: [...other.passages, ...set.passages],
    passageVectors: [...other.passageVectors, ...set.passageVectors],
  };
}

/** Null where the collection is not on this machine. Its texts begin with their title, which is taken off. */
export async function loadCranfield(folder: string, embedder: Embedder): Promise<JudgedSet | null> {
  if (!existsSync(path.join(folder, 'documents.jsonl'))) return null;
  const passages = readLines(path.join(folder, 'documents.jsonl'), cranfieldDocument).map((passage) => ({
    ...passage,
    text: passage.text.startsWith(passage.heading)
      ? passage.text.slice(passage.heading.length)
      : passage.text,
  }));
  const questions = readLines(path.join(folder, 'queries.jsonl'), cranfieldQuestion);
  return withVectors({ name: 'Cranfield', passages, questions }, embedder);
}

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)));
}

async function withVectors(
  set: Pick<JudgedSet, 'name' | 'passages' | 'questions'>,
  embedder: Embedder,
): Promise<JudgedSet> {
  const texts = set.passages.map(({ heading, text }) => embeddingText(heading, text));
  const passageVectors = await embedOnce(texts, embedder);
  const questionVectors = await embedOnce(
    set.questions.map(({ text }) => text),
    embedder,
  );
  return { ...set, passageVectors, questionVectors };
}

/** Vectors are kept in the temporary folder by model and texts: embedding Cranfield takes more than a minute. */
async function embedOnce(texts: readonly string[], embedder: Embedder): Promise<Float32Array[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.model, texts]))
    .digest('hex')
    .slice(0, 24);
  const file = path.join(tmpdir(), `parley-bench-vectors-${key}.bin`);
  if (!existsSync(file)) {
    const vectors = await embedder.embed(texts, new AbortController().signal);
    writeFileSync(file, Buffer.concat(vectors.map((vector) => new Uint8Array(vector.buffer))));
  }
  const values = new Float32Array(new Uint8Array(readFileSync(file)).buffer);
  return texts.map((_, index) =>
    values.subarray(index * embedder.dimensions, (index + 1) * embedder.dimensions),
  );
}
