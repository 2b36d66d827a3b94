import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { generateReplyRequest, openConversationRequest } from '#contract/conversations.ts';
import type { FunctionCall } from '../../agent/tool.ts';
import type { Context } from '../../core/context.ts';
import { AppError, invalid, notFound } from '../../core/errors.ts';
import { KeyUsedOtherwise, type NamedRequest } from '../../core/named-request.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { isUuid } from '../../core/uuid.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import { type RateLimiter, tooManyRequests } from '../../http/rate-limit.ts';
import type { RequestFacts } from '../../http/route.ts';
import { personOf } from './inbox/person.ts';
import { type ConversationFilter, readConversationPage } from './list/conversation-page.ts';
import { contentOf } from './messages/file-placeholders.ts';
import { insertHumanMessage } from './messages/ledger.ts';
import { rewindConversation } from './messages/rewind.ts';
import { type ReplyDependencies, type ReplyEvent, startReply } from './reply/start-reply.ts';
import { greetingOf } from './reply/talk.ts';
import {
  type ConversationAssistant,
  findAssistant,
  findOwn,
  findUuid,
  insertConversation,
  type LoadedConversation,
  loadConversation,
  mergeVariables,
  type OpeningRequest,
  readHistory,
  setAiEnabled,
} from './store.ts';
import { readConversationView } from './view/conversation-view.ts';
import { requireFiles } from './widget/files/file-actions.ts';
import type { FollowerService } from './widget/follower-service.ts';
import { visitorOfRequest } from './widget/identity/identity-actions.ts';
import { type Page, requireSite } from './widget/require-site.ts';

export interface ConversationDependencies extends ReplyDependencies {
  rateLimiter: RateLimiter;
  /** Visitors who follow their conversations through this process. */
  followers: FollowerService;
  secretBox: SecretBox;
}

const CONVERSATION_NOT_FOUND = 'Conversation';

interface VisitorMessage {
  uuid: string;
  /** Empty for files without text. */
  message: string;
  /** Ids of uploaded files. */
  files: readonly string[];
  /** Variables to set before the message is answered. */
  variables: Record<string, unknown> | null;
  requestId: string;
  isStreamed: boolean;
  named: NamedRequest | null;
  page: Page;
  /** The authenticated account; null if the request has no credential. */
  accountId: number | null;
}

const VISITOR_TYPES = new Set<string>(['widget', 'test']);

/** Test messages of the account cost nothing and are therefore limited. */
const TESTS_PER_MINUTE = 20;

async function limitTests(rateLimiter: RateLimiter, assistantId: number): Promise<void> {
  const allowance = await rateLimiter.takeFromWindow(`test:${assistantId}`, TESTS_PER_MINUTE, 60_000);
  if (!allowance.isAllowed) throw tooManyRequests(allowance);
}

/** Opens a conversation and greets. A repeated request returns the conversation that the first one opened. */
export async function openConversation(
  dependencies: ConversationDependencies,
  input: z.output<typeof openConversationRequest>,
  { page, request, accountId }: { page: Page; request: OpeningRequest | null; accountId: number | null },
): Promise<{ uuid: string; history: { role: 'assistant'; content: string }[]; isReplay: boolean }> {
  const { database, rateLimiter, clock } = dependencies;
  const assistant = await findAssistant(database, { uuid: input.assistant_id });
  const isByAccount = assistant?.user_id === accountId;
  if (assistant === null || !(assistant.is_public || isByAccount)) throw notFound('Assistant');
  const type = input.type ?? 'widget';
  requireSite(page, assistant.allowed_origins);
  if (type === 'test' && isByAccount) await limitTests(rateLimiter, assistant.id);
  const variables = { ...assistant.variables, ...input.variables };
  const visitor = await visitorOfRequest(dependencies, input.assistant_id, input);
  const newUuid = randomUUID();
  const talk = { type, uuid: newUuid, variables, now: clock.now() };
  const { uuid, greeting, request_hash, is_repeat } = await insertConversation(database, {
    uuid: newUuid,
    assistant,
    type,
    variables,
    given: Object.keys(input.variables ?? {}),
    request,
    isByAccount,
    customerIdentifier: visitor?.visitor.is_verified === true ? visitor.visitor.user_id : null,
    visitor,
    greeting: greetingOf(assistant, { ...talk, customerPhone: visitor?.phone ?? null }),
  });
  if (request_hash !== (request?.hash ?? null)) {
    throw new KeyUsedOtherwise();
  }
  warmUp(dependencies, assistant);
  return { uuid, history: [{ role: 'assistant', content: greeting }], isReplay: is_repeat };
}

/** Loads the search index while the visitor reads the greeting. */
function warmUp(dependencies: ConversationDependencies, assistant: ConversationAssistant): void {
  const { user_id: userId, knowledgebase_id: knowledgebaseId } = assistant;
  if (knowledgebaseId === null) return;
  const { background, warmKnowledge, lifetime, log } = dependencies;
  background.run(async () => {
    try {
      await warmKnowledge({ userId, knowledgebaseId }, lifetime);
    } catch (error) {
      log.warn({ error }, 'A knowledgebase could not be preloaded.');
    }
  });
}

