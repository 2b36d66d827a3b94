import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { AllowedMcpTool } from '#contract/mcp-servers.ts';
import type { KnowledgePassage, TurnKnowledge } from '../../../agent/knowledge.ts';
import type { CallJournal, TurnPart, UnreportedCall } from '../../../agent/made-calls.ts';
import { runTurn } from '../../../agent/run-turn.ts';
import { personaInTalk } from '../../../agent/talk-facts.ts';
import type { AgentTool, FunctionCall } from '../../../agent/tool.ts';
import { toolsFor } from '../../../agent/tools-for.ts';
import {
  DEFAULT_TURN_LIMITS,
  type HistoryMessage,
  type Persona,
  type TurnInput,
  type TurnLimits,
  type TurnResult,
} from '../../../agent/turn.ts';
import type { BackgroundTasks } from '../../../core/background-tasks.ts';
import { restOfBrokenAnswer } from '../../../core/broken-answer.ts';
import type { Catalog } from '../../../core/catalog.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import type { Log } from '../../../core/log.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import type { Prices } from '../../../core/prices.ts';
import { storableObject, storableText } from '../../../core/storable.ts';
import type { VisitorLimits } from '../../../core/visitor-limits.ts';
import type { Database } from '../../../db/client.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { Extractor } from '../../knowledge/extraction/extractor.ts';
import {
  insertCustomerMessage,
  insertReply,
  type LimitReason,
  refundTurn,
  type StoredMessage,
} from '../messages/ledger.ts';
import { type PricedModelCall, priceCalls } from '../messages/priced-call.ts';
import { requestSummary } from '../messages/summary-requests.ts';
import { countToSummarize } from '../messages/summary-rules.ts';
import { callJournal, type Turn, unreportedCalls } from '../messages/tool-calls.ts';
import type { TurnStart } from '../messages/turn-order.ts';
import { isByVisitor, messagePrice } from '../rules.ts';
import type { ConversationAssistant, LoadedConversation } from '../store.ts';
import { type ChatModels, chatModel } from './chat-model.ts';
import { talkOf } from './talk.ts';
import type { TurnQueue } from './turn-queue.ts';
import { messageWithFiles, withFiles } from './visitor-files.ts';

