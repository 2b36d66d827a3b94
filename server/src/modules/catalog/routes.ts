import { z } from 'zod';
import {
  language,
  languageModel,
  modelsQuery,
  providersQuery,
  speechProvider,
  voice,
  voicesQuery,
} from '#contract/catalog.ts';
import { pathId } from '#contract/fields.ts';
import { type Catalog, speechProvidersFor, type Voice, voicesFor } from '../../core/catalog.ts';
import { defineRoute, RangedAnswer, type RequestFacts, type Route } from '../../http/route.ts';
import { modelTakesKeywords, transcriberTakesKeywords } from '../../providers/speech-vendors.ts';
import { type CatalogDependencies, previewVoice } from './actions.ts';

export function catalogRoutes(dependencies: CatalogDependencies): Route[] {
  const { catalog } = dependencies;
  return [
    modelsRoute(catalog),
    voicesRoute(catalog),
    previewRoute(dependencies),
    defineRoute({
      method: 'GET',
      operationId: 'languages.list',
      description: 'Ids for `language_id`.',
      path: '/user/assistants/languages',
      tag: 'Catalog',
      summary: 'Languages',
      access: 'account',
      errors: 'message',
      success: { status: 200, schema: z.array(language) },
      handle: async () => catalog.languages,
    }),
    providersRoute(dependencies, 'synthesizer'),
    providersRoute(dependencies, 'transcriber'),
  ];
}

function modelsRoute(catalog: Catalog): Route {
  return defineRoute({
    method: 'GET',
    operationId: 'models.list',
    description: 'Ids for `llm_model_id` and `multimodal_model_id`.',
    path: '/user/assistants/models',
    tag: 'Catalog',
    summary: 'List the language models for one kind of engine',
    access: 'account',
    errors: 'message',
    query: modelsQuery,
    success: { status: 200, schema: z.array(languageModel) },
    handle: async (_context, { query }) => {
      const kind = query.type ?? 'llm';
      return catalog.models
        .filter((model) => model.kind === kind && model.is_offered)
        .map(({ id: modelId, name, code }) => ({
          id: modelId,
          name,
          ...(kind === 'llm' ? {} : { code, takes_keywords: modelTakesKeywords(code) }),
        }));
    },
  });
}

function voicesRoute(catalog: Catalog): Route {
  return defineRoute({
    method: 'GET',
    operationId: 'voices.list',
    description: 'Ids for `voice_id`. Each voice fits certain modes and languages.',
    path: '/user/assistants/voices',
    tag: 'Catalog',
    summary: 'List the voices for a mode, a language and a realtime model',
    access: 'account',
    errors: 'message',
    query: voicesQuery,
    success: { status: 200, schema: z.array(voice) },
    handle: async (_context, { query, facts }) => {
      const { mode = null, language_id: languageId = null, multimodal_model_id: modelId = null } = query;
      return voicesFor(catalog, { mode, languageId, modelId }).map((item) => presentVoice(item, facts));
    },
  });
}

function presentVoice(item: Voice, facts: RequestFacts): z.output<typeof voice> {
  const { id: voiceId, name, language_id, gender, accent, age, synthesizer_provider_id } = item;
  const preview_url = `${facts.origin}/api/voices/${voiceId}/preview`;
  return { id: voiceId, name, language_id, gender, preview_url, accent, age, synthesizer_provider_id };
}

function previewRoute(dependencies: CatalogDependencies): Route {
  return defineRoute({
    method: 'GET',
    operationId: 'voices.preview',
    description: 'WAV, with Range support.',
    path: '/voices/:id/preview',
    tag: 'Catalog',
    summary: 'Read an audio sample of a voice',
    access: 'public',
    errors: 'message',
    resource: 'Voice',
    params: z.object({ id: pathId() }),
    success: { status: 200, schema: z.string(), contentType: 'audio/wav', isRanged: true },
    refusals: [503],
    handle: async (context, { params }) => {
      const bytes = await previewVoice(dependencies, params.id, context.signal);
      return new RangedAnswer({
        contentType: 'audio/wav',
        sizeBytes: bytes.byteLength,
        read: async function* (from, until) {
          yield bytes.subarray(from, until);
        },
      });
    },
  });
}

function providersRoute(
  { catalog, ttsProviders }: CatalogDependencies,
  kind: 'synthesizer' | 'transcriber',
): Route {
  const nameOfFallback = (code: string, languageId: number): string | null => {
    const language = catalog.languages.find((one) => one.id === languageId)?.iso_2 ?? 'en';
    const fallback = ttsProviders.get(code)?.fallbackCode?.(language) ?? null;
    return catalog.speechProviders.find((one) => one.kind === kind && one.code === fallback)?.name ?? null;
  };
  return defineRoute({
    method: 'GET',
    operationId: `${kind}Providers.list`,
    path: `/user/assistants/${kind}-providers`,
    tag: 'Catalog',
    summary: `List ${kind} providers, optionally only those for one language`,
    access: 'account',
    errors: 'message',
    query: providersQuery,
    success: { status: 200, schema: z.array(speechProvider) },
    handle: async (_context, { query: { language_id: languageId = null } }) =>
      speechProvidersFor(catalog, kind, languageId).map(({ id: providerId, name, code }) => ({
        id: providerId,
        name,
        code,
        ...(kind === 'synthesizer' && languageId !== null && { fallback: nameOfFallback(code, languageId) }),
        ...(kind === 'transcriber'
          ? { takes_keywords: transcriberTakesKeywords(code) }
          : { takes_ipa: ttsProviders.get(code)?.takesIpa === true }),
      })),
  });
}
