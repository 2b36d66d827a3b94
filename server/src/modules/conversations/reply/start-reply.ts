import type { KnowledgePassage, TurnKnowledge } from '../../../agent/knowledge.ts';
import { runTurn } from '../../../agent/run-turn.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { TurnInput, TurnLimits, TurnResult } from '../../../agent/turn.ts';
import type { BackgroundTasks } from '../../../core/background-tasks.ts';
import { type Catalogue, defaultModelId } from '../../../core/catalogue.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import type { Log } from '../../../core/log.ts';
import type { Prices } from '../../../core/prices.ts';
import type { Database } from '../../../db/client.ts';
import type { LanguageModel } from '../../../providers/spec/language-model.ts';
import type { ProviderError } from '../../../providers/spec/provider-error.ts';
import { chatModelId } from '../rules.ts';
import { type ConversationAssistant, insertReply, type ReceivedMessage, recordFailedTurn } from '../store.ts';

export interface ReplyDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  catalogue: Catalogue;
  prices: Prices;
  searchKnowledge: KnowledgeSearch;
  /** By the model's code in the catalogue. */
  languageModels: ReadonlyMap<string, LanguageModel>;
  /** Takes over when an assistant's own model fails; null: none. */
  fallbackModel: LanguageModel | null;
  /** Turns go on when the listener leaves; the process waits for them before it ends. */
  background: BackgroundTasks;
  /** Aborted when the process can wait no longer. */
  lifetime: AbortSignal;
  turnLimits: Partial<TurnLimits>;
}

/** Best passages first; none where the account has no such knowledgebase. */
export type KnowledgeSearch = (request: {
  userId: number;
  knowledgebaseId: number;
  query: string;
  limit: number;
  signal: AbortSignal;
}) => Promise<KnowledgePassage[]>;

export type ReplyEvent =
  | { type: 'delta'; text: string }
  | { type: 'tool-started'; name: string; arguments: Record<string, unknown> }
  | { type: 'tool-finished'; call: FunctionCall }
  /** `text` is null while a person answers instead of the AI. */
  | { type: 'done'; text: string | null; functionCalls: FunctionCall[] };

interface Asked {
  received: ReceivedMessage;
  message: string;
  requestId: string;
}

/**
 * Runs the turn for a message that was received and stores the reply. The message is kept whatever becomes of
 * the turn; a turn that fails is not charged and ends the events with an `unavailable` error.
 */
export function startReply(dependencies: ReplyDependencies, asked: Asked): AsyncIterable<ReplyEvent> {
  const events = new EventQueue<ReplyEvent>();
  dependencies.background.run(async () => {
    try {
      await reply(dependencies, asked, (event) => events.push(event));
      events.close();
    } catch (error) {
      events.close({ error });
    }
  });
  return events;
}

async function reply(
  dependencies: ReplyDependencies,
  { received, message, requestId }: Asked,
  emit: (event: ReplyEvent) => void,
): Promise<void> {
  const { database } = dependencies;
  const { conversation, customerMessageId } = received;
  if (customerMessageId === null) {
    throw new AppError('payment-required', 'The balance of this account does not cover the message.');
  }
  if (!conversation.ai_enabled) return emit({ type: 'done', text: null, functionCalls: [] });
  const outcome = await runToEnd(turnInput(dependencies, received, message), emit);
  if (outcome.error !== null) {
    const { modelCalls } = outcome.result;
    await recordFailedTurn(database, { conversation, customerMessageId, modelCalls });
    dependencies.log.warn(
      { requestId, conversation: conversation.uuid, error: outcome.error },
      'A turn failed.',
    );
    throw turnFailure(outcome.error);
  }
  const { text, functionCalls, modelCalls } = outcome.result;
  await insertReply(database, { conversation, customerMessageId, content: text, functionCalls, modelCalls });
  emit({ type: 'done', text, functionCalls });
}

async function runToEnd(
  input: TurnInput,
  emit: (event: ReplyEvent) => void,
): Promise<{ result: TurnResult; error: ProviderError | null }> {
  for await (const event of runTurn(input)) {
    switch (event.type) {
      case 'text-delta':
        emit({ type: 'delta', text: event.text });
        break;
      case 'tool-started':
        emit({ type: 'tool-started', name: event.name, arguments: event.arguments });
        break;
      case 'tool-finished':
        emit({ type: 'tool-finished', call: event.functionCall });
        break;
      case 'finished':
        return { result: event.result, error: null };
      case 'failed':
        return { result: event.result, error: event.error };
    }
  }
  throw new Error('A turn ended without its last event.');
}

function turnInput(dependencies: ReplyDependencies, received: ReceivedMessage, message: string): TurnInput {
  const { catalogue, clock, lifetime, fallbackModel, turnLimits } = dependencies;
  const { assistant, conversation, history } = received;
  const model = modelOf(dependencies, assistant);
  const knowledge = knowledgeOf(dependencies, assistant);
  const nameOf = (id: number): string => catalogue.languages.find((one) => one.id === id)?.name ?? 'English';
  return {
    model,
    ...(fallbackModel === null || fallbackModel === model ? {} : { fallback: fallbackModel }),
    temperature: assistant.llm_temperature,
    persona: {
      systemPrompt: assistant.system_prompt,
      initialMessage: assistant.initial_message,
      variables: { ...assistant.variables, ...conversation.variables },
      language: nameOf(assistant.language_id),
      secondaryLanguages: assistant.secondary_language_ids.map(nameOf),
      timezone: assistant.timezone,
    },
    history,
    message,
    ...(knowledge === null ? {} : { knowledge }),
    tools: [],
    limits: turnLimits,
    clock,
    signal: lifetime,
  };
}

function modelOf(
  { catalogue, languageModels }: ReplyDependencies,
  assistant: ConversationAssistant,
): LanguageModel {
  const modelId = chatModelId(assistant, defaultModelId(catalogue, 'llm'));
  const code = catalogue.models.find((model) => model.id === modelId)?.code;
  const model = code === undefined ? undefined : languageModels.get(code);
  if (model === undefined) {
    throw new AppError(
      'unavailable',
      `The model of this assistant (${code ?? 'none'}) is not configured here.`,
    );
  }
  return model;
}

const PASSAGES_PER_SEARCH = 6;

function knowledgeOf(
  dependencies: ReplyDependencies,
  assistant: ConversationAssistant,
): TurnKnowledge | null {
  const { knowledgebase_id: knowledgebaseId, knowledgebase_mode: mode, user_id: userId } = assistant;
  if (knowledgebaseId === null) return null;
  return {
    mode: mode === 'prompt' ? 'prompt' : 'function_call',
    search: (query, signal) =>
      dependencies.searchKnowledge({
        userId,
        knowledgebaseId,
        query,
        limit: PASSAGES_PER_SEARCH,
        signal,
      }),
  };
}

/** What the customer reads; the cause goes to the log only. */
function turnFailure(error: ProviderError): AppError {
  const text =
    error.code === 'timeout'
      ? 'The assistant took too long to answer. Please try again.'
      : 'The assistant cannot answer right now. Please try again.';
  return new AppError('unavailable', text, { reason: 'AI_UNAVAILABLE', cause: error });
}
