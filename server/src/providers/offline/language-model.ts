import { setImmediate } from 'node:timers/promises';
import { KNOWLEDGE_TOOL_NAME } from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type {
  JsonSchema,
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ToolCall,
  ToolDescription,
} from '../interfaces/language-model.ts';
import { abortError } from '../interfaces/provider-error.ts';
import { answerFromKnowledge, searchQuery } from './answer-message.ts';
import { endsCall, isCallbackTool, isHandoffTool, sayBeforeCall, sayKeys } from './built-in-tool-words.ts';
import { asksForCallback, callbackLocalTime } from './callback-request.ts';
import { type Conversation, type Exchange, readConversation } from './conversation.ts';
import { asksForOtherTime } from './day-and-time.ts';
import { answeredValue, collectValue, fillSchema } from './fill-schema.ts';
import { followInstruction } from './follow-instruction.ts';
import type { LanguageCode } from './languages.ts';
import { asksForPerson } from './person-request.ts';
import { PHRASES } from './phrases.ts';
import { hasPurpose, isOutbound, sayAfterRefusal, sayMore, sayPurpose, sayReason } from './say-purpose.ts';
import { sentencesOf } from './sentences.ts';
import { asksQuestion, type SmallTalk, smallTalkOf } from './small-talk.ts';
import { expandTerms } from './synonyms.ts';
import { sayOutputs } from './tool-outputs.ts';
import { sayTopics } from './topics.ts';
import { termsOf } from './words.ts';
import { writeSummary } from './write-summary.ts';
import { questionOf, yesOrNo } from './yes-or-no.ts';

/** Yields to the event loop after this many words. */
const WORDS_PER_TICK = 16;

/**
 * The built-in language model, which needs no key and no network: deterministic, extractive and rule-based. Says so
 * when asked. Its usage counts words.
 */
export const offlineLanguageModel: LanguageModel = {
  id: 'offline/extractive',
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw abortError(signal);
    const decision = decide(request);
    const pieces = decision.text.match(/\S+\s*/g) ?? [];
    for (const [index, text] of pieces.entries()) {
      if (index % WORDS_PER_TICK === WORDS_PER_TICK - 1) await setImmediate();
      if (signal.aborted) throw abortError(signal);
      yield { type: 'text-delta', text };
    }
    const calls = decision.kind === 'call' ? decision.calls : [];
    for (const call of calls) yield { type: 'tool-call', call };
    const usage = { inputTokens: countWords(request), outputTokens: pieces.length + calls.length };
    yield { type: 'finish', reason: calls.length > 0 ? 'tool-calls' : 'stop', usage };
  },
};

function countWords(request: ModelRequest): number {
  return request.messages.reduce((sum, message) => {
    const text = message.role === 'tool' ? String(message.output) : message.content;
    return sum + (text.match(/\S+/g)?.length ?? 0);
  }, 0);
}

type Decision = { kind: 'say'; text: string } | { kind: 'call'; text: string; calls: ToolCall[] };

/** The next step of the offline model. Pure: equal requests give equal decisions. */
export function decide(request: ModelRequest): Decision {
  const conversation = readConversation(request);
  if (request.responseSchema !== undefined) {
    return say(JSON.stringify(fillSchema(request.responseSchema, conversation)));
  }
  const summary = writeSummary(request);
  if (summary !== null) return say(summary);
  const instructed = followInstruction(request);
  if (instructed !== null) return say(instructed);
  if (conversation.outputs.length > 0) return say(sayResults(conversation));
  if (conversation.pressedKeys !== '') return say(sayKeys(conversation.pressedKeys, conversation.language));
  // The customer has not asked anything yet.
  if (conversation.message === '') return say(PHRASES[conversation.language].howCanIHelp);
  if (!conversation.hasSearched) {
    const early = decideBeforeSearch(request, conversation);
    if (early !== null) return early;
  }
  return say(answerFromKnowledge(request.tools, conversation));
}

/** A call that the customer declines ends with an apology. */
function sayResults({ outputs, language, message }: Conversation): string {
  const isDeclined = smallTalkOf(message) === 'declined' && outputs.some(endsCall);
  return isDeclined ? PHRASES[language].declined : sayOutputs(outputs, language);
}

function decideBeforeSearch(request: ModelRequest, conversation: Conversation): Decision | null {
  const mayCall = request.toolChoice !== 'none';
  const plan = planToolUse(request.tools, conversation);
  if (plan !== null && plan.kind === 'ask') return say(plan.question);
  if (plan !== null && mayCall) {
    const tool = request.tools.find(({ name }) => name === plan.call.name);
    return call(plan.call, sayBeforeCall(tool, conversation.language));
  }
  const smallTalk = smallTalkOf(conversation.message);
  const noted = sayNoted(smallTalk, conversation);
  if (noted !== null) return say(noted);
  const reply = smallTalk === null ? null : saySmallTalk(smallTalk, request, conversation);
  if (reply !== null) return isParting(reply, conversation) ? part(reply, request) : say(reply);
  const canSearch = request.tools.some((tool) => tool.name === KNOWLEDGE_TOOL_NAME);
  if (!canSearch || !mayCall) return null;
  return call({ name: KNOWLEDGE_TOOL_NAME, arguments: { query: searchQuery(conversation) } });
}