export interface ReplyDependencies extends ChatModels {
  database: Database;
  clock: Clock;
  log: Log;
  prices: Prices;
  visitorLimits: VisitorLimits;
  modelPrices: ModelPrices;
  searchKnowledge: KnowledgeSearch;
  loadTools: ToolLoader;
  /** Loads the search index of a knowledgebase, so that the first search is fast. */
  warmKnowledge(
    knowledgebase: { userId: number; knowledgebaseId: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** Used when the assistant's own model fails; null if not configured. */
  fallbackModel(): LanguageModel | null;
  /** Turns continue when the client disconnects; shutdown waits for them. */
  background: BackgroundTasks;
  /** Id of this process, which owns the turns that it runs. */
  processId: string;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
  turnLimits: Partial<TurnLimits>;
  /** Reads documents that visitors send. */
  documents: Extractor;
  /** Orders the turns of each conversation. */
  turns: TurnQueue;
}

/** Best passages first; empty if the account has no such knowledgebase. */
export type KnowledgeSearch = (request: {
  userId: number;
  knowledgebaseId: number;
  query: string;
  limit: number;
  signal: AbortSignal;
}) => Promise<KnowledgePassage[]>;

/** Loads the account's tools and those of its MCP servers, without unknown ids, and built-in tools that work in chats. */
export type ToolLoader = (request: {
  userId: number;
  assistantId: number;
  toolIds: readonly number[];
  mcpServerIds: readonly number[];
  mcpTools: readonly AllowedMcpTool[];
  tools: readonly BuiltInTool[];
}) => Promise<AgentTool[]>;

export type ReplyEvent =
  | { type: 'delta'; text: string }
  /** Some of the text so far was the model's reasoning; `text` replaces all of it. */
  | { type: 'reset'; text: string }
  | { type: 'tool-started'; name: string; arguments: Record<string, unknown> }
  | { type: 'tool-finished'; call: FunctionCall }
  /** `text` is null while a person answers; `isReplay`: the same request was already answered. */
  | { type: 'done'; text: string | null; functionCalls: FunctionCall[]; isReplay: boolean };

interface Asked {
  loaded: LoadedConversation;
  message: string;
  /** UUIDs of its files, whose placeholders the message contains. */
  files?: readonly string[];
  requestId: string;
  /** The reply is streamed to the customer. */
  isStreamed: boolean;
  /** Null or missing without an idempotency key. */
  named?: NamedRequest | null;
}

/**
 * Stores the customer's message, runs the turn and stores the reply. The message is kept even if the turn fails. A turn
 * that fails before its first streamed word is not charged and throws `unavailable` from the event stream; later, the
 * words are kept and end in a sentence.
 */
export function startReply(dependencies: ReplyDependencies, asked: Asked): AsyncIterable<ReplyEvent> {
  const events = new EventQueue<ReplyEvent>();
  dependencies.background.run(async () => {
    try {
      await reply(dependencies, asked, (event) => events.push(event));
      events.close();
    } catch (error) {
      // The client may have disconnected, so unexpected errors are logged here.
      if (!(error instanceof AppError)) {
        dependencies.log.error({ error, requestId: asked.requestId }, 'A reply failed unexpectedly.');
      }
      events.close({ error });
    }
  });
  return events;
}

async function reply(
  dependencies: ReplyDependencies,
  asked: Asked,
  emit: (event: ReplyEvent) => void,
): Promise<void> {
  const { database, modelPrices, turns, lifetime, turnLimits, processId } = dependencies;
  const { conversation } = asked.loaded;
  const stored = await storeMessage(dependencies, asked);
  if (stored.kind === 'answered') {
    return emit({ type: 'done', text: stored.text, functionCalls: stored.functionCalls, isReplay: true });
  }
  if (!conversation.ai_enabled) {
    return emit({ type: 'done', text: null, functionCalls: [], isReplay: stored.isRepeat });
  }
  const modelCalls: PricedModelCall[] = [];
  const customerMessageId = stored.messageId;
  const { id: conversationId, user_id: userId } = conversation;
  const turn = { userId, conversationId, messageId: customerMessageId };
  let isShown = false;
  const show = (event: ReplyEvent): void => {
    isShown ||= asked.isStreamed && event.type === 'delta';
    emit(event);
  };
  try {
    const longestMs = turnLimits.turnMs ?? DEFAULT_TURN_LIMITS.turnMs;
    const begun = await turns.begin(turn, { longestMs, signal: lifetime });
    const { aiEnabled, limitedForSeconds, summary, calls } = begun;
    if (!aiEnabled) {
      await refundTurn(database, { userId, conversationId, customerMessageId, processId, modelCalls });
      return emit({ type: 'done', text: null, functionCalls: [], isReplay: false });
    }
    // Messages that arrive together are stored before the first of them is answered.
    if (hasReplyLimit(conversation) && limitedForSeconds !== null) {
      throw tooMany({ reason: 'replies', waitSeconds: limitedForSeconds });
    }
    const history = await withFiles(database, userId, begun.history);
    const asks =
      asked.files === undefined || asked.files.length === 0
        ? { message: asked.message }
        : await messageWithFiles(dependencies, turn, lifetime);
    const own = calls.filter(({ messageId }) => messageId === customerMessageId);
    const others = calls.filter(({ messageId }) => messageId !== customerMessageId);
    const input = await turnInput(dependencies, asked.loaded, {
      history,
      parts: [{ ...asks, calls: own }],
      unreported: unreportedCalls(others, history),
      summary,
      journal: callJournal(database, turn),
      isStreamed: asked.isStreamed,
    });
    const { result, error } = await runToEnd(input, show);
    modelCalls.push(...priceCalls(modelPrices, result.modelCalls));
    let { text } = result;
    if (error !== null) {
      if (!isShown || text === '' || lifetime.aborted) throw error;
      // The customer has read the words, so they stay and are charged.
      dependencies.log.warn({ requestId: asked.requestId, error }, 'An answer broke off.');
      const rest = restOfBrokenAnswer(text, languagesOf(dependencies.catalog, asked.loaded.assistant));
      show({ type: 'delta', text: rest });
      text += rest;
    }
    const content = storableText(text);
    const functionCalls = result.functionCalls.map(storableCall);
    const isBroken = error !== null;
    const said = { conversation, customerMessageId, content, functionCalls, modelCalls, isShown, isBroken };
    const isSaid = await insertReply(database, said);
    if (!isSaid)
      await refundTurn(database, { userId, conversationId, customerMessageId, processId, modelCalls });
    emit({ type: 'done', text: isSaid ? content : null, functionCalls, isReplay: false });
    summarizeLater(dependencies, turn, begun);
  } catch (error) {
    await refundTurn(database, { userId, conversationId, customerMessageId, processId, modelCalls });
    if (!(error instanceof ProviderError)) throw error;
    dependencies.log.warn({ requestId: asked.requestId, error }, 'A turn failed.');
    throw turnFailure(error);
  } finally {
    turns.ended(turn);
  }
}

/** Has older messages summarized before they leave the history. The turn does not wait for it. */
export function summarizeLater(
  { background, database }: Pick<ReplyDependencies, 'background' | 'database'>,
  { userId, conversationId }: Turn,
  { history, summarizedUntil }: Pick<TurnStart, 'history' | 'summarizedUntil'>,
): void {
  const lengths = history.filter(({ id }) => id > summarizedUntil).map(({ content }) => content.length);
  if (countToSummarize(lengths) === 0) return;
  background.run(() => requestSummary(database, { userId, conversationId }));
}

/** Makes texts of models and tools storable (without NUL characters), so that the response equals the stored reply. */
export function storableCall(call: FunctionCall): FunctionCall {
  return {
    name: storableText(call.name),
    arguments: storableObject(call.arguments),
    result: storableObject(call.result),
  };
}

/** A message refers to a file that was deleted, or that another message has. */
export const FILES_GONE = 'A file is no longer available. Upload it again.';

const REFUSALS: Record<LimitReason, string> = {
  minute: 'Too many messages. Please slow down.',
  day: 'This conversation has reached its limit for today. Please continue tomorrow.',
  spend: 'This assistant has reached its limit for today. Please come back tomorrow.',
  replies: 'This customer has received as many replies in 24 hours as the assistant may send.',
};

function tooMany({ reason, waitSeconds }: { reason: LimitReason; waitSeconds: number }): AppError {
  return new AppError('rate-limited', REFUSALS[reason], {
    retryAfterSeconds: reason === 'minute' ? 60 : Math.max(1, waitSeconds),
    ...(reason === 'replies' ? { reason: 'DAILY_LIMIT' } : {}),
  });
}

function hasReplyLimit({ type, ai_enabled: aiEnabled }: LoadedConversation['conversation']): boolean {
  return type === 'api' && aiEnabled;
}

async function storeMessage(
  { database, prices, processId, visitorLimits }: ReplyDependencies,
  { loaded: { conversation, assistant }, message, files = [], named = null }: Asked,
): Promise<Extract<StoredMessage, { kind: 'stored' | 'answered' }>> {
  const isVisitor = isByVisitor(conversation);
  const stored = await insertCustomerMessage(database, {
    conversation,
    content: message,
    price: messagePrice(conversation, prices),
    assistantId: assistant.id,
    limits: {
      perMinute: visitorLimits.messagesPerMinute,
      perDay: isVisitor ? visitorLimits.messagesPerDay : null,
      spendMicros: isVisitor ? visitorLimits.spendPerDayMicros : null,
      hasReplyLimit: hasReplyLimit(conversation),
    },
    processId: conversation.ai_enabled ? processId : null,
    named,
    files,
  });
  if (stored.kind === 'running') {
    throw new AppError('conflict', 'This message is already being answered.');
  }
  if (stored.kind === 'files-gone') throw invalid({ files: [FILES_GONE] });
  if (stored.kind === 'too-many') throw tooMany(stored);
  if (stored.kind === 'unpaid') {
    throw new AppError('payment-required', 'The balance of this account does not cover the message.');
  }
  return stored;
}

export async function runToEnd(
  input: TurnInput,
  emit: (event: ReplyEvent) => void,
): Promise<{ result: TurnResult; error: ProviderError | null }> {
  for await (const event of runTurn(input)) {
    switch (event.type) {
      case 'text-delta':
        emit({ type: 'delta', text: event.text });
        break;
      case 'text-withdrawn':
        emit({ type: 'reset', text: event.text });
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
  throw new Error('A turn ended without its final event.');
}

interface AskedTurn {
  /** Oldest first. */
  history: readonly HistoryMessage[];
  parts: readonly TurnPart[];
  unreported: readonly UnreportedCall[];
  /** Facts from messages that are older than the history; null without any. */
  summary: string | null;
  journal: CallJournal;
  isStreamed: boolean;
}

export async function turnInput(
  dependencies: ReplyDependencies,
  loaded: LoadedConversation,
  { history, parts, unreported, summary, journal, isStreamed }: AskedTurn,
): Promise<TurnInput> {
  const { catalog, clock, lifetime, turnLimits } = dependencies;
  const fallbackModel = dependencies.fallbackModel();
  const { assistant, conversation, opening } = loaded;
  const model = chatModel(dependencies, assistant);
  const knowledge = knowledgeOf(dependencies, assistant);
  const nameOf = (id: number): string => catalog.languages.find((one) => one.id === id)?.name ?? 'English';
  const persona: Persona = {
    systemPrompt: assistant.system_prompt,
    opening,
    ...personaInTalk({
      own: assistant.variables,
      merged: { ...assistant.variables, ...conversation.variables },
      given: conversation.given,
      talk: talkOf(conversation, clock.now()),
    }),
    language: nameOf(assistant.language_id),
    secondaryLanguages: assistant.secondary_language_ids.map(nameOf),
    timezone: assistant.timezone,
    hidesCustomer: !assistant.share_customer_details,
  };
  const subject = { conversationId: conversation.uuid, customerPhone: conversation.customer_phone };
  return {
    model,
    ...(fallbackModel === null || fallbackModel === model ? {} : { fallback: fallbackModel }),
    temperature: assistant.llm_temperature,
    persona,
    history,
    summary,
    message: parts.map(({ message }) => message).join('\n'),
    parts,
    unreported,
    journal,
    isStreamed,
    ...(knowledge === null ? {} : { knowledge }),
    tools: toolsFor(await toolsOf(dependencies, assistant), {
      subject,
      persona,
      // Otherwise a visitor could send requests with a token or tenant of their choice.
      fixedValues: isByVisitor(conversation) ? assistant.variables : {},
    }),
    limits: turnLimits,
    clock,
    signal: lifetime,
  };
}

/** ISO 639-1, the main language first. */
function languagesOf(
  { languages }: Catalog,
  { language_id: main, secondary_language_ids: others }: ConversationAssistant,
): string[] {
  return [main, ...others].flatMap((id) => languages.find((one) => one.id === id)?.iso_2 ?? []);
}

/** Runs no query if the assistant has no tools. */
export async function toolsOf(
  { loadTools }: Pick<ReplyDependencies, 'loadTools'>,
  owner: ToolOwner,
): Promise<AgentTool[]> {
  const { id: assistantId, user_id: userId, tool_ids: toolIds, mcp_server_ids: mcpServerIds, tools } = owner;
  if (toolIds.length + mcpServerIds.length + tools.length === 0) return [];
  return loadTools({ userId, assistantId, toolIds, mcpServerIds, mcpTools: owner.mcp_tools, tools });
}

type ToolOwner = Pick<
  ConversationAssistant,
  'id' | 'user_id' | 'tool_ids' | 'mcp_server_ids' | 'mcp_tools' | 'tools'
>;

const PASSAGES_PER_SEARCH = 6;

/** Knowledge access of the assistant; null if it has no knowledgebase. */
export function knowledgeOf(
  dependencies: Pick<ReplyDependencies, 'searchKnowledge'>,
  assistant: Pick<ConversationAssistant, 'knowledgebase_id' | 'knowledgebase_mode' | 'user_id'>,
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

/** Error for the customer; the cause is only logged. */
function turnFailure(error: ProviderError): AppError {
  const text =
    error.code === 'timeout'
      ? 'The assistant took too long to answer. Please try again.'
      : 'The assistant cannot answer right now. Please try again.';
  const { retryAfterMs } = error;
  return new AppError('unavailable', text, {
    reason: 'AI_UNAVAILABLE',
    cause: error,
    ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
  });
}
