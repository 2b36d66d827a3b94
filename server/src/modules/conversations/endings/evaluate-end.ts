import { personaInTalk, textValues } from '../../../agent/talk-facts.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import type { Database } from '../../../db/client.ts';
import type { NewEvent, RecordEvent } from '../../../events/event.ts';
import type { JobContext } from '../../../work/define-job.ts';
import { priceCalls } from '../messages/priced-call.ts';
import { talkOf } from '../reply/talk.ts';
import { inputVariables, isReportedEnd, wantedFields, webhookOfEnd } from './end-rules.ts';
import { insertEvaluationCalls, type LoadedEnd, loadEnd, storeEvaluation } from './end-store.ts';
import { endedPayload } from './ended-payload.ts';
import { type FilledForm, type FormDeps, fillForm } from './fill-form.ts';

export interface EvaluationWork extends FormDeps {
  database: Database;
  modelPrices: ModelPrices;
  recordEvent: RecordEvent;
}

/**
 * Evaluates one end, then stores the result and records the event in one transaction, once. An unavailable model is
 * retried by the job; after the last attempt the values are null and the event is still recorded.
 */
export async function evaluateEnd(
  deps: EvaluationWork,
  about: { userId: number; endId: number },
  job: JobContext,
): Promise<void> {
  const { database, modelPrices, recordEvent } = deps;
  const end = await loadEnd(database, about);
  if (end === null || end.isRecorded) return;
  const { fields, problem, retryBecause, ...filled } = await formOf(deps, end, job.signal);
  const modelCalls = priceCalls(modelPrices, filled.modelCalls);
  if (retryBecause !== null && (!job.isLastAttempt || job.signal.aborted)) {
    await insertEvaluationCalls(database, end, modelCalls);
    throw retryBecause;
  }
  await database.transaction(async (transaction) => {
    if (!(await storeEvaluation(transaction, end, { fields, problem }))) return;
    await insertEvaluationCalls(transaction, end, modelCalls);
    await recordEvent(transaction, endedEvent(end, { fields, problem }));
  });
}

async function formOf(deps: FormDeps, end: LoadedEnd, signal: AbortSignal): Promise<FilledForm> {
  const { assistant, transcript, type, customerPhone, customerName, customerWrote, sender } = end;
  if (assistant === null) return { fields: [], problem: null, modelCalls: [], retryBecause: null };
  const { post_call_evaluation: isEvaluated, post_call_schema: fields } = assistant;
  const about = { type, uuid: end.uuid, customer_phone: customerPhone, customer_name: customerName };
  const persona = personaInTalk({
    own: assistant.variables,
    merged: inputVariables(assistant.variables, end.variables),
    given: null,
    talk: talkOf({ ...about, sender_phone: sender?.phone_number ?? null, has_opted_out: false }, end.endedAt),
  });
  const values = textValues({ ...persona, timezone: end.timezone });
  const wanted = wantedFields({ type, isEvaluated, fields, customerWrote });
  return fillForm(deps, { assistant, wanted, values, transcript }, signal);
}

function endedEvent(end: LoadedEnd, form: Pick<FilledForm, 'fields' | 'problem'>): NewEvent {
  const { assistant } = end;
  return {
    type: 'conversation.ended',
    userId: end.userId,
    assistantId: assistant?.id ?? null,
    subjectId: end.uuid,
    isReported: isReportedEnd(end),
    webhookUrl: webhookOfEnd({
      ...end,
      url: assistant?.conversation_ended_webhook_url ?? null,
      isRetriggered: assistant?.conversation_ended_retrigger ?? false,
    }),
    payload: endedPayload(end, form),
    occurredAt: end.endedAt,
  };
}
