import { EventQueue } from '../../../core/event-queue.ts';
import { SpeakableText, spokenText } from '../../../core/speakable/speakable-text.ts';
import { INSTRUCTION_HEADING } from '../../interfaces/conventions.ts';
import type { LanguageModel, ModelUsage, ToolCall } from '../../interfaces/language-model.ts';
import type { RealtimeEvent, RealtimeOptions } from '../../interfaces/realtime-model.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';
import { sentencesOf } from '../sentences.ts';
import type { SessionMessages } from './session-messages.ts';

/** Limit of model calls in one reply, with tool calls in between. */
const MAX_ROUNDS = 6;
export const OUTPUT_RATE_HZ = 16_000;
/** The voice for all languages, for a fallback of a model with another vendor's voice. */
const OWN_VOICE = 'any';

export interface OfflineAnswerDeps {
  options: RealtimeOptions;
  languageModel: LanguageModel;
  tts: TtsProvider;
  messages: SessionMessages;
  /** Unique in the session. */
  newId(): string;
  emit(event: RealtimeEvent): void;
  /** Emits the calls, and resolves with whether the model should continue from their results. */
  callTools(calls: ToolCall[], signal: AbortSignal): Promise<boolean>;
}

/** One reply from request to last audio; throws errors of the model and the voice, and on abort. */
export async function giveAnswer(
  deps: OfflineAnswerDeps,
  instruction: string | null,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const { text, calls } = await ask(deps, { instruction, signal, isLast: round === MAX_ROUNDS });
    if (calls.length === 0) {
      await sayText(deps, text, signal);
      return;
    }
    if (text.trim() !== '') await sayText(deps, text, signal);
    // An interrupted reply must not call tools; without audio, nothing else notices the interruption.
    signal.throwIfAborted();
    // The offline model always uses the same call ids, so each call gets a unique one.
    const named = calls.map((call) => ({ ...call, id: deps.newId() }));
    deps.messages.calls(named);
    if (!(await deps.callTools(named, signal))) return;
  }
}

async function ask(
  { options, languageModel, messages, emit }: OfflineAnswerDeps,
  { instruction, signal, isLast }: { instruction: string | null; signal: AbortSignal; isLast: boolean },
): Promise<{ text: string; calls: ToolCall[] }> {
  const wish = instruction === null ? null : `${INSTRUCTION_HEADING} ${instruction}`;
  const request = {
    messages: [
      { role: 'system' as const, content: options.instructions },
      ...messages.all,
      ...(wish === null ? [] : [{ role: 'user' as const, content: wish }]),
    ],
    tools: [...options.tools],
    temperature: options.temperature,
    ...(isLast && { toolChoice: 'none' as const }),
  };
  let text = '';
  let usage: ModelUsage = { inputTokens: null, outputTokens: null };
  const calls: ToolCall[] = [];
  for await (const event of languageModel.stream(request, signal)) {
    if (event.type === 'text-delta') text += event.text;
    else if (event.type === 'tool-call') calls.push(event.call);
    else if (event.type === 'finish') usage = event.usage;
  }
  emit({ type: 'usage', usage, audioMs: null });
  return { text, calls };
}

/** Emits the text, and its audio unless the output is text. */
async function sayText(deps: OfflineAnswerDeps, text: string, signal: AbortSignal): Promise<void> {
  const { options, messages, emit, newId } = deps;
  const itemId = newId();
  emit({ type: 'reply-started', itemId });
  messages.item(itemId, text.trim());
  emit({ type: 'text-delta', itemId, text: text.trim() });
  if (options.output === 'audio') await speak(deps, { itemId, text, signal });
  emit({ type: 'reply-ended', itemId });
}

async function speak(
  { options, tts, emit }: OfflineAnswerDeps,
  { itemId, text, signal }: { itemId: string; text: string; signal: AbortSignal },
): Promise<void> {
  const segments = new EventQueue<string>();
  const language = options.languages[0] ?? 'en';
  const speakable = new SpeakableText(language);
  for (const paragraph of text.split(/\n+/)) {
    for (const sentence of sentencesOf(paragraph)) segments.push(spokenText(speakable.segment(sentence)));
  }
  segments.close();
  const speech = tts.speak(
    segments,
    {
      voice: options.voice ?? OWN_VOICE,
      language,
      sampleRateHz: OUTPUT_RATE_HZ,
      speed: options.speed,
      stability: options.stability,
      similarity: 0.5,
      emotion: options.emotion,
    },
    signal,
  );
  for await (const { samples } of speech) {
    if (samples.length > 0) emit({ type: 'audio', itemId, samples });
  }
}
