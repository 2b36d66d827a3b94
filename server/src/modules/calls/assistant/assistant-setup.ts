import { type Catalogue, defaultSpeechProviderId, voiceTtsProviderId } from '../../../core/catalogue.ts';
import type { TurnSetup } from '../../../voice/call-event.ts';
import { chatModelCode } from '../../conversations/actions.ts';
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

/** Provider codes of an assistant's mode. Null: the mode has no such part, or it is not offered here. */
export function assistantSetup(
  catalogue: Catalogue,
  chosen: ChosenProviders,
): Omit<TurnSetup, 'endpointSilenceMs'> {
  const { mode, endpoint_type: endpointType } = chosen;
  return {
    mode,
    endpointType,
    model: mode === 'pipeline' ? chatModelCode(catalogue, chosen) : realtimeModelCode(catalogue, chosen),
    transcriber: mode === 'pipeline' ? sttProviderCode(catalogue, chosen) : null,
    synthesizer: mode === 'multimodal' ? null : ttsProviderCode(catalogue, chosen),
  };
}

function realtimeModelCode(
  catalogue: Catalogue,
  { multimodal_model_id: id }: ChosenProviders,
): string | null {
  return catalogue.models.find((model) => model.id === id)?.code ?? null;
}

/** A provider that was removed from the configuration is replaced by the language's default. */
function sttProviderCode(catalogue: Catalogue, chosen: ChosenProviders): string | null {
  const fallback = defaultSpeechProviderId(catalogue, 'transcriber', chosen.language_id);
  return offeredCode(catalogue, chosen.transcriber_provider_id) ?? offeredCode(catalogue, fallback);
}

/** A voice determines its TTS provider. */
function ttsProviderCode(catalogue: Catalogue, chosen: ChosenProviders): string | null {
  const id =
    voiceTtsProviderId(catalogue, chosen.voice_id) ??
    chosen.synthesizer_provider_id ??
    defaultSpeechProviderId(catalogue, 'synthesizer', chosen.language_id);
  return offeredCode(catalogue, id);
}

function offeredCode(catalogue: Catalogue, id: number | null): string | null {
  const provider = catalogue.speechProviders.find((one) => one.id === id);
  return provider?.is_offered ? provider.code : null;
}
