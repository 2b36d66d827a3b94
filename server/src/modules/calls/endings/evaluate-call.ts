import type { z } from 'zod';
import type { callEndedPayload } from '#contract/webhook-payloads.ts';
import { textValues } from '../../../agent/talk-facts.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import { zonedTimestamp } from '../../../core/zoned-time.ts';
import type { Database } from '../../../db/client.ts';
import type { NewEvent, RecordEvent } from '../../../events/event.ts';
import type { JobContext } from '../../../work/define-job.ts';
import { formatTranscript } from '../../conversations/endings/ended-payload.ts';
import { type EvaluatedField, type FormDeps, fillForm } from '../../conversations/endings/fill-form.ts';
import { priceCalls } from '../../conversations/messages/priced-call.ts';
import { inCall } from '../assistant/call-assistant.ts';
import { removeDeleted } from '../lifecycle/deleted-calls.ts';
import { recordingUrl } from '../recordings/recording-url.ts';
import { webhookOfCall } from '../rules.ts';
import type { CallCampaigns, CalledLead } from './call-campaigns.ts';
import { type EndedCall, loadEnded, storeEvaluation } from './ended-store.ts';
import { insertModelCalls } from './model-calls.ts';

export interface CallEvaluationWork extends FormDeps {
  database: Database;
  modelPrices: ModelPrices;
  recordEvent: RecordEvent;
  campaigns: CallCampaigns;
  /** Public origin of this server. */
  origin(): string;
}

/**
 * Evaluates an ended call, stores the result and records the event, once and together. If the model fails, the job is
 * retried; after the last attempt the values are null and the event is recorded anyway.
 */
export async function evaluateCall(
  deps: CallEvaluationWork,
  about: { userId: number; callId: number },
  job: JobContext,
): Promise<void> {
  const { database, modelPrices, recordEvent } = deps;
  const call = await loadEnded(database, about);
  if (call === null || call.isRecorded) return;
  const { fields, problem, retryBecause, ...filled } = await formOf(deps, call, job.signal);
  const modelCalls = priceCalls(modelPrices, filled.modelCalls).map((made) => ({ ...made, ...about }));
  if (retryBecause !== null && (!job.isLastAttempt || job.signal.aborted)) {
    await insertModelCalls(database, modelCalls);
    throw retryBecause;
  }
  await database.transaction(async (transaction) => {
    if (!(await storeEvaluation(transaction, call, { fields, problem }))) return;
    await insertModelCalls(transaction, modelCalls);
    const { campaigns } = deps;
    const lead = call.isOfLead ? await campaigns.callEvaluated(transaction, call.id, fields) : null;
    await recordEvent(transaction, endedEvent(call, { fields, problem, lead }, deps.origin()));
    await removeDeleted(transaction, recordEvent, about);
  });
}

async function formOf(deps: FormDeps, call: EndedCall, signal: AbortSignal): ReturnType<typeof fillForm> {
  const { assistant, transcript, timezone } = call;
  if (assistant === null) return { fields: [], problem: null, modelCalls: [], retryBecause: null };
  const wanted = assistant.post_call_evaluation ? assistant.post_call_schema : [];
  const said = transcript.map(({ sender, text }) => ({
    role: sender === 'bot' ? ('assistant' as const) : ('user' as const),
    content: text,
  }));
  const persona = inCall({}, { ...call, ...call.talk }, call.endedAt);
  const values = textValues({ ...persona, timezone });
  return fillForm(deps, { assistant, wanted, values, transcript: said }, signal);
}

/** The event of a call's end. @param origin public origin of this server */
export function endedEvent(
  call: EndedCall,
  about: { fields: readonly EvaluatedField[]; problem: string | null; lead: CalledLead | null },
  origin: string,
): NewEvent {
  const { assistant, recordingKey } = call;
  const isIncluded = assistant?.include_recording_in_webhook === true;
  return {
    type: 'call.ended',
    userId: call.userId,
    assistantId: assistant?.id ?? null,
    subjectId: String(call.id),
    isReported: true,
    webhookUrl: webhookOfCall(call),
    payload: endedPayload(call, {
      ...about,
      recordingUrl: isIncluded ? recordingUrl(origin, recordingKey) : undefined,
    }),
    occurredAt: call.endedAt,
  };
}

/**
 * The payload of the post-call webhook.
 * @param recordingUrl undefined to omit it
 */
export function endedPayload(
  call: EndedCall,
  about: {
    fields: readonly EvaluatedField[];
    problem: string | null;
    recordingUrl: string | null | undefined;
    lead: CalledLead | null;
  },
): z.input<typeof callEndedPayload> {
  const { recordingUrl, fields, problem, lead } = about;
  const said = call.transcript.map(({ sender, text }) => ({
    role: sender === 'bot' ? ('assistant' as const) : ('user' as const),
    content: text,
  }));
  const { assistant } = call;
  return {
    event: 'call.ended',
    type: 'call.ended',
    id: call.id,
    external_id: call.externalId,
    assistant: assistant === null ? null : { id: assistant.id, uuid: assistant.uuid, name: assistant.name },
    campaign: call.campaign,
    customer_phone: call.clientPhone,
    assistant_phone: call.assistantPhone,
    duration: call.durationSeconds,
    status: call.status,
    end_reason: call.endReason,
    extracted_variables: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    evaluation_error: problem,
    input_variables: call.variables,
    overrides: call.overrides,
    transcript: call.transcript,
    formatted_transcript: formatTranscript(said),
    ...(recordingUrl === undefined ? {} : { recording_url: recordingUrl }),
    answered_by: call.answeredBy,
    total_cost: call.totalCost,
    carrier_cost: call.carrierCost,
    created_at: zonedTimestamp(call.createdAt, call.timezone),
    finished_at: zonedTimestamp(call.endedAt, call.timezone),
    lead,
    transfers: call.transfers,
    function_calls: call.functionCalls,
  };
}
