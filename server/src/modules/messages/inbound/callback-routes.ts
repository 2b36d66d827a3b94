import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { defineRawRoute } from '../../../http/raw-route.ts';
import { type RawRequest, type Route, TextAnswer } from '../../../http/route.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { receiveReports } from '../actions.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { CALLBACK_PATH, type CallbackSender, findCallbackSender } from './callback-sender.ts';
import { readSigned } from './read-signed.ts';

/** The Cloud API batches up to three million bytes of reports into one request. */
const MAX_BYTES = 4 * 1_048_576;

/** Carrier webhooks: customers' messages, message states and verification requests. */
export function callbackRoutes(dependencies: MessageDependencies): Route[] {
  const shared = {
    path: `${CALLBACK_PATH}/:key`,
    tag: 'Messaging',
    errors: 'message',
    resource: 'Sender',
    params: z.object({ key: z.string().max(255) }),
    contentTypes: ['application/x-www-form-urlencoded', 'application/json'],
    maxBytes: MAX_BYTES,
    refusals: [403],
    success: { status: 200, schema: z.string(), contentType: 'text/plain' },
  } as const;
  const handle = (_context: unknown, input: { params: { key: string }; request: RawRequest }) =>
    answerCarrier(dependencies, input.params.key, input.request);
  return [
    defineRawRoute({
      ...shared,
      method: 'GET',
      operationId: 'carriers.msgapp.verify',
      description: 'For carriers only.',
      summary: 'Respond to a carrier’s verification of the webhook URL',
      handle,
    }),
    defineRawRoute({
      ...shared,
      method: 'POST',
      operationId: 'carriers.msgapp.receive',
      description: 'For carriers only: signed by the carrier. Messages are stored before the answer.',
      summary: 'Receive signed reports from a carrier',
      handle,
    }),
  ];
}

/** Responds with success only after everything is stored; after an error the carrier repeats the report. */
async function answerCarrier(
  dependencies: MessageDependencies,
  key: string,
  request: RawRequest,
): Promise<TextAnswer> {
  const sender = await findCallbackSender(dependencies, key);
  if (sender === null) throw notFound('Sender');
  const reading = readSigned(dependencies, sender, request);
  if (reading.kind === 'reports') {
    const reports = reading.reports.map((report) => addressed(sender, report));
    await receiveReports(dependencies, { sender, reports });
  }
  return new TextAnswer(reading.text, reading.contentType);
}

/** Marks messages to another number: a carrier account may have several numbers with the same signing secret. */
function addressed({ phoneNumber }: CallbackSender, report: CarrierReport): CarrierReport {
  const isAddressed = report.kind === 'message' || report.kind === 'change';
  if (!isAddressed || report.to === '' || report.to === phoneNumber) return report;
  return { kind: 'other-sender', phoneNumber: report.to, reports: [report] };
}
