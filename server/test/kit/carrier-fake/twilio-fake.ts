import { randomUUID } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import type {
  CarrierCall,
  CustomerMessage,
  StatusReport,
  TakenMessage,
  TwilioAccount,
} from './carrier-fake.ts';
import { type ApiCall, answerJson, type FakeState, take } from './fake-state.ts';

/** Serves Twilio's REST API. */
export async function serveTwilio(state: FakeState, call: ApiCall): Promise<void> {
  const account = accountOf(state, call);
  if (account === null) return refuse(call, 401, { code: 20003, message: 'Authenticate' });
  const path = call.url.pathname.replace(`/2010-04-01/Accounts/${account.accountSid}`, '');
  if (path === '.json') return answerJson(call.response, 200, { body: accountJson(account) });
  if (path === '/Messages.json' && call.method === 'POST') return takeMessage(state, call, account);
  if (path === '/IncomingPhoneNumbers.json') {
    const numbers = account.numbers.filter((number) => number === call.url.searchParams.get('PhoneNumber'));
    const body = { incoming_phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    return answerJson(call.response, 200, { body });
  }
  if (path === '/v2/Channels/Senders') {
    const senders = account.numbers.map((number) => ({
      sender_id: `whatsapp:${number}`,
      status: 'ONLINE',
      ...account.sender,
    }));
    return answerJson(call.response, 200, { body: { senders, meta: {} } });
  }
  if (path === '/v2/Indicators/Typing.json')
    return answerJson(call.response, 200, { body: { success: true } });
  if (path === '/v1/ContentAndApprovals') return listContents(state, call, account);
  const media = /^\/Messages\/[^/]+\/Media\/([^/]+)$/.exec(path)?.[1];
  const file = state.media.get(media ?? '');
  if (file === undefined) return refuse(call, 404, { code: 20404, message: 'Not found' });
  // Twilio keeps files on another host and redirects to it.
  call.response.writeHead(307, { location: `${state.filesOrigin()}/files/${media}` }).end();
}

function accountOf(state: FakeState, call: ApiCall): TwilioAccount | null {
  const key = Buffer.from(/^Basic (.+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? '', 'base64');
  const [sid = '', token] = key.toString().split(':');
  const account = state.accounts.get(sid);
  return account?.vendor === 'twilio' && account.authToken === token ? account : null;
}

function accountJson(account: TwilioAccount): object {
  return { sid: account.accountSid, status: 'active', friendly_name: 'Fake' };
}

function refuse(call: ApiCall, status: number, error: { code: number; message: string }): void {
  answerJson(call.response, status, { body: { ...error, status, more_info: 'https://www.twilio.com/docs' } });
}

/** Two per page, so that clients must paginate. */
function listContents(state: FakeState, call: ApiCall, account: TwilioAccount): void {
  const page = Number(call.url.searchParams.get('Page') ?? 0);
  const contents = account.templates.slice(page * 2, page * 2 + 2);
  const isLast = account.templates.length <= (page + 1) * 2;
  const next = `${state.origin()}/v1/ContentAndApprovals?PageSize=2&Page=${page + 1}&PageToken=PT${page}`;
  const meta = { page, page_size: 2, key: 'contents', next_page_url: isLast ? null : next };
  answerJson(call.response, 200, { body: { contents, meta } });
}

async function takeMessage(state: FakeState, call: ApiCall, account: TwilioAccount): Promise<void> {
  const form = new URLSearchParams(call.body);
  const template = form.get('ContentSid');
  const message: TakenMessage = {
    account: account.accountSid,
    providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
    from: form.get('From') ?? '',
    to: form.get('To') ?? '',
    text: form.get('Body'),
    template:
      template === null ? null : { ContentSid: template, ContentVariables: form.get('ContentVariables') },
    reference: new URL(form.get('StatusCallback') ?? 'http://none').searchParams.get('reference'),
    statusUrl: form.get('StatusCallback'),
  };
  if (message.text === null && template === null) {
    return refuse(call, 400, {
      code: 21619,
      message: 'A text message body or media urls must be specified.',
    });
  }
  if ((message.text ?? '').length > 1_600) return refuse(call, 400, { code: 21617, message: 'Too long.' });
  await take(state, call.response, {
    message,
    status: 201,
    answer: { sid: message.providerMessageId, status: 'queued', error_code: null },
    report: (report) => reportTwilio(state, report),
  });
}

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
export function reportTwilio(
  state: FakeState,
  report: StatusReport,
): Promise<{ status: number; text: string }> {
  const taken = state.taken.find((message) => message.providerMessageId === report.providerMessageId);
  const form = {
    MessageSid: report.providerMessageId,
    SmsSid: report.providerMessageId,
    MessageStatus: report.state,
    SmsStatus: report.state,
    AccountSid: taken?.account ?? '',
    From: taken?.from ?? '',
    To: taken?.to ?? '',
    ApiVersion: '2010-04-01',
    ...(report.errorCode === undefined ? {} : { ErrorCode: String(report.errorCode) }),
  };
  const account = taken?.account ?? '';
  return call(state, { url: taken?.statusUrl ?? '', form, account, isForged: report.isForged });
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
export function writeToTwilio(
  state: FakeState,
  message: CustomerMessage,
): Promise<{ status: number; text: string }> {
  const { account, media, isForged } = message;
  const sid = message.id ?? `SM${randomUUID().replaceAll('-', '')}`;
  const file = `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages/${sid}/Media/${media?.id}`;
  const form = {
    MessageSid: sid,
    SmsMessageSid: sid,
    SmsStatus: 'received',
    AccountSid: account,
    From: message.from,
    To: message.to,
    Body: message.text ?? media?.caption ?? '',
    ProfileName: message.name ?? '',
    NumMedia: media === undefined ? '0' : '1',
    ...(media === undefined ? {} : { MediaUrl0: file, MediaContentType0: media.contentType }),
  };
  return call(state, { url: message.url, form, account, isForged });
}

export function sayAsTwilio(
  state: FakeState,
  { account, url, said }: CarrierCall,
): Promise<{ status: number; text: string }> {
  const form = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)]));
  return call(state, { url, form: { AccountSid: account, ...form }, account, isForged: false });
}

async function call(
  state: FakeState,
  about: { url: string; form: Record<string, string>; account: string; isForged: boolean | undefined },
): Promise<{ status: number; text: string }> {
  const account = state.accounts.get(about.account);
  const secret = account?.vendor === 'twilio' && about.isForged !== true ? account.authToken : 'guessed';
  const response = await fetch(about.url, {
    method: 'POST',
    headers: { 'x-twilio-signature': getExpectedTwilioSignature(secret, about.url, about.form) },
    body: new URLSearchParams(about.form),
  });
  return { status: response.status, text: await response.text() };
}