function isParting(reply: string, { language }: Conversation): boolean {
  return reply === PHRASES[language].goodbye || reply === PHRASES[language].declined;
}

/** Ends the call if there is a tool for it, and then says goodbye. */
function part(goodbye: string, { tools, toolChoice }: ModelRequest): Decision {
  const tool = toolChoice === 'none' ? undefined : tools.find(endsCall);
  return tool === undefined ? say(goodbye) : call({ name: tool.name, arguments: {} });
}

const ANSWERS: readonly (SmallTalk | null)[] = [null, 'agreement', 'approval', 'refusal'];

/**
 * Acknowledges an answer to the assistant's question, or a request for another time. Null for other messages. A called
 * customer may also answer without a question.
 */
function sayNoted(smallTalk: SmallTalk | null, conversation: Conversation): string | null {
  if (!ANSWERS.includes(smallTalk)) return null;
  const { exchanges, language, message } = conversation;
  const before = exchanges.at(-1)?.reply ?? null;
  const isAsked = before !== null && questionOf(before) !== null;
  const isCalled = isOutbound(conversation);
  const isOtherTime = isCalled && asksForOtherTime(message);
  const answer = asksQuestion(message) ? null : yesOrNo(message);
  const isAnswer =
    answer !== null &&
    (isAsked ? isCalled || answer.isExplicit || smallTalk !== null : isCalled && answer.isExplicit);
  if (!isAnswer && !isOtherTime) return null;
  const { noted, understood } = PHRASES[language];
  const isNo = isOtherTime || answer?.value === false;
  const acknowledgement = (isNo && language === 'en' ? sayAfterRefusal(conversation) : null) ?? noted;
  return `${acknowledgement} ${lastSentence(understood)}`;
}

/** Null if the knowledge should be searched. */
function saySmallTalk(
  smallTalk: SmallTalk,
  request: ModelRequest,
  conversation: Conversation,
): string | null {
  const before = conversation.exchanges.at(-1)?.reply ?? null;
  const phrases = PHRASES[conversation.language];
  const topics = sayTopics(request.tools, conversation);
  const opening = conversation.exchanges.find(({ reply }) => reply !== null)?.reply ?? null;
  const isEnglish = conversation.language === 'en';
  const reason = isOutbound(conversation) ? sayReason(conversation) : null;
  const next = reason ?? phrases.howCanIHelp;
  switch (smallTalk) {
    case 'greeting':
      return `${phrases.greeting} ${next}`;
    case 'thanks':
      return phrases.thanks;
    case 'goodbye':
      return phrases.goodbye;
    case 'wellbeing':
      return `${phrases.wellbeing} ${next}`;
    case 'repeat':
      return before ?? phrases.howCanIHelp;
    case 'clock':
      return conversation.now === null ? phrases.howCanIHelp : `It is ${conversation.now}.`;
    case 'refusal':
      // "Is there anything else?" "No."
      if (isOffer(before, conversation)) return phrases.goodbye;
      return next;
    case 'identity':
      return `${phrases.identity} ${topics ?? phrases.howCanIHelp}`;
    case 'abilities':
      return topics ?? phrases.howCanIHelp;
    case 'agreement':
      return isOffer(before, conversation) || !isOutbound(conversation)
        ? phrases.howCanIHelp
        : (reason ?? phrases.understood);
    case 'approval':
      return phrases.understood;
    case 'declined':
      return phrases.declined;
    case 'purpose':
      return (isEnglish ? sayPurpose(conversation) : null) ?? opening ?? topics ?? phrases.howCanIHelp;
    case 'more':
      // After an ordinary question, "more" refers to its answer.
      if (conversation.exchanges.some(({ message }) => smallTalkOf(message) === null)) return null;
      return isEnglish && hasPurpose(conversation) ? sayMore(conversation) : opening;
  }
}

/** True if the reply offered more help. */
function isOffer(reply: string | null, { language }: Conversation): boolean {
  const { thanks, understood } = PHRASES[language];
  return reply !== null && [thanks, understood].some((text) => reply.endsWith(lastSentence(text)));
}

function lastSentence(text: string): string {
  return sentencesOf(text).at(-1) ?? text;
}

/** @param text spoken together with the call */
function call(wanted: Omit<ToolCall, 'id'>, text = ''): Decision {
  return { kind: 'call', text, calls: [{ id: 'offline_1', ...wanted }] };
}

function say(text: string): Decision {
  return { kind: 'say', text };
}

type ToolPlan =
  | { kind: 'call'; call: { name: string; arguments: Record<string, unknown> } }
  /** A required parameter is missing. */
  | { kind: 'ask'; question: string };

