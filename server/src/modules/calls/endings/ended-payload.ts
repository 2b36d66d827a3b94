import type { z } from 'zod';
import type { callEndedPayload } from '#contract/webhook-payloads.ts';
import { zonedTimestamp } from '../../../core/zoned-time.ts';
import { formatTranscript } from '../../conversations/endings/ended-payload.ts';
import type { EvaluatedField } from '../../conversations/endings/fill-form.ts';
import type { CalledLead } from './call-campaigns.ts';
import type { EndedCall } from './ended-store.ts';

/**
 * The payload of the post-call webhook.
 * @param recordingUrl undefined to omit it
 */
export function endedPayload(
  call: EndedCall,
  about: {
    fields: readonly EvaluatedField[];
    recordingUrl: string | null | undefined;
    lead: CalledLead | null;
  },
): z.input<typeof callEndedPayload> {
  const { recordingUrl, fields, lead } = about;
  const said = call.transcript.map(({ sender, text }) => ({
    role: sender === 'bot' ? ('assistant' as const) : ('user' as const),
    content: text,
  }));
  return {
    id: call.id,
    customer_phone: call.clientPhone,
    assistant_phone: call.assistantPhone,
    duration: call.durationSeconds,
    status: call.status,
    extracted_variables: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    input_variables: call.variables,
    transcript: call.transcript,
    formatted_transcript: formatTranscript(said),
    ...(recordingUrl === undefined ? {} : { recording_url: recordingUrl }),
    answered_by: call.answeredBy,
    created_at: zonedTimestamp(call.createdAt, call.timezone),
    finished_at: zonedTimestamp(call.endedAt, call.timezone),
    lead,
    transfers: call.transfers,
  };
}
