import type { Clock } from '../../../src/core/clock.ts';
import { SAY_EXACTLY, TOOL_ANSWERED } from '../../../src/providers/interfaces/conventions.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../../src/providers/interfaces/language-model.ts';
import type { SttProvider } from '../../../src/providers/interfaces/stt-provider.ts';
import type { SpeechOptions, TtsProvider } from '../../../src/providers/interfaces/tts-provider.ts';
import { followInstruction } from '../../../src/providers/offline/follow-instruction.ts';
import type { PersonVoice } from '../../../src/telephony/simulated/person.ts';
import { call, finish, type ModelStep, say } from '../scripted-model.ts';

/** Duration of a word of the customer, in milliseconds. */
const WORD_MS = 200;
/** Duration of a letter of the assistant, in milliseconds. */
const LETTER_MS = 60;
const FINAL_AFTER_MS = 40;
const ASSISTANT_LEVEL = 5000;
const FIRST_CUSTOMER_LEVEL = 6000;
const LEVEL_STEP = 1000;

/** A customer voice, and an STT provider that understands only this voice. */
export interface UnderstoodVoice {
  voice: PersonVoice;
  stt(clock: Clock, how?: Understanding): SttProvider;
}

export interface Understanding {
  /** The language that STT reports; English by default. */
  language?: string;
  /** Latency of final transcripts, in milliseconds. */
  finalAfterMs?: number;
  /** Texts whose transcript is empty. */
  unclear?: readonly string[];
  /** If false, there are no interim results. */
  interim?: boolean;
}

/** Each text has its own level, by which the STT provider recognizes it. */
export function understoodVoice(): UnderstoodVoice {
  const texts: string[] = [];
  return {
    voice: async (text) => {
      const level = FIRST_CUSTOMER_LEVEL + LEVEL_STEP * texts.length;
      texts.push(text);
      const length = text.split(' ').length * WORD_MS * 8;
      return new Int16Array(length).map((_, index) => (index % 16 < 8 ? level : -level));
    },
    stt: (clock, { language = 'en', finalAfterMs = FINAL_AFTER_MS, interim = true, unclear = [] } = {}) => ({
      code: 'scripted',
      open: (_, listener) => {
        const heardMs = new Map<string, number>();
        const understood = (): string =>
          [...heardMs]
            .map(([text, ms]) =>
              text
                .split(' ')
                .slice(0, Math.floor((ms + WORD_MS / 4) / WORD_MS))
                .join(' '),
            )
            .filter((words) => words !== '')
            .join(' ');
        let last = '';
        return {
          write: (samples) => {
            const text = texts[Math.round((meanOf(samples) - FIRST_CUSTOMER_LEVEL) / LEVEL_STEP)];
            if (text === undefined || unclear.includes(text)) return;
            heardMs.set(text, (heardMs.get(text) ?? 0) + samples.length / 8);
            if (interim && understood() !== last) listener({ type: 'interim', text: understood() });
            last = understood();
          },
          speechStarted: () => undefined,
          speechStopped: () => {
            const text = understood();
            heardMs.clear();
            last = '';
            const heardIn = text === '' ? null : language;
            const tell = (): void => listener({ type: 'final', text, language: heardIn });
            void clock.sleep(finalAfterMs).then(tell);
          },
          close: () => undefined,
        };
      },
    }),
  };
}

/** Mean level of samples, which background noise hardly affects. */
function meanOf(samples: Int16Array): number {
  return samples.reduce((sum, value) => sum + Math.abs(value), 0) / samples.length;
}

/** A synthesized text and its options. */
export type SpokenSegment = SpeechOptions & { text: string };

/**
 * A TTS provider with audible sound; the duration of a word depends on its letters.
 * @param afterMs latency
 * @param spoken called with every segment
 */
export function assistantVoice(
  clock: Clock,
  afterMs: number,
  spoken: (segment: SpokenSegment) => void,
): TtsProvider {
  return {
    code: 'scripted',
    async *speak(segments, options, signal) {
      const { sampleRateHz } = options;
      await clock.sleep(afterMs, signal);
      let atMs = 0;
      for await (const segment of segments) {
        spoken({ ...options, text: segment });
        for (const text of segment.split(' ')) {
          signal.throwIfAborted();
          const startMs = atMs;
          atMs += text.length * LETTER_MS;
          const samples = new Int16Array(((atMs - startMs) * sampleRateHz) / 1000).fill(ASSISTANT_LEVEL);
          yield { samples, words: [{ text, startMs, endMs: atMs }] };
        }
      }
    },
  };
}

/** A scripted answer of the model. */
export interface ScenarioAnswer {
  text: string;
  /** Time to the first token, in milliseconds. */
  afterMs?: number;
  /** A tool that is called after the text. */
  tool?: { name: string; arguments?: Record<string, unknown>; afterMs?: number };
  /** Text that follows the tool result. */
  thenText?: string;
}

/** A model with one scripted answer per turn; the last repeats. Early and repeated requests get the same answer. */
export function answeringModel(
  clock: Clock,
  answers: readonly (string | ScenarioAnswer)[],
  asked: (request: ModelRequest) => void,
): LanguageModel {
  return {
    id: 'scripted/model',
    async *stream(request, signal) {
      asked(structuredClone(request));
      const turns = request.messages.filter(({ role }) => role === 'user').length;
      const answer = answers[Math.min(Math.max(0, turns - 1), answers.length - 1)] ?? 'All right.';
      const {
        text,
        afterMs = 0,
        tool,
        thenText = '',
      } = typeof answer === 'string' ? { text: answer } : answer;
      await clock.sleep(afterMs, signal);
      const ordered = orderedWords(request, tool === undefined ? text : thenText);
      if (ordered !== null) {
        yield* eventsOf([...say(ordered), finish()]);
        return;
      }
      const roles = request.messages.map(({ role }) => role);
      const isResult = roles.lastIndexOf('tool') > roles.lastIndexOf('user');
      yield* eventsOf(say(isResult ? thenText : text));
      if (tool !== undefined && !isResult) {
        await clock.sleep(tool.afterMs ?? 0, signal);
        yield* eventsOf([call(tool.name, tool.arguments), finish('tool-calls')]);
      } else yield* eventsOf([finish()]);
    },
  };
}

/** The exact text or late tool result that the last message tells the model to say; null if it contains neither. */
function orderedWords(request: ModelRequest, late: string): string | null {
  const last = request.messages.at(-1);
  if (last?.role !== 'user') return null;
  if (last.content.includes(TOOL_ANSWERED)) return late;
  return last.content.includes(SAY_EXACTLY) ? followInstruction(request) : null;
}

/** Converts steps to model events. */
function* eventsOf(steps: readonly ModelStep[]): Generator<ModelEvent> {
  for (const step of steps) {
    if (step.type === 'text-delta' || step.type === 'tool-call' || step.type === 'finish') yield step;
  }
}
