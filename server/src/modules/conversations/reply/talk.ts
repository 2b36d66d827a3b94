import { renderVariables } from '#contract/render-variables.ts';
import { personaInTalk, textValues } from '../../../agent/talk-facts.ts';
import type { TalkFacts } from '../../../agent/turn.ts';
import type { Conversation, ConversationAssistant } from '../store.ts';

type Spoken = Pick<ConversationAssistant, 'initial_message' | 'variables' | 'timezone'>;

/** Facts about a conversation that the prompt can use. */
export function talkOf(
  conversation: Pick<
    Conversation,
    'type' | 'uuid' | 'customer_phone' | 'customer_name' | 'has_opted_out' | 'sender_phone'
  >,
  now: Date,
): TalkFacts {
  return {
    channel: conversation.type,
    beganAt: now,
    customerPhone: conversation.customer_phone,
    customerName: conversation.customer_name,
    hasOptedOut: conversation.has_opted_out,
    assistantPhone: conversation.sender_phone,
    callId: null,
    conversationId: conversation.uuid,
    leadId: null,
    campaignName: null,
  };
}

/** The first message to a customer who opens a conversation. @param about `uuid` is null until the conversation exists */
export function greetingOf(
  { initial_message, variables: own, timezone }: Spoken,
  about: {
    type: Conversation['type'];
    uuid: string | null;
    variables: Record<string, unknown>;
    customerPhone: string | null;
    now: Date;
  },
): string {
  const { type, uuid, customerPhone, now } = about;
  const facts = {
    type,
    uuid: uuid ?? '',
    customer_phone: customerPhone,
    customer_name: null,
    has_opted_out: false,
    sender_phone: null,
  };
  const talk = { ...talkOf(facts, now), conversationId: uuid };
  const persona = personaInTalk({ own, merged: about.variables, given: null, talk });
  return renderVariables(initial_message, textValues({ ...persona, timezone })).text;
}
