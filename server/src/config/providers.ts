import type {
  CompatibleEndpointConfig,
  ProviderConfig,
  VendorConfig,
} from '../providers/interfaces/provider-config.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** The built-in embedder, or any OpenAI-compatible endpoint. */
export type EmbedderConfig =
  | { kind: 'offline' }
  | { kind: 'openai-compatible'; baseUrl: string; apiKey: string | null; model: string; dimensions: number };

/** The configured vendors. Their keys are secrets. */
export function readProviders(reader: EnvironmentReader): ProviderConfig {
  const openai = readVendor(reader, {
    keys: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    models: 'PARLEY_OPENAI_MODELS',
    realtimeModels: 'PARLEY_OPENAI_REALTIME_MODELS',
  });
  const anthropic = readVendor(reader, {
    keys: ['ANTHROPIC_API_KEY'],
    baseUrl: 'ANTHROPIC_BASE_URL',
    models: 'PARLEY_ANTHROPIC_MODELS',
  });
  const google = readVendor(reader, {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    baseUrl: 'GOOGLE_BASE_URL',
    models: 'PARLEY_GOOGLE_MODELS',
    realtimeModels: 'PARLEY_GOOGLE_REALTIME_MODELS',
  });
  return {
    ...(openai === null ? {} : { openai }),
    ...(anthropic === null ? {} : { anthropic }),
    ...(google === null ? {} : { google }),
    openaiCompatible: readCompatible(reader),
  };
}

/** Variables of one vendor; the first key that is set counts. */
interface VendorVariables {
  keys: readonly string[];
  baseUrl: string;
  models: string;
  /** Realtime models; absent if the vendor has none. */
  realtimeModels?: string;
}

function readVendor(reader: EnvironmentReader, names: VendorVariables): VendorConfig | null {
  const apiKey = names.keys.map((name) => reader.text(name)).find((key) => key !== null) ?? null;
  const baseUrl = reader.url(names.baseUrl, ['http:', 'https:']);
  const models = reader.list(names.models);
  const realtimeModels = readRealtimeModels(reader, names.realtimeModels);
  if (apiKey === null) {
    const idle = [
      ...(models.length > 0 ? [names.models] : []),
      ...(realtimeModels === null ? [] : [names.realtimeModels]),
    ];
    for (const name of idle) reader.problems.push(`${name} is set but ${names.keys[0]} is not.`);
    return null;
  }
  return {
    apiKey,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(models.length === 0 ? {} : { models }),
    ...(realtimeModels === null ? {} : { realtimeModels }),
  };
}

/** Empty for `off`; null for the vendor's default list. */
function readRealtimeModels(reader: EnvironmentReader, name: string | undefined): string[] | null {
  const models = name === undefined ? [] : reader.list(name);
  if (models.length === 0) return null;
  return models.length === 1 && models[0] === 'off' ? [] : models;
}

/** An OpenAI-compatible endpoint: Ollama, vLLM, LM Studio, Groq and others. */
function readCompatible(reader: EnvironmentReader): CompatibleEndpointConfig[] {
  const baseUrl = reader.url('PARLEY_LLM_BASE_URL', ['http:', 'https:']);
  const models = reader.list('PARLEY_LLM_MODELS');
  const visionModels = reader.list('PARLEY_LLM_VISION_MODELS');
  const name = reader.text('PARLEY_LLM_NAME') ?? 'local';
  const apiKey = reader.text('PARLEY_LLM_API_KEY');
  if (baseUrl === null && models.length === 0) return [];
  if (baseUrl === null || models.length === 0) {
    reader.problems.push('PARLEY_LLM_BASE_URL and PARLEY_LLM_MODELS belong together: set both or neither.');
    return [];
  }
  if (!/^[a-z0-9-]+$/.test(name) || ['openai', 'anthropic', 'google', 'offline'].includes(name)) {
    reader.problems.push(
      'PARLEY_LLM_NAME may contain a–z, 0–9 and - only, and must not be the name of a vendor.',
    );
  }
  const unknown = visionModels.filter((model) => !models.includes(model));
  if (unknown.length > 0) {
    reader.problems.push(
      `PARLEY_LLM_VISION_MODELS may contain models of PARLEY_LLM_MODELS only, not ${unknown.join(', ')}.`,
    );
  }
  return [{ name, baseUrl, models, visionModels, ...(apiKey === null ? {} : { apiKey }) }];
}

export function readEmbedder(reader: EnvironmentReader): EmbedderConfig {
  const baseUrl = reader.url('PARLEY_EMBEDDINGS_BASE_URL', ['http:', 'https:']);
  const model = reader.text('PARLEY_EMBEDDINGS_MODEL');
  const dimensions = reader.integer('PARLEY_EMBEDDINGS_DIMENSIONS', 0, { min: 0, max: 8192 });
  const apiKey = reader.text('PARLEY_EMBEDDINGS_API_KEY');
  if (baseUrl === null && model === null && dimensions === 0) return { kind: 'offline' };
  if (baseUrl === null || model === null || dimensions === 0) {
    reader.problems.push(
      'PARLEY_EMBEDDINGS_BASE_URL, PARLEY_EMBEDDINGS_MODEL and PARLEY_EMBEDDINGS_DIMENSIONS belong together: set all three or none.',
    );
    return { kind: 'offline' };
  }
  return { kind: 'openai-compatible', baseUrl, apiKey, model, dimensions };
}
