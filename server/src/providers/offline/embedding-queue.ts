import type { EmbeddingPurpose } from '../interfaces/embedder.ts';

/** One call of `embed`; its texts are processed one by one. */
export interface EmbeddingJob {
  texts: readonly string[];
  purpose: EmbeddingPurpose;
  vectors: Float32Array[];
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Questions first, then passages; each in order of arrival. */
export class EmbeddingQueue {
  readonly #waiting: Record<EmbeddingPurpose, EmbeddingJob[]> = { question: [], passage: [] };

  add(job: EmbeddingJob): void {
    this.#waiting[job.purpose].push(job);
  }

  /** The job of the next text, which stays in the queue; undefined if the queue is empty. */
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

  /** Removes all jobs, to fail them. */
  drain(): EmbeddingJob[] {
    return [...this.#waiting.question.splice(0), ...this.#waiting.passage.splice(0)];
  }
}
