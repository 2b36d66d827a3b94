import { z } from 'zod';
import { ENGINE_MODES } from './assistants.ts';
import { id } from './fields.ts';

export const modelsQuery = z.object({ type: z.enum(['llm', 'multimodal', 'dualplex']).nullish() });

export const languageModel = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string().optional(),
  takes_keywords: z
    .boolean()
    .optional()
    .describe('Of realtime models: whether they use `transcriber_keywords`.'),
});

export const voicesQuery = z.object({
  mode: z.enum(ENGINE_MODES).nullish(),
  language_id: id().nullish(),
  multimodal_model_id: id().nullish().describe('In `multimodal` mode: only voices that this model supports.'),
});

export const voice = z.object({
  id: z.int(),
  name: z.string(),
  language_id: z.int().nullable(),
  gender: z.string().nullable(),
  preview_url: z.string().nullable(),
  accent: z.string().nullable(),
  age: z.string().nullable(),
  synthesizer_provider_id: z.int().nullable(),
});

export const language = z.object({ id: z.int(), name: z.string(), iso_2: z.string() });

export const providersQuery = z.object({ language_id: id().nullish() });

export const speechProvider = z
  .object({
    id: z.int(),
    name: z.string(),
    code: z.string(),
    fallback: z.string().nullable().optional(),
    takes_keywords: z
      .boolean()
      .optional()
      .describe('Of speech-to-text providers: whether they use `transcriber_keywords`.'),
    takes_ipa: z
      .boolean()
      .optional()
      .describe('Of text-to-speech providers: whether they use pronunciations in IPA.'),
  })
  .describe('`fallback`: name of the TTS provider that takes over in the requested language, if any.');

export const assistantPhoneNumbersQuery = z.object({ type: z.enum(['inbound', 'outbound']).nullish() });

export const assistantPhoneNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  country_code: z.string(),
  type_label: z.string(),
  is_available: z.boolean(),
});
