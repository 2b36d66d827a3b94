import { KNOWLEDGE_TOOL_NAME } from '../interfaces/conventions.ts';
import type { ModelRequest, ToolCall } from '../interfaces/language-model.ts';
import { answerFromKnowledge, searchQuery } from './answer-message.ts';
import { sayBeforeCall, sayKeys } from './built-in-tool-words.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { fillSchema } from './fill-schema.ts';
import { followInstruction } from './follow-instruction.ts';
import { PHRASES } from './phrases.ts';
import { type SmallTalk, smallTalkOf } from './small-talk.ts';
import { sayOutputs } from './tool-outputs.ts';
import { planToolUse } from './tool-plan.ts';
import { sayTopics } from './topics.ts';

export type Decision = { kind: 'say'; text: string } | { kind: 'call'; text: string; calls: ToolCall[] };

/** The next step of the offline model. Pure: equal requests give equal decisions. */
export function decide(request: ModelRequest): Decision {
  const conversation = readConversation(request);
  if (request.responseSchema !== undefined) {
    return say(JSON.stringify(fillSchema(request.responseSchema, conversation)));
  }
  const instructed = followInstruction(request);
  if (instructed !== null) return say(instructed);
  if (conversation.outputs.length > 0) return say(sayOutputs(conversation.outputs, conversation.language));
  if (conversation.pressedKeys !== '') return say(sayKeys(conversation.pressedKeys, conversation.language));
  // The customer has not asked anything yet.
  if (conversation.message === '') return say(PHRASES[conversation.language].howCanIHelp);
  if (!conversation.hasSearched) {
    const early = decideBeforeSearch(request, conversation);
    if (early !== null) return early;
  }
  return say(answerFromKnowledge(request.tools, conversation));
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
  if (smallTalk !== null) return say(saySmallTalk(smallTalk, request, conversation));
  const canSearch = request.tools.some((tool) => tool.name === KNOWLEDGE_TOOL_NAME);
  if (!canSearch || !mayCall) return null;
  return call({ name: KNOWLEDGE_TOOL_NAME, arguments: { query: searchQuery(conversation) } });
}

function saySmallTalk(smallTalk: SmallTalk, request: ModelRequest, conversation: Conversation): string {
  const before = conversation.exchanges.at(-1)?.reply ?? null;
  const phrases = PHRASES[conversation.language];
  const topics = sayTopics(request.tools, conversation);
  switch (smallTalk) {
    case 'greeting':
      return `${phrases.greeting} ${phrases.howCanIHelp}`;
    case 'thanks':
      return phrases.thanks;
    case 'goodbye':
      return phrases.goodbye;
    case 'wellbeing':
      return `${phrases.wellbeing} ${phrases.howCanIHelp}`;
    case 'repeat':
      return before ?? phrases.howCanIHelp;
    case 'clock':
      return conversation.now === null ? phrases.howCanIHelp : `It is ${conversation.now}.`;
    case 'refusal':
      // "Is there anything else?" "No."
      return before === phrases.thanks ? phrases.goodbye : phrases.howCanIHelp;
    case 'identity':
      return `${phrases.identity} ${topics ?? phrases.howCanIHelp}`;
    case 'abilities':
      return topics ?? phrases.howCanIHelp;
    case 'agreement':
      return phrases.howCanIHelp;
  }
}

/** @param text spoken together with the call */
function call(wanted: Omit<ToolCall, 'id'>, text = ''): Decision {
  return { kind: 'call', text, calls: [{ id: 'offline_1', ...wanted }] };
}

function say(text: string): Decision {
  return { kind: 'say', text };
}
