import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Assistant } from '#contract/assistants.ts';
import type {
  assistantPhoneNumber,
  language,
  languageModel,
  speechProvider,
  voice,
} from '#contract/catalog.ts';
import { request } from '../lib/api/request.ts';
import { translateServerText } from '../lib/i18n/translate-server-text.ts';

export type Voice = z.output<typeof voice>;
export type LanguageModel = z.output<typeof languageModel>;
export type Language = z.output<typeof language>;
type SpeechProvider = z.output<typeof speechProvider>;
type AssistantNumber = z.output<typeof assistantPhoneNumber>;
type Mode = Assistant['mode'];

/** The catalog changes only with the server's configuration. */
const fixed = { staleTime: Number.POSITIVE_INFINITY };

export const languagesQuery = queryOptions({
  ...fixed,
  queryKey: ['catalog', 'languages'],
  queryFn: ({ signal }) => request<Language[]>('/user/assistants/languages', { signal }),
});

/** Voices that match all arguments. @param modelId a realtime model with its own voices; null for any model */
export const voicesQuery = (mode: Mode, languageId: number, modelId: number | null = null) => {
  const query = {
    mode,
    language_id: languageId,
    multimodal_model_id: mode === 'multimodal' ? modelId : null,
  };
  return queryOptions({
    ...fixed,
    queryKey: ['catalog', 'voices', query],
    queryFn: ({ signal }) => request<Voice[]>('/user/assistants/voices', { signal, query }),
  });
};

export const modelsQuery = (type: 'llm' | 'multimodal' | 'dualplex') =>
  queryOptions({
    ...fixed,
    queryKey: ['catalog', 'models', type],
    queryFn: async ({ signal }) =>
      translated(await request<LanguageModel[]>('/user/assistants/models', { signal, query: { type } })),
  });

export const speechProvidersQuery = (kind: 'synthesizer' | 'transcriber', languageId: number) =>
  queryOptions({
    ...fixed,
    queryKey: ['catalog', kind, languageId],
    queryFn: async ({ signal }) => {
      const query = { language_id: languageId };
      return translated(
        await request<SpeechProvider[]>(`/user/assistants/${kind}-providers`, { signal, query }),
      );
    },
  });

/** Numbers that an assistant of this type can use; for inbound, only unused ones. @param type null for all numbers */
export const assistantNumbersQuery = (type: 'inbound' | 'outbound' | null) =>
  queryOptions({
    queryKey: ['numbers', 'for-assistants', type],
    meta: { topics: ['assistants'] },
    queryFn: ({ signal }) =>
      request<AssistantNumber[]>('/user/assistants/phone-numbers', { signal, query: { type } }),
  });

/** Translates names of built-in models and voices. Vendor names stay as they are. */
function translated<Named extends { name: string }>(all: readonly Named[]): Named[] {
  return all.map((one) => ({ ...one, name: translateServerText(one.name) }));
}
