import type { EmbeddingPurpose } from '../interfaces/embedder.ts';

/** One call of `embed`: its texts are worked off one by one. */
export interface EmbeddingJob {
  texts: readonly string[];
  purpose: EmbeddingPurpose;
  vectors: Float32Array[];
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Questions first, then passages; within each, first come, first served. */
export class EmbeddingQueue {
  readonly #waiting: Record<EmbeddingPurpose, EmbeddingJob[]> = { question: [], passage: [] };

  add(job: EmbeddingJob): void {
    this.#waiting[job.purpose].push(job);
  }

  /** The job whose next text is due, left in its place; undefined when all is done. */
  next(): EmbeddingJob | undefined {
    return this.#waiting.question[0] ?? this.#waiting.passage[0];
  }

  has(job: EmbeddingJob): boolean {
    return this.#waiting[job.purpose].includes(job);
  }

  remove(job: EmbeddingJob): void {
    const jobs = this.#waiting[job.purpose];
    const index = jobs.indexOf(job);
    if (index >= 0) jobs.splice(index, 1);
  }

  /** Takes every job out, for the case that none can be served any more. */
  drain(): EmbeddingJob[] {
    return [...this.#waiting.question.splice(0), ...this.#waiting.passage.splice(0)];
  }
}
