import { z } from 'zod';
import type { Embedder } from '../interfaces/embedder.ts';
import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import type { PostJson, PostJsonReply } from '../kit/post-json.ts';

export interface OpenAiCompatibleEmbedderOptions {
  /** Base URL with the API version: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Bearer token; local servers need none. */
  apiKey?: string;
  /** The vendor's id of the model, for example `text-embedding-3-small`. */
  modelName: string;
  /** Expected length of every vector. */
  dimensions: number;
  /** Asks the vendor to shorten its vectors to `dimensions`; only some models support it. */
  requestDimensions?: boolean;
  post: PostJson;
  /** Texts per request; default: 64. */
  batchSize?: number;
  /** Per request; default: 30 s. */
  timeoutMs?: number;
}

/** Any endpoint with `POST {baseUrl}/embeddings` (OpenAI, Ollama, vLLM, LM Studio, TEI and others). */
export class OpenAiCompatibleEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly #options: OpenAiCompatibleEmbedderOptions;

  constructor(options: OpenAiCompatibleEmbedderOptions) {
    this.#options = options;
    this.dimensions = options.dimensions;
    this.model = `openai-compatible/${options.modelName}-${options.dimensions}`;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const batchSize = this.#options.batchSize ?? 64;
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const batch = texts.slice(start, start + batchSize);
      const reply = await this.#post(batch, signal);
      if (reply.status !== 200) throw refusal(reply);
      vectors.push(...parseEmbeddings(reply.text, { count: batch.length, dimensions: this.dimensions }));
    }
    return vectors;
  }

  async #post(texts: readonly string[], signal: AbortSignal): Promise<PostJsonReply> {
    const { baseUrl, apiKey, modelName, requestDimensions, post, timeoutMs = 30_000 } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    // Vendors reject an empty text; a period replaces it.
    const input = texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed()));
    const body = { model: modelName, input, encoding_format: 'float' };
    try {
      return await post(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(requestDimensions ? { ...body, dimensions: this.dimensions } : body),
        signal: AbortSignal.any([signal, timeout]),
      });
    } catch (cause) {
      if (signal.aborted) throw new ProviderError('aborted', 'The embedding was aborted.', cause);
      if (timeout.aborted) {
        throw new ProviderError(
          'timeout',
          `The embedding endpoint did not answer in ${timeoutMs} ms.`,
          cause,
        );
      }
      throw new ProviderError('unavailable', 'The embedding endpoint is unreachable.', cause);
    }
  }
}

function refusal(reply: PostJsonReply): ProviderError {
  const detail = reply.text.slice(0, 300);
  return new ProviderError(
    codeOf(reply.status),
    `The embedding endpoint responded with status ${reply.status}: ${detail}`,
  );
}

function codeOf(status: number): ProviderErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'unavailable' : 'rejected';
}

/** Lenient: unknown members are ignored, and without an index the given order counts. */
const replySchema = z.object({
  data: z.array(
    z.object({ index: z.number().int().nonnegative().optional(), embedding: z.array(z.number()) }),
  ),
});

/**
 * The vectors of an `/embeddings` response in the order of the request, normalized. Throws a `ProviderError`
 * (`malformed`) if one is missing, duplicate, zero or of the wrong length.
 */
function parseEmbeddings(text: string, expected: { count: number; dimensions: number }): Float32Array[] {
  const reply = replySchema.safeParse(parseJson(text));
  if (!reply.success) throw malformed('is not a list of embeddings');
  const vectors = new Map<number, Float32Array>();
  for (const [position, { index, embedding }] of reply.data.data.entries()) {
    if (embedding.length !== expected.dimensions) {
      throw malformed(`has ${embedding.length} dimensions instead of ${expected.dimensions}`);
    }
    vectors.set(index ?? position, unit(embedding));
  }
  const ordered = Array.from({ length: expected.count }, (_, index) => vectors.get(index));
  const complete = ordered.filter((vector) => vector !== undefined);
  if (complete.length !== expected.count || reply.data.data.length !== expected.count) {
    throw malformed(`has ${reply.data.data.length} embeddings for ${expected.count} texts`);
  }
  return complete;
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw malformed('has an embedding that cannot be normalized');
  return Float32Array.from(values, (value) => value / length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function malformed(what: string): ProviderError {
  return new ProviderError('malformed', `The response of the embedding endpoint ${what}.`);
}