interface Parameter {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** Minimum score for a tool call: matches of the tool's name, and of numbers or names that a parameter needs. */
const MIN_MATCH = 3;

/** The tool that the customer asks for, or whose parameters are being collected; null without either. */
function planToolUse(tools: readonly ToolDescription[], conversation: Conversation): ToolPlan | null {
  const usable = tools.filter(
    (tool) => tool.name !== KNOWLEDGE_TOOL_NAME && !conversation.calledTools.has(tool.name),
  );
  for (const tool of usable) {
    const task = openTask(tool, conversation);
    if (task !== null) return planFor(tool, task, conversation);
  }
  // A customer may ask again after people have handed the conversation back.
  const handoff = tools.find(({ name }) => isHandoffTool(name));
  if (handoff !== undefined && asksForPerson(conversation.message)) {
    return { kind: 'call', call: { name: handoff.name, arguments: { reason: conversation.message } } };
  }
  const callback = usable.find(({ name }) => isCallbackTool(name));
  if (callback !== undefined && asksForCallback(conversation.message)) {
    return planFor(callback, conversation.exchanges.slice(-1), conversation);
  }
  const ranked = usable
    .map((tool) => ({ tool, match: matchOf(tool, conversation) }))
    .sort((a, b) => b.match - a.match);
  const best = ranked[0];
  if (best === undefined || best.match < MIN_MATCH) return null;
  return planFor(best.tool, conversation.exchanges.slice(-1), conversation);
}

/** The exchanges since the customer asked for the tool, if the last reply asked for one of its parameters. */
function openTask(tool: ToolDescription, { exchanges, message, language }: Conversation): Exchange[] | null {
  const questions = new Set(parametersOf(tool).map((parameter) => questionFor(parameter, language)));
  const asks = (exchange: Exchange | undefined) =>
    exchange !== undefined && exchange.reply !== null && questions.has(exchange.reply);
  if (!asks(exchanges.at(-1)) || message.trim().endsWith('?') || smallTalkOf(message) === 'goodbye')
    return null;
  let start = exchanges.length - 1;
  while (start > 0 && asks(exchanges[start])) start -= 1;
  return exchanges.slice(start);
}

function planFor(tool: ToolDescription, task: readonly Exchange[], conversation: Conversation): ToolPlan {
  if (isCallbackTool(tool.name)) return planCallback(tool, task, conversation);
  const { language } = conversation;
  const texts = task.map((exchange) => exchange.message).reverse();
  const values: Record<string, unknown> = {};
  for (const parameter of parametersOf(tool)) {
    const question = questionFor(parameter, language);
    const answer = task.find((exchange) => exchange.reply === question)?.message;
    const value =
      (answer === undefined ? undefined : answeredValue(parameter.name, parameter.schema, answer)) ??
      collectValue(parameter.name, parameter.schema, texts);
    if (value !== undefined) values[parameter.name] = value;
    else if (parameter.required) return { kind: 'ask', question };
  }
  return { kind: 'call', call: { name: tool.name, arguments: values } };
}

/** Schedules a callback, or asks for its time. */
function planCallback(
  tool: ToolDescription,
  task: readonly Exchange[],
  { now, language }: Conversation,
): ToolPlan {
  const texts = task.map((exchange) => exchange.message).reverse();
  const local = callbackLocalTime(texts, now ?? '');
  if (local !== null) {
    const given = { local_time: local, reason: texts.at(-1) ?? '' };
    return { kind: 'call', call: { name: tool.name, arguments: given } };
  }
  const [time] = parametersOf(tool);
  return {
    kind: 'ask',
    question: time === undefined ? PHRASES[language].howCanIHelp : questionFor(time, language),
  };
}

function matchOf(tool: ToolDescription, { message, language }: Conversation): number {
  // Tools are described in English or in the customer's language; the words are compared without translation.
  const asked = termsOf(message, language);
  const synonyms = expandTerms(asked, language);
  const isMeant = (term: string) =>
    asked.includes(term) || asked.some((other) => synonyms.get(other)?.has(term) === true);
  const nameTerms = [...new Set(termsOf(tool.name.replaceAll(/[_-]+/g, ' '), language))];
  const otherTerms = [...new Set(termsOf(tool.description, language))].filter(
    (term) => !nameTerms.includes(term),
  );
  const named = nameTerms.filter(isMeant).length;
  const described = otherTerms.filter((term) => asked.includes(term)).length;
  if (named === 0 && described < MIN_MATCH) return 0;
  const given = parametersOf(tool).some(
    ({ name, schema, required }) => required && collectValue(name, schema, [message]) !== undefined,
  );
  return named * 2 + described + (given ? 1 : 0);
}

function parametersOf(tool: ToolDescription): Parameter[] {
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const required: unknown = tool.parameters['required'];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: isJsonObject(schema) ? schema : {},
    required: Array.isArray(required) && required.includes(name),
  }));
}

function questionFor({ name, schema }: Parameter, language: LanguageCode): string {
  const description = String(schema['description'] ?? name.replaceAll('_', ' '))
    .trim()
    .replace(/[.?!]+$/, '');
  const label = description.charAt(0).toLowerCase() + description.slice(1);
  return PHRASES[language].askFor.replace('{parameter}', label);
}
