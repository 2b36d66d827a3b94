import { KNOWLEDGE_TOOL_NAME } from '../spec/conventions.ts';
import type { ModelRequest, ToolCall } from '../spec/language-model.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { fillSchema } from './fill-schema.ts';
import { findAnswer } from './find-answer.ts';
import { followInstruction } from './follow-instruction.ts';
import { personaFacts } from './persona-facts.ts';
import { PHRASES } from './phrases.ts';
import { type SmallTalk, smallTalkOf } from './small-talk.ts';
import { sayOutputs } from './tool-outputs.ts';
import { planToolUse } from './tool-plan.ts';
import { sayTopics } from './topics.ts';
import { wordsOf } from './words.ts';

export type Decision = { kind: 'say'; text: string } | { kind: 'call'; calls: ToolCall[] };

/** What the offline model does next. Pure: the same request gives the same decision. */
export function decide(request: ModelRequest): Decision {
  const conversation = readConversation(request);
  if (request.responseSchema !== undefined) {
    return say(JSON.stringify(fillSchema(request.responseSchema, conversation)));
  }
  const instructed = followInstruction(request);
  if (instructed !== null) return say(instructed);
  if (conversation.outputs.length > 0) return say(sayOutputs(conversation.outputs, conversation.language));
  // Nobody has asked anything.
  if (conversation.message === '') return say(PHRASES[conversation.language].howCanIHelp);
  if (!conversation.hasSearched) {
    const early = decideBeforeSearch(request, conversation);
    if (early !== null) return early;
  }
  return say(answerFromKnowledge(request, conversation));
}

function decideBeforeSearch(request: ModelRequest, conversation: Conversation): Decision | null {
  const mayCall = request.toolChoice !== 'none';
  const plan = planToolUse(request.tools, conversation);
  if (plan !== null && plan.kind === 'ask') return say(plan.question);
  if (plan !== null && mayCall) return { kind: 'call', calls: [{ id: 'offline_1', ...plan.call }] };
  const smallTalk = smallTalkOf(conversation.message);
  if (smallTalk !== null) return say(saySmallTalk(smallTalk, request, conversation));
  const canSearch = request.tools.some((tool) => tool.name === KNOWLEDGE_TOOL_NAME);
  if (!canSearch || !mayCall) return null;
  const query = searchQuery(conversation);
  return { kind: 'call', calls: [{ id: 'offline_1', name: KNOWLEDGE_TOOL_NAME, arguments: { query } }] };
}

function saySmallTalk(smallTalk: SmallTalk, request: ModelRequest, conversation: Conversation): string {
  const phrases = PHRASES[conversation.language];
  const topics = sayTopics(request.tools, conversation);
  switch (smallTalk) {
    case 'greeting':
      return `${phrases.greeting} ${phrases.howCanIHelp}`;
    case 'thanks':
      return phrases.thanks;
    case 'goodbye':
      return phrases.goodbye;
    case 'identity':
      return `${phrases.identity} ${topics ?? phrases.howCanIHelp}`;
    case 'abilities':
      return topics ?? phrases.howCanIHelp;
    case 'agreement':
    case 'presence':
      return phrases.howCanIHelp;
  }
}

function answerFromKnowledge(request: ModelRequest, conversation: Conversation): string {
  const { language, passages, persona } = conversation;
  const sources = [...passages, { documentName: '', text: personaFacts(persona) }];
  for (const question of [conversation.message, searchQuery(conversation)]) {
    const answer = findAnswer(question, sources, language);
    if (answer !== null) return answer;
  }
  if (conversation.searchFailed) return PHRASES[language].lookUpFailed;
  const topics = sayTopics(request.tools, conversation);
  return topics === null ? PHRASES[language].unknown : `${PHRASES[language].unknown} ${topics}`;
}

const LEANING =
  /^(and|but|so|what about|how about|si|dar|et|y|und|e|og|ir)\b|\b(it|its|they|them|that|those|this|these|there|he|she|him|her|one|ones)\b/i;
const SHORT_MESSAGE_WORDS = 3;

/** The message alone, or with the one before it when it leans on that ("and on Sundays?"). */
function searchQuery({ message, exchanges }: Conversation): string {
  const before = exchanges
    .slice(0, -1)
    .findLast((exchange) => smallTalkOf(exchange.message) === null)?.message;
  const leans = LEANING.test(message) || wordsOf(message).length <= SHORT_MESSAGE_WORDS;
  return before !== undefined && leans ? `${before} ${message}` : message;
}

function say(text: string): Decision {
  return { kind: 'say', text };
}
