import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import type { StandInVoice } from '../call-host.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions, EngineServices } from './engine-options.ts';
import { EventGate } from './event-gate.ts';
import { LanguageInUse } from './language-in-use.ts';
import { PipelineEngine } from './pipeline/pipeline-engine.ts';
import { ModelSpeech } from './realtime/model-speech.ts';
import { RealtimeEngine, type RealtimeEngineDeps } from './realtime/realtime-engine.ts';
import type { OutputListener } from './realtime/reply-output.ts';
import { VoicedText } from './realtime/voiced-text.ts';
import { AssistantVoice } from './speech/assistant-voice.ts';
import { SpeakingRate } from './speech/speaking-rate.ts';

/** What an engine of any mode is made of. */
interface Deps {
  services: EngineServices;
  options: EngineOptions;
  gate: EventGate;
  language: LanguageInUse;
}

/**
 * The way of understanding and answering that the assistant's mode asks for. Never throws: a provider that this
 * installation does not have (any more) is a `failed` event like one that fails later.
 */
export function openEngine(services: EngineServices, options: EngineOptions): Engine {
  const gate = new EventGate(options.listener);
  const language = new LanguageInUse(options.assistant.settings.voice);
  const deps = { services, options, gate, language };
  switch (options.assistant.settings.mode) {
    case 'pipeline':
      return new PipelineEngine({ ...deps, voice: voiceOf(deps) });
    case 'multimodal':
      return openMultimodal(deps);
    case 'dualplex':
      return openDualplex(deps);
  }
}

function openMultimodal(deps: Deps): Engine {
  const { services, options, gate, language } = deps;
  const { assistant, sampleRateHz } = options;
  const model = modelOf(services, assistant.realtimeModel);
  const rate = new SpeakingRate(assistant.settings.voice.speed);
  return new RealtimeEngine({
    options,
    gate,
    language,
    model,
    speaker: 'model',
    output: (replyId, _signal, speaking) =>
      new ModelSpeech({
        ...outputListener(gate, replyId),
        fromHz: () => speaking().rates(sampleRateHz).outputRateHz,
        toHz: sampleRateHz,
        rate,
      }),
    lastWords: lastWordsOf(deps),
  });
}

function openDualplex(deps: Deps): Engine {
  const { services, options, gate, language } = deps;
  return new RealtimeEngine({
    options,
    gate,
    language,
    model: modelOf(services, options.assistant.realtimeModel),
    speaker: 'voice',
    output: voicedBy(voiceOf(deps), gate),
    lastWords: null,
  });
}

function voicedBy(voice: AssistantVoice, gate: EventGate): RealtimeEngineDeps['output'] {
  return (replyId, signal) =>
    new VoicedText({
      ...outputListener(gate, replyId),
      voice,
      signal,
      usage: (usage) => gate.emit({ type: 'speech-usage', usage }),
      failed: (error) => gate.emit({ type: 'failed', replyId, error, fatal: false }),
    });
}

/** Another voice takes leave of the customer where the model, which was the only one, cannot. */
function lastWordsOf(deps: Deps): RealtimeEngineDeps['lastWords'] {
  const { standInVoice } = deps.options.assistant;
  return standInVoice === null ? null : voicedBy(voiceOf(deps, standInVoice), deps.gate);
}

function outputListener({ emit }: EventGate, replyId: string): OutputListener {
  return {
    audio: (samples) => emit({ type: 'reply-audio', replyId, samples }),
    words: (words) => emit({ type: 'reply-words', replyId, words }),
  };
}

/** @param instead of the assistant's own */
function voiceOf({ services, options, gate, language }: Deps, instead?: StandInVoice): AssistantVoice {
  const { assistant, sampleRateHz } = options;
  const code = instead?.synthesizer ?? assistant.synthesizer;
  const own = assistant.settings.voice;
  const style = instead === undefined ? own : { ...own, voice: instead.voice };
  const tts = services.ttsProviders.get(code ?? '') ?? missingVoice(code);
  return new AssistantVoice(tts, style, {
    ...{ sampleRateHz, language },
    replaced: (error, by) => gate.emit({ type: 'failed', replyId: null, error, fatal: false, by }),
  });
}

/** Stands in for a synthesizer that is not there: every reply fails and says why. */
function missingVoice(code: string | null): TtsProvider {
  return {
    code: code ?? 'none',
    // biome-ignore lint/correctness/useYield: it fails before it could.
    async *speak() {
      throw new ProviderError('rejected', `The synthesizer ${code ?? '(none)'} is not configured.`);
    },
  };
}

function modelOf({ realtimeModels }: EngineServices, code: string | null): RealtimeModel {
  return realtimeModels.get(code ?? '') ?? missingModel(code);
}

/** Stands in for a model that is not there: the call fails and says why. */
function missingModel(code: string | null): RealtimeModel {
  const error = new ProviderError('rejected', `The realtime model ${code ?? '(none)'} is not configured.`);
  const nothing = (): void => {};
  return {
    id: code ?? 'none',
    rates: (callRateHz) => ({ inputRateHz: callRateHz, outputRateHz: callRateHz }),
    open(_options, listener) {
      queueMicrotask(() => listener({ type: 'failed', error, fatal: true }));
      return {
        sendAudio: nothing,
        read: nothing,
        respond: nothing,
        addAssistantText: nothing,
        toolResult: nothing,
        interrupt: nothing,
        close: nothing,
      };
    },
  };
}