/**
 * Answers a visitor's message as a stream of events; the last one is `done`. The turn continues, and its reply is
 * stored, even if the visitor disconnects.
 */
export async function answerVisitor(
  dependencies: ConversationDependencies,
  { uuid, page, accountId, variables, message: text, files: ids, ...request }: VisitorMessage,
): Promise<AsyncIterable<ReplyEvent>> {
  const loaded = await requireVisitorTalk(dependencies, { uuid, page, accountId });
  const files = await requireFiles(dependencies, loaded, { ids, named: request.named });
  const described = files.map(({ content_type: contentType, file_name: fileName }) => ({
    contentType,
    fileName,
  }));
  const asked = {
    ...request,
    message: contentOf(text, described),
    files: files.map(({ uuid: file }) => file),
  };
  if (variables === null) return startReply(dependencies, { loaded, ...asked });
  requireRoom(loaded, variables);
  await mergeVariables(dependencies.database, uuid, variables);
  const changed = await requireConversation(dependencies, uuid);
  return startReply(dependencies, { loaded: changed, ...asked });
}

/** The conversation that a visitor writes in. Throws `not-found` if it takes no messages from this visitor or page. */
export async function requireVisitorTalk(
  dependencies: Pick<ConversationDependencies, 'database'>,
  { uuid, page, accountId }: { uuid: string; page: Page; accountId: number | null },
): Promise<LoadedConversation> {
  const loaded = await requireConversation(dependencies, uuid);
  // Customers of other conversation types write through the account's API or a carrier.
  const { type, opened_by_account: isByAccount, user_id: userId } = loaded.conversation;
  const mayWrite = loaded.assistant.is_public || isByAccount || accountId === userId;
  if (!VISITOR_TYPES.has(type) || !mayWrite) throw notFound(CONVERSATION_NOT_FOUND);
  requireSite(page, loaded.assistant.allowed_origins);
  return loaded;
}

/** Of the variables that visitors give one conversation, as JSON. */
const GIVEN_CHARACTERS = 20_000;

/** Throws `invalid` for variables that would let a conversation grow with every message. */
function requireRoom(
  { conversation, assistant }: LoadedConversation,
  variables: Record<string, unknown>,
): void {
  const lengthOf = (values: object): number => JSON.stringify(values).length;
  const length = lengthOf({ ...conversation.variables, ...variables });
  if (length <= lengthOf(assistant.variables) + GIVEN_CHARACTERS) return;
  const text = `The variables of a conversation must not be longer than ${GIVEN_CHARACTERS} characters as JSON.`;
  throw invalid({ variables: [text] });
}

/** The history as JSON text, oldest first. */
export async function readConversationHistory(
  { database }: ConversationDependencies,
  uuid: string,
): Promise<string> {
  const history = isUuid(uuid) ? await readHistory(database, uuid) : null;
  if (history === null) throw notFound(CONVERSATION_NOT_FOUND);
  return history;
}

/** Generates a reply to a customer id chosen by the account; the first message opens the conversation. */
export async function generateReply(
  dependencies: ConversationDependencies,
  context: Context,
  { named, ...input }: z.output<typeof generateReplyRequest> & { named: NamedRequest | null },
): Promise<{ uuid: string; reply: string | null; functionCalls: FunctionCall[]; isAiDisabled: boolean }> {
  const { requestId, userId } = context;
  const { message } = input;
  const loaded =
    (await findThread(dependencies, userId, input)) ?? (await openThread(dependencies, userId, input));
  const events = startReply(dependencies, { loaded, message, requestId, isStreamed: false, named });
  const { text, functionCalls } = await lastEvent(events);
  return { uuid: loaded.conversation.uuid, reply: text, functionCalls, isAiDisabled: text === null };
}

/** The customer's conversation with the variables of this request; null if this is the first message. */
async function findThread(
  { database }: ConversationDependencies,
  userId: number,
  input: z.output<typeof generateReplyRequest>,
): Promise<LoadedConversation | null> {
  const by = {
    userId,
    assistantId: input.assistant_id,
    customerIdentifier: input.customer_identifier,
  };
  const loaded = await loadConversation(database, by);
  if (loaded === null || input.variables == null) return loaded;
  await mergeVariables(database, loaded.conversation.uuid, input.variables);
  return loadConversation(database, by);
}

