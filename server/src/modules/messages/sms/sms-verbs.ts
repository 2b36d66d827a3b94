import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { toE164 } from '#contract/phone-numbers.ts';
import type { SendSmsRequest, SmsView, sandboxSmsRequest } from '#contract/sms.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { mergeFieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RawRequest, RequestFacts } from '../../../http/route.ts';
import type { CarrierReading, CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { findOwnNumber } from '../../phone-numbers/actions.ts';
import { isUnreachable } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { readSigned } from '../inbound/read-signed.ts';
import { applyStatus } from '../outgoing/status-reports.ts';
import { receiveReported, receiveSms } from './receive-sms.ts';
import { nameErrors, numberError, settleRequest, suppliedFrom, suppliedTo } from './rules.ts';
import { readSms, sendOnce } from './send-sms.ts';
import { readSmsPage, type SmsFilter } from './sms-page.ts';

/** Errors of a request: missing or conflicting fields, the sender number, a recipient who has opted out. */
export async function checkSms(
  { database }: MessageDependencies,
  { userId }: Context,
  request: Holding<SendSmsRequest>,
): Promise<FieldErrors> {
  const [from, to] = [suppliedFrom(request), suppliedTo(request)];
  const number = from === null ? null : await findOwnNumber(database, userId, from.id);
  const complaint = from === null ? null : numberError(from.name, number);
  const customerPhone = to === null ? null : toE164(to.phoneNumber);
  const isOut =
    customerPhone !== null && (await isUnreachable(database, { userId, identity: customerPhone }));
  return mergeFieldErrors(
    nameErrors(request),
    from === null || complaint === null ? {} : { [from.name]: [complaint] },
    to !== null && isOut
      ? {
          [to.name]: [
            'This number has opted out. Wait until it sends START, or remove it from the blacklist.',
          ],
        }
      : {},
  );
}

/** Sends an SMS that passed `checkSms`, once per request. */
export async function sendSms(
  dependencies: MessageDependencies,
  { userId }: Context,
  { named, ...request }: SendSmsRequest & { named: NamedRequest | null },
): Promise<SmsView> {
  const { from, to, body } = settleRequest(request);
  const number = await findOwnNumber(dependencies.database, userId, from);
  if (number === null) throw notFound('Phone number');
  return sendOnce(dependencies, {
    userId,
    phoneNumberId: from,
    provider: number.provider,
    from: number.phone_number,
    to: toE164(to) ?? to,
    body,
    named,
  });
}

/** Throws the same error for another account's number as for an unknown one. */
export async function checkSmsFilter(
  { database }: MessageDependencies,
  { userId }: Context,
  phoneNumberId: number | null,
): Promise<FieldErrors> {
  if (phoneNumberId === null || (await findOwnNumber(database, userId, phoneNumberId)) !== null) return {};
  return { phone_number_id: ['The selected phone number id is invalid.'] };
}

/** A page of SMS as JSON text. */
export async function listSms(
  { database }: MessageDependencies,
  { userId }: Context,
  about: { filter: SmsFilter; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const { filter, page, facts } = about;
  return pageEnvelope(facts, page, await readSmsPage(database, { userId, filter }, page));
}

/** Handles a carrier's signed webhook; resolves when everything is stored. Throws `not-found` and `forbidden`. */
export async function takeCarrierCall(
  dependencies: MessageDependencies,
  provider: string,
  request: RawRequest,
): Promise<Extract<CarrierReading, { text: string }>> {
  const carrier = dependencies.smsCarriers.get(provider);
  if (carrier === undefined) throw notFound('Carrier');
  const url = dependencies.smsCallbackUrl(provider);
  const reading = readSigned(dependencies, { provider, carrier, url }, request);
  if (reading.kind === 'reports') {
    for (const report of reading.reports) await takeReport(dependencies, provider, report);
  }
  return reading;
}

/** Handles a verified report of a carrier. */
export async function takeReport(
  dependencies: MessageDependencies,
  provider: string,
  report: CarrierReport,
): Promise<void> {
  if (report.kind === 'status') await applyStatus(dependencies, { kind: 'sms', provider }, report);
  if (report.kind === 'message') await receiveReported(dependencies, provider, report);
  if (report.kind === 'unattributed') {
    dependencies.log.warn({ provider, what: report.what }, 'An SMS carrier sent an unknown report.');
  }
}

const SANDBOX = 'sandbox';

/** Sends an SMS to a sandbox number as a customer. Throws `not-found`. */
export async function writeSmsAsCustomer(
  dependencies: MessageDependencies,
  { userId }: Context,
  input: z.output<typeof sandboxSmsRequest>,
): Promise<SmsView> {
  const number = await findOwnNumber(dependencies.database, userId, input.to);
  if (number === null || number.provider !== SANDBOX) throw notFound('Phone number');
  const id = await receiveSms(dependencies, {
    userId,
    phoneNumberId: input.to,
    provider: SANDBOX,
    providerMessageId: `sandbox-${randomUUID()}`,
    from: toE164(input.from) ?? input.from,
    to: number.phone_number,
    body: input.body,
    carrierWord: null,
  });
  if (id === null) throw new Error('A new SMS was mistaken for an existing one.');
  return readSms(dependencies, userId, id);
}
