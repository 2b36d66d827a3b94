import type { CallJournal, MadeCall } from '../../src/agent/made-calls.ts';
import type { AgentTool } from '../../src/agent/tool.ts';
import type { LanguageModel } from '../../src/providers/interfaces/language-model.ts';
import type { CallAssistant } from '../../src/voice/call-host.ts';
import type { Engine, EngineEvent } from '../../src/voice/engines/engine.ts';
import type { EngineServices } from '../../src/voice/engines/engine-options.ts';
import { openEngine } from '../../src/voice/engines/open-engine.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { type ManualClock, manualClock } from './clocks.ts';
import { turnInput } from './turn-input.ts';

/** Voice settings with the defaults of the contract. */
export function voiceSettings(overrides: Partial<VoiceSettings> = {}): VoiceSettings {
  return {
    mode: 'pipeline',
    endpointType: 'vad',
    endpointSilenceMs: 500,
    interruptAfterMs: 500,
    minInterruptWords: null,
    allowInterruptions: true,
    protectFirstMessage: 'greeting',
    turnDetectionThreshold: null,
    fillers: null,
    ambientSound: 'off',
    ambientSoundVolume: 0.5,
    record: false,
    maskKeypadInput: false,
    noiseCancellation: true,
    waitForCustomer: false,
    maxDurationMs: 600_000,
    maxSilenceMs: 40_000,
    maxInitialSilenceMs: null,
    reengagementIntervalMs: 30_000,
    reengagementPrompt: null,
    endCallOnVoicemail: true,
    voiceMailMessage: null,
    unclearSpeechAction: 'end_call',
    noticeMessage: null,
    initialMessage: 'Hello from {{company}}.',
    transcriberKeywords: [],
    voice: {
      voice: 'scripted/ana',
      stability: 0.7,
      similarity: 0.5,
      speed: 1,
      emotion: true,
      language: 'en',
      secondaryLanguages: [],
      isNormalized: true,
      pronunciations: [],
    },
    ...overrides,
  };
}

/** A complete call assistant; tests override what they need. */
export function callAssistant(model: LanguageModel, overrides: Partial<CallAssistant> = {}): CallAssistant {
  return {
    id: '1',
    name: 'Ana',
    settings: voiceSettings(),
    persona: turnInput(model).persona,
    temperature: 0.1,
    model,
    fallback: null,
    realtimeModel: null,
    transcriber: 'offline',
    synthesizer: 'scripted',
    fallbackVoice: null,
    knowledge: null,
    tools: [],
    builtInTools: [],
    ...overrides,
  };
}

export interface EngineCall {
  engine: Engine;
  events: EngineEvent[];
  clock: ManualClock;
  /** Aborts the call from outside. */
  abort: AbortController;
  of<Type extends EngineEvent['type']>(type: Type): Extract<EngineEvent, { type: Type }>[];
  /** Runs all work that does not wait for time. */
  settle(): Promise<void>;
}

interface EngineTools {
  extraTools?: readonly AgentTool[] | undefined;
  journal?: CallJournal | undefined;
  earlierCalls?: readonly MadeCall[] | undefined;
}

/** Opens an engine and collects all its events. */
export function openEngineCall(
  services: Partial<EngineServices>,
  assistant: CallAssistant,
  { extraTools = [], journal, earlierCalls = [] }: EngineTools = {},
): EngineCall {
  const events: EngineEvent[] = [];
  const clock = manualClock();
  const abort = new AbortController();
  const engine = openEngine(
    { sttProviders: new Map(), ttsProviders: new Map(), realtimeModels: new Map(), ...services },
    {
      assistant,
      sampleRateHz: 8000,
      listener: (event) => void events.push(event),
      extraTools,
      history: [],
      ...(journal !== undefined && { journal }),
      earlierCalls,
      clock,
      signal: abort.signal,
    },
  );
  return {
    engine,
    events,
    clock,
    abort,
    of: (type) =>
      events.filter((event): event is Extract<EngineEvent, { type: typeof type }> => event.type === type),
    settle: async () => {
      for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
    },
  };
}