async function openThread(
  dependencies: ConversationDependencies,
  userId: number,
  input: z.output<typeof generateReplyRequest>,
): Promise<LoadedConversation> {
  const { database, clock } = dependencies;
  const assistant = await findAssistant(database, { userId, id: input.assistant_id });
  if (assistant === null) {
    throw new AppError('not-found', 'Assistant not found.', { reason: 'ASSISTANT_NOT_FOUND' });
  }
  const variables = { ...assistant.variables, ...input.variables };
  const customerIdentifier = input.customer_identifier;
  const talk = { type: 'api' as const, uuid: randomUUID(), variables, now: clock.now() };
  const { uuid, is_repeat } = await insertConversation(database, {
    uuid: talk.uuid,
    assistant,
    type: 'api',
    variables,
    given: Object.keys(input.variables ?? {}),
    customerIdentifier,
    visitor: null,
    greeting: greetingOf(assistant, { ...talk, customerPhone: phoneIn(customerIdentifier) }),
    request: null,
    isByAccount: true,
  });
  // A concurrent message opened the conversation.
  if (is_repeat && input.variables != null) await mergeVariables(database, uuid, input.variables);
  return requireConversation(dependencies, uuid);
}

/** Accounts often use phone numbers as customer ids. */
function phoneIn(identifier: string): string | null {
  return /^\+[1-9]\d{6,14}$/.test(identifier) ? identifier : null;
}

async function requireConversation(
  { database }: Pick<ConversationDependencies, 'database'>,
  uuid: string,
): Promise<LoadedConversation> {
  const loaded = isUuid(uuid) ? await loadConversation(database, { uuid }) : null;
  if (loaded === null) throw notFound(CONVERSATION_NOT_FOUND);
  return loaded;
}

/** Consumes the whole reply and returns its last event. */
export async function lastEvent(
  events: AsyncIterable<ReplyEvent>,
): Promise<Extract<ReplyEvent, { type: 'done' }>> {
  for await (const event of events) {
    if (event.type === 'done') return event;
  }
  throw new Error('A reply ended without its final event.');
}

/** A page of conversations as JSON text. */
export async function listConversations(
  { database }: ConversationDependencies,
  context: Context,
  about: { filter: ConversationFilter; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const result = await readConversationPage(
    database,
    { userId: context.userId, filter: about.filter },
    about.page,
  );
  return pageEnvelope(about.facts, about.page, result);
}

/** The UUID of a conversation that a path names by its UUID or by its integer id. Throws `not-found`. */
export async function uuidOf(
  { database }: Pick<ConversationDependencies, 'database'>,
  { userId }: Context,
  key: string,
): Promise<string> {
  if (!/^\d{1,15}$/.test(key)) return key;
  const uuid = await findUuid(database, userId, Number(key));
  if (uuid === null) throw notFound(CONVERSATION_NOT_FOUND);
  return uuid;
}

/** One conversation with its transcript, evaluation and costs, as JSON text. */
export async function readConversation(
  { database }: ConversationDependencies,
  { userId }: Context,
  uuid: string,
): Promise<string> {
  const view = isUuid(uuid) ? await readConversationView(database, { userId, uuid }) : null;
  if (view === null) throw notFound(CONVERSATION_NOT_FOUND);
  return view;
}

/** Switches the AI on or off. While it is off, a person answers: the member who switches it off, unless another is assigned. */
export async function switchAi(
  { database }: ConversationDependencies,
  context: Context,
  { uuid, isEnabled }: { uuid: string; isEnabled: boolean },
): Promise<void> {
  const change = { isEnabled, personId: personOf(context)?.id ?? null };
  const isSet = isUuid(uuid) && (await setAiEnabled(database, { userId: context.userId, uuid }, change));
  if (!isSet) throw notFound(CONVERSATION_NOT_FOUND);
}

/**
 * Truncates a test conversation to its first messages. Throws `conflict` for other types and while a reply is
 * generated.
 */
export async function rewind(
  { database }: ConversationDependencies,
  context: Context,
  { uuid, kept }: { uuid: string; kept: number },
): Promise<number> {
  const { userId } = context;
  const done = isUuid(uuid) ? await rewindConversation(database, { userId, uuid, kept }) : null;
  switch (done?.kind) {
    case 'rewound':
      return done.messageCount;
    case 'not-a-test':
      throw new AppError('conflict', 'Only test conversations can be rewound.');
    case 'busy':
      throw new AppError('conflict', 'A reply is in progress. Wait for it, then try again.');
    default:
      throw notFound(CONVERSATION_NOT_FOUND);
  }
}

/**
 * Stores a message of a teammate. In a channel conversation nothing is stored: the message has to be sent to the
 * customer.
 */
export async function writeAsHuman(
  { database }: ConversationDependencies,
  context: Context,
  { uuid, message }: { uuid: string; message: string },
): Promise<{ kind: 'stored'; messageId: number } | { kind: 'channel'; conversationId: number }> {
  const conversation = isUuid(uuid) ? await findOwn(database, context.userId, uuid) : null;
  if (conversation === null) throw notFound(CONVERSATION_NOT_FOUND);
  if (conversation.type === 'msgapp') return { kind: 'channel', conversationId: conversation.id };
  const written = { content: message, personId: personOf(context)?.id ?? null };
  return { kind: 'stored', messageId: await insertHumanMessage(database, conversation, written) };
}
