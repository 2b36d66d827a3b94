import { missingTts } from '../../providers/interfaces/missing-tts.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { FallbackVoice } from '../call-host.ts';
import { CurrentLanguage } from './current-language.ts';
import type { Engine } from './engine.ts';
import type { EngineOptions, EngineServices } from './engine-options.ts';
import { EventGate } from './event-gate.ts';
import { PipelineEngine } from './pipeline/pipeline-engine.ts';
import { ModelSpeech } from './realtime/model-speech.ts';
import { RealtimeEngine, type RealtimeEngineDeps } from './realtime/realtime-engine.ts';
import type { OutputListener } from './realtime/reply-output.ts';
import { SynthesizedReply } from './realtime/synthesized-reply.ts';
import { AssistantVoice } from './speech/assistant-voice.ts';
import { SpeakingRate } from './speech/speaking-rate.ts';

interface Deps {
  services: EngineServices;
  options: EngineOptions;
  gate: EventGate;
  language: CurrentLanguage;
}

/**
 * Opens the engine of the assistant's mode. Never throws: a provider missing from this installation is reported as a
 * `failed` event, like one that fails later.
 */
export function openEngine(services: EngineServices, options: EngineOptions): Engine {
  const gate = new EventGate(options.listener);
  const language = new CurrentLanguage(options.assistant.settings.voice);
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
    fallbackOutput: fallbackOutputOf(deps),
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
    output: synthesizedBy(voiceOf(deps), gate),
    fallbackOutput: null,
  });
}

function synthesizedBy(voice: AssistantVoice, gate: EventGate): RealtimeEngineDeps['output'] {
  return (replyId, signal) =>
    new SynthesizedReply({
      ...outputListener(gate, replyId),
      voice,
      signal,
      usage: (usage) => gate.emit({ type: 'speech-usage', usage }),
      failed: (error) => gate.emit({ type: 'failed', replyId, error, fatal: false }),
    });
}

/** Speaks our own text with a TTS voice after the speaking model has failed. */
function fallbackOutputOf(deps: Deps): RealtimeEngineDeps['fallbackOutput'] {
  const { fallbackVoice } = deps.options.assistant;
  return fallbackVoice === null ? null : synthesizedBy(voiceOf(deps, fallbackVoice), deps.gate);
}

function outputListener({ emit }: EventGate, replyId: string): OutputListener {
  return {
    audio: (samples) => emit({ type: 'reply-audio', replyId, samples }),
    words: (words) => emit({ type: 'reply-words', replyId, words }),
  };
}

/** @param instead replaces the assistant's own voice */
function voiceOf({ services, options, gate, language }: Deps, instead?: FallbackVoice): AssistantVoice {
  const { assistant, sampleRateHz } = options;
  const code = instead?.synthesizer ?? assistant.synthesizer;
  const own = assistant.settings.voice;
  const style = instead === undefined ? own : { ...own, voice: instead.voice };
  const tts = services.ttsProviders.get(code ?? '') ?? (services.missingTts ?? missingTts)(code ?? 'none');
  return new AssistantVoice(tts, style, {
    sampleRateHz,
    language,
    replacedBy: options.replacedSpeech?.voices ?? new Map(),
    replaced: (error, { from, by }) =>
      gate.emit({ type: 'failed', replyId: null, error, fatal: false, by, part: 'voice', from }),
  });
}

function modelOf({ realtimeModels }: EngineServices, code: string | null): RealtimeModel {
  return realtimeModels.get(code ?? '') ?? missingModel(code);
}

/** Placeholder for a missing model: the call fails with the reason. */
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
