import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { toE164 } from '#contract/phone-numbers.ts';
import type { SendSmsRequest, SmsView, sandboxSmsRequest } from '#contract/sms.ts';
import { type FieldErrors, type Holding, mergeFieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { NamedRequest } from '../../../core/named-request.ts';
import { storableText } from '../../../core/storable.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RawRequest, RequestFacts } from '../../../http/route.ts';
import type { CarrierReading, CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { findOwnersOfNumber, findOwnNumber } from '../../phone-numbers/actions.ts';
import { smsOptWord } from '../customers/opt-out-words.ts';
import { isUnreachable, storeOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { readSigned } from '../inbound/read-signed.ts';
import type { ReportingSender } from '../outgoing/report-store.ts';
import { applyStatus } from '../outgoing/status-reports.ts';
import { keepUnattributed } from '../senders/unattributed-reports.ts';
import { nameErrors, numberError, OPTED_OUT, settleRequest, suppliedFrom, suppliedTo } from './rules.ts';
import { readSms, sendOnce } from './send-sms.ts';
import { type IncomingSms, insertIncoming, SMS_JSON } from './store.ts';

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
          [to.name]: [OPTED_OUT],
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
  if (report.kind === 'unattributed') await keepUnattributed(dependencies, nobody(provider), report);
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

type MessageReport = Extract<CarrierReport, { kind: 'message' }>;

/** Stores an incoming SMS to a number of this provider, for every account with the number. */
async function receiveReported(
  dependencies: MessageDependencies,
  provider: string,
  report: MessageReport,
): Promise<void> {
  const phoneNumber = report.channel === 'sms' ? report.to : '';
  const owners = await findOwnersOfNumber(dependencies.database, { provider, phoneNumber });
  for (const { id: phoneNumberId, user_id: userId } of owners) {
    await receiveSms(dependencies, { ...smsOf(provider, report), userId, phoneNumberId });
  }
  if (owners.length > 0) return;
  const content = JSON.stringify(report);
  await keepUnattributed(dependencies, nobody(provider), {
    what: 'an SMS to a number of no account',
    content,
  });
}

/** The source of a report about a number of no account. */
function nobody(provider: string): { id: null; userId: null; provider: string } {
  return { id: null, userId: null, provider };
}

/**
 * Stores an SMS that a carrier reported to the webhook of a chat sender. A STOP counts even if the number is only a
 * sender of the account.
 */
export async function receiveSmsAtSender(
  dependencies: MessageDependencies,
  sender: ReportingSender,
  report: MessageReport,
): Promise<void> {
  const { database } = dependencies;
  const { userId, provider } = sender;
  const owners = await findOwnersOfNumber(database, { provider, phoneNumber: report.to });
  // The account signs these requests itself, so it reports only about its own numbers.
  const number = owners.find(({ user_id: ownerId }) => ownerId === userId);
  const sms = { ...smsOf(provider, report), userId };
  if (number !== undefined) {
    await receiveSms(dependencies, { ...sms, phoneNumberId: number.id });
    return;
  }
  await database.transaction((transaction) => storeSmsOptOut(dependencies, transaction, sms));
  const content = JSON.stringify(report);
  await keepUnattributed(dependencies, sender, { what: 'an SMS to a number without SMS', content });
}

/** The SMS in a report, without its account and number. */
function smsOf(
  provider: string,
  { from, to, text, providerMessageId, carrierWord }: MessageReport,
): Omit<IncomingSms, 'userId' | 'phoneNumberId'> {
  if (from === null) throw new Error('A reported SMS has no sender.');
  const body = storableText(text);
  return { provider, providerMessageId, carrierWord, from: storableText(from), to, body };
}

/**
 * Stores an SMS. STOP opts the customer out of all messages of the account, START opts them in.
 * @returns null if the SMS was received before
 */
function receiveSms(
  { database, blacklist, clock }: Pick<MessageDependencies, 'database' | 'blacklist' | 'clock'>,
  sms: IncomingSms,
): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const id = await insertIncoming(transaction, sms);
    if (id !== null) await storeSmsOptOut({ blacklist, clock }, transaction, sms);
    return id;
  });
}

async function storeSmsOptOut(
  { blacklist, clock }: Pick<MessageDependencies, 'blacklist' | 'clock'>,
  transaction: Executor,
  { userId, from, body, carrierWord }: Pick<IncomingSms, 'userId' | 'from' | 'body' | 'carrierWord'>,
): Promise<void> {
  const typed = smsOptWord(body);
  const wish = carrierWord ?? typed?.wish ?? null;
  if (wish === null) return;
  const said = { userId, identity: from, wish, source: 'customer' } as const;
  const mayBeAnswer = carrierWord === null && typed?.mayBeAnswer === true;
  await storeOptOut(transaction, blacklist, { ...said, mayBeAnswer, at: clock.now() });
}

interface SmsFilter {
  direction: SmsView['direction'] | null;
  status: SmsView['status'] | null;
  phoneNumberId: number | null;
  /** E.164, or the sender's name as the carrier reports it. */
  customer: string | null;
  /** `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
}

/**
 * One page as JSON text, newest first, and the total count, in one statement.
 * Matches are collected as ids only: all bodies would not fit into memory.
 */
async function readSmsPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: SmsFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select id from sms_messages
       where user_id = $1
         and ($2::text is null or direction = $2)
         and ($3::text is null or state = $3)
         and ($4::bigint is null or phone_number_id = $4)
         and ($5::text is null or case direction when 'inbound' then from_number else to_number end = $5)
         and ${withinDays('created_at', { user: '$1', from: '$6', to: '$7' })}),
     page as (select id from matching order by id desc limit $8 offset $9)
     select coalesce((select string_agg(${SMS_JSON}::text, ',' order by id desc) from sms_messages
         where user_id = $1 and id in (select id from page)), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [
      userId,
      filter.direction,
      filter.status,
      filter.phoneNumberId,
      filter.customer,
      filter.dateFrom,
      filter.dateTo,
      perPage,
      (page - 1) * perPage,
    ],
  );
  return row ?? { items: '', count: 0, total: 0 };
}
