import type { z } from 'zod';
import type { conversationEndedPayload } from '#contract/webhook-payloads.ts';
import { zonedTimestamp } from '../../../core/zoned-time.ts';
import { inputVariables } from './end-rules.ts';
import type { EndedMessage, LoadedEnd } from './end-store.ts';
import type { FilledForm } from './fill-form.ts';

/** Payload of the conversation-ended webhook. */
export function endedPayload(
  end: LoadedEnd,
  { fields, problem }: Pick<FilledForm, 'fields' | 'problem'>,
): z.infer<typeof conversationEndedPayload> {
  const written = (instant: Date): string => zonedTimestamp(instant, end.timezone);
  const { assistant } = end;
  return {
    event: 'conversation.ended',
    conversation_id: end.uuid,
    assistant_id: assistant?.uuid ?? null,
    assistant: assistant === null ? null : { id: assistant.id, uuid: assistant.uuid, name: assistant.name },
    type: end.type,
    message_count: end.messageCount,
    status: 'ended',
    extracted_variables: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    evaluation_error: problem,
    input_variables: inputVariables(assistant?.variables ?? {}, end.variables),
    transcript: end.transcript.map(({ role, content, at }) => ({
      role,
      content,
      timestamp: written(new Date(at)),
    })),
    formatted_transcript: formatTranscript(end.transcript),
    customer_phone: end.customerPhone,
    customer_identifier: end.customerIdentifier,
    customer_name: end.customerName,
    sender: end.sender,
    total_cost: end.totalCost,
    created_at: written(end.createdAt),
    ended_at: written(end.endedAt),
  };
}

/**
 * One line per message, `AI: …` or `Customer: …`. Line breaks within a message are removed, so that no text can imitate
 * a speaker.
 */
export function formatTranscript(transcript: readonly Pick<EndedMessage, 'role' | 'content'>[]): string {
  return transcript
    .map(({ role, content }) => {
      const line = content.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
      return `${role === 'user' ? 'Customer' : 'AI'}: ${line}`;
    })
    .join('\n');
}
