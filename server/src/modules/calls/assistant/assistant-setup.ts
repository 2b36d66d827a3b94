import { type Catalog, defaultSpeechProviderId, voiceTtsProviderId } from '../../../core/catalog.ts';
import type { TurnSetup } from '../../../voice/call-event.ts';
import { chatModelCode } from '../../conversations/reply/chat-model.ts';
import type { AssistantRow } from './assistant-row.ts';

/** Assistant fields that determine its providers. */
export type ChosenProviders = Pick<
  AssistantRow,
  | 'mode'
  | 'endpoint_type'
  | 'language_id'
  | 'voice_id'
  | 'llm_model_id'
  | 'multimodal_model_id'
  | 'chat_llm_fallback_id'
  | 'transcriber_provider_id'
  | 'synthesizer_provider_id'
>;

/** Provider codes of an assistant, by its mode. Null if the mode has no such part or this server does not offer it. */
export function assistantSetup(
  catalog: Catalog,
  chosen: ChosenProviders,
): Omit<TurnSetup, 'endpointSilenceMs'> {
  const { mode, endpoint_type: endpointType } = chosen;
  return {
    mode,
    endpointType,
    model: mode === 'pipeline' ? chatModelCode(catalog, chosen) : realtimeModelCode(catalog, chosen),
    transcriber: mode === 'pipeline' ? sttProviderCode(catalog, chosen) : null,
    synthesizer: mode === 'multimodal' ? null : ttsProviderCode(catalog, chosen),
  };
}

function realtimeModelCode(catalog: Catalog, { multimodal_model_id: id }: ChosenProviders): string | null {
  return catalog.models.find((model) => model.id === id)?.code ?? null;
}

/** Uses the language's default if the chosen provider is no longer configured. */
export function sttProviderCode(
  catalog: Catalog,
  chosen: Pick<ChosenProviders, 'transcriber_provider_id' | 'language_id'>,
): string | null {
  const fallback = defaultSpeechProviderId(catalog, 'transcriber', chosen.language_id);
  return offeredCode(catalog, chosen.transcriber_provider_id) ?? offeredCode(catalog, fallback);
}

/** A voice determines its TTS provider. */
function ttsProviderCode(catalog: Catalog, chosen: ChosenProviders): string | null {
  const id =
    voiceTtsProviderId(catalog, chosen.voice_id) ??
    chosen.synthesizer_provider_id ??
    defaultSpeechProviderId(catalog, 'synthesizer', chosen.language_id);
  return offeredCode(catalog, id);
}

function offeredCode(catalog: Catalog, id: number | null): string | null {
  const provider = catalog.speechProviders.find((one) => one.id === id);
  return provider?.is_offered ? provider.code : null;
}
