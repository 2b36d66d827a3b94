import { ProviderError } from '../../providers/spec/provider-error.ts';
import type { StreamingSynthesizer } from '../../providers/spec/streaming-synthesizer.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions, EngineServices } from './engine-options.ts';
import { EventGate } from './event-gate.ts';
import { LanguageInUse } from './language-in-use.ts';
import { PipelineEngine } from './pipeline/pipeline-engine.ts';
import { AssistantVoice } from './speech/assistant-voice.ts';

/**
 * The way of understanding and answering that the assistant's mode asks for. Never throws: a provider that this
 * installation does not have (any more) is a `failed` event like one that fails later.
 */
export function openEngine(services: EngineServices, options: EngineOptions): Engine {
  const gate = new EventGate(options.listener);
  const { assistant, sampleRateHz } = options;
  const language = new LanguageInUse(assistant.settings.voice);
  const synthesizer =
    services.synthesizers.get(assistant.synthesizer ?? '') ?? missingVoice(assistant.synthesizer);
  const voice = new AssistantVoice(synthesizer, assistant.settings.voice, { sampleRateHz, language });
  return new PipelineEngine({ options, services, gate, language, voice });
}

/** Stands in for a synthesizer that is not there: every reply fails and says why. */
function missingVoice(code: string | null): StreamingSynthesizer {
  return {
    code: code ?? 'none',
    // biome-ignore lint/correctness/useYield: it fails before it could.
    async *speak() {
      throw new ProviderError('rejected', `The synthesizer ${code ?? '(none)'} is not configured.`);
    },
  };
}
