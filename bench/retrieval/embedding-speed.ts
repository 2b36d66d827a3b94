import { OfflineEmbedder } from '../../server/src/providers/offline/embedder.ts';
import { quantile } from '../kit/statistics.ts';
import type { JudgedSet } from './sets.ts';

const SIGNAL = new AbortController().signal;

/** Milliseconds of the offline model: to its first vector, for a question, for a passage cut to 500 characters. */
export async function measureEmbedding(set: JudgedSet) {
  const embedder = new OfflineEmbedder();
  const embed = async (text: string): Promise<number> => {
    const start = performance.now();
    await embedder.embed([text], SIGNAL);
    return performance.now() - start;
  };
  const loadMs = await embed('warm');
  const questions: number[] = [];
  for (const { text } of set.questions.slice(0, 60)) questions.push(await embed(text));
  const passages: number[] = [];
  for (const { text } of set.passages.filter((passage) => passage.text.length >= 500).slice(0, 40)) {
    passages.push(await embed(text.slice(0, 500)));
  }
  await embedder.close();
  return { loadMs, questionMs: quantile(questions, 0.5), passageMs: quantile(passages, 0.5) };
}
