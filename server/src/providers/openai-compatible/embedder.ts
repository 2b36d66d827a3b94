import type { Embedder } from '../interfaces/embedder.ts';
import { ProviderError, type ProviderErrorCode } from '../interfaces/provider-error.ts';
import type { PostJson, PostJsonReply } from '../kit/post-json.ts';
import { parseEmbeddings } from './embeddings-reply.ts';

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
