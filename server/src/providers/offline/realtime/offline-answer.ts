import { EventQueue } from '../../../core/event-queue.ts';
import { SpeakableText, spokenText } from '../../../core/speakable/speakable-text.ts';
import { INSTRUCTION_HEADING } from '../../interfaces/conventions.ts';
import type { LanguageModel, ModelUsage, ToolCall } from '../../interfaces/language-model.ts';
import type { RealtimeEvent, RealtimeOptions } from '../../interfaces/realtime-model.ts';
import type { StreamingSynthesizer } from '../../interfaces/streaming-synthesizer.ts';
import { sentencesOf } from '../sentences.ts';
import type { KeptMessages } from './kept-messages.ts';

/** Of one answer, tools in between. */
const MOST_ROUNDS = 6;
export const OUTPUT_RATE_HZ = 16_000;
/** Of whoever takes over from a model with another vendor's voice: one that speaks all languages, as far as it can. */
const OWN_VOICE = 'any';

export interface OfflineAnswerDeps {
  options: RealtimeOptions;
  languageModel: LanguageModel;
  synthesizer: StreamingSynthesizer;
  messages: KeptMessages;
  /** Unique in the session. */
  newId(): string;
  tell(event: RealtimeEvent): void;
  /** Tells the calls, and resolves with whether the model is to go on from what they answered. */
  callTools(calls: ToolCall[], signal: AbortSignal): Promise<boolean>;
}

/** One answer from its question to its last sound; throws what model or voice throw, and when it is aborted. */
export async function giveAnswer(
  deps: OfflineAnswerDeps,
  instruction: string | null,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const { text, calls } = await ask(deps, { instruction, signal, isLast: round === MOST_ROUNDS });
    if (calls.length === 0) {
      await sayText(deps, text, signal);
      return;
    }
    if (text.trim() !== '') await sayText(deps, text, signal);
    // Whoever refused the words has not asked for what comes with them; where nothing is spoken, nothing else notices.
    signal.throwIfAborted();
    // The model names its calls the same every time.
    const named = calls.map((call) => ({ ...call, id: deps.newId() }));
    deps.messages.calls(named);
    if (!(await deps.callTools(named, signal))) return;
  }
}

async function ask(
  { options, languageModel, messages, tell }: OfflineAnswerDeps,
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
  tell({ type: 'usage', usage, audioMs: null });
  return { text, calls };
}

/** Writes it, and speaks it where the model is to speak. */
async function sayText(deps: OfflineAnswerDeps, text: string, signal: AbortSignal): Promise<void> {
  const { options, messages, tell, newId } = deps;
  const itemId = newId();
  tell({ type: 'reply-started', itemId });
  messages.item(itemId, text.trim());
  tell({ type: 'text-delta', itemId, text: text.trim() });
  if (options.output === 'audio') await speak(deps, { itemId, text, signal });
  tell({ type: 'reply-ended', itemId });
}

async function speak(
  { options, synthesizer, tell }: OfflineAnswerDeps,
  { itemId, text, signal }: { itemId: string; text: string; signal: AbortSignal },
): Promise<void> {
  const pieces = new EventQueue<string>();
  const language = options.languages[0] ?? 'en';
  const speakable = new SpeakableText(language);
  for (const paragraph of text.split(/\n+/)) {
    for (const sentence of sentencesOf(paragraph)) pieces.push(spokenText(speakable.piece(sentence)));
  }
  pieces.close();
  const speech = synthesizer.speak(
    pieces,
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
    if (samples.length > 0) tell({ type: 'audio', itemId, samples });
  }
}
