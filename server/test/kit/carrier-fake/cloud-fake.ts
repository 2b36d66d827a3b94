import { createHmac, randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/core/clock.ts';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import type {
  CarrierCall,
  CloudAccount,
  CustomerMessage,
  StatusReport,
  TakenMessage,
} from './carrier-fake.ts';
import { templateRefusal } from './cloud-template-check.ts';
import { type ApiCall, answerJson, type FakeState, take } from './fake-state.ts';

/** Serves the Graph API under `/v24.0`. */
export async function serveCloud(state: FakeState, call: ApiCall): Promise<void> {
  const account = accountOf(state, call);
  if (account === null) return refuse(call, 401, { code: 190, message: 'Invalid OAuth access token.' });
  const path = call.url.pathname.replace('/v24.0', '');
  if (path === `/${account.phoneNumberId}/messages` && call.method === 'POST') {
    return takeMessage(state, call, account);
  }
  if (path === `/${account.phoneNumberId}`) {
    return showNumber(call, account);
  }
  if (path === `/${account.businessAccountId}/message_templates`) return listTemplates(call, account);
  const file = state.media.get(path.slice(1));
  if (file === undefined) return refuse(call, 400, { code: 100, message: 'Unsupported get request.' });
  const body = { url: `${state.origin()}/files${path}`, mime_type: file.contentType, id: path.slice(1) };
  answerJson(call.response, 200, { body });
}

/** The requested fields of a number. Like the real API, it refuses fields that this number does not have. */
function showNumber(call: ApiCall, account: CloudAccount): void {
  const number: Record<string, unknown> = {
    display_phone_number: account.number,
    verified_name: 'Fake',
    quality_rating: 'UNKNOWN',
    status: 'CONNECTED',
    health_status: { can_send_message: 'AVAILABLE', entities: [] },
    whatsapp_business_manager_messaging_limit: 'TIER_250',
    ...account.health,
  };
  const fields = (call.url.searchParams.get('fields') ?? '').split(',');
  const unknown = fields.find((field) => number[field] === undefined);
  const body = Object.fromEntries(fields.map((field) => [field, number[field]]));
  if (unknown === undefined) {
    answerJson(call.response, 200, { body: { ...body, id: account.phoneNumberId } });
  } else {
    refuse(call, 400, { code: 100, message: `(#100) Tried accessing nonexisting field (${unknown})` });
  }
}

export function accountOf(state: FakeState, call: ApiCall): CloudAccount | null {
  const token = /^Bearer (.+)$/.exec(call.headers['authorization'] ?? '')?.[1];
  for (const account of state.accounts.values()) {
    if (account.vendor === 'cloud' && account.accessToken === token) return account;
  }
  return null;
}

function refuse(call: ApiCall, status: number, error: { code: number; message: string }): void {
  answerJson(call.response, status, {
    body: { error: { ...error, type: 'OAuthException', fbtrace_id: 'F' } },
  });
}

/** Two per page, so that clients must paginate. */
function listTemplates(call: ApiCall, account: CloudAccount): void {
  const start = Number(call.url.searchParams.get('after') ?? 0);
  const data = account.templates.slice(start, start + 2);
  const isLast = start + 2 >= account.templates.length;
  const paging = { cursors: { before: String(start), after: String(start + 2) } };
  const body = { data, paging: isLast ? paging : { ...paging, next: 'https://graph.example/next' } };
  answerJson(call.response, 200, { body });
}

/** Only templates of the account are checked. */
function refusalOf(
  { templates }: CloudAccount,
  sent: Record<string, unknown>,
): ReturnType<typeof templateRefusal> {
  const template = templates.find(({ name }) => name === sent['name']);
  return template === undefined ? null : templateRefusal(template, sent);
}

async function takeMessage(state: FakeState, call: ApiCall, account: CloudAccount): Promise<void> {
  const said: unknown = JSON.parse(call.body);
  if (!isJsonObject(said) || said['messaging_product'] !== 'whatsapp') {
    return refuse(call, 400, { code: 100, message: '(#100) The parameter messaging_product is required.' });
  }
  if (said['status'] === 'read') return answerJson(call.response, 200, { body: { success: true } });
  const text = isJsonObject(said['text']) ? String(said['text']['body']) : null;
  const recipient = typeof said['recipient'] === 'string' ? said['recipient'] : null;
  const to = typeof said['to'] === 'string' ? said['to'] : (recipient ?? '');
  if (to !== recipient && !/^\+\d+$/.test(to))
    return refuse(call, 400, { code: 100, message: 'Invalid parameter' });
  const refusal = isJsonObject(said['template']) ? refusalOf(account, said['template']) : null;
  if (refusal !== null) return refuse(call, 400, refusal);
  const number = to.replace('+', '');
  const contact =
    to === recipient ? { input: to, user_id: to } : { input: to, wa_id: account.waIds?.[number] ?? number };
  const message: TakenMessage = {
    account: account.phoneNumberId,
    providerMessageId: `wamid.${randomUUID()}`,
    from: account.number,
    to,
    text,
    template: said['template'] ?? null,
    reference: typeof said['biz_opaque_callback_data'] === 'string' ? said['biz_opaque_callback_data'] : null,
    statusUrl: account.webhookUrl,
  };
  await take(state, call.response, {
    message,
    status: 200,
    answer: {
      messaging_product: 'whatsapp',
      contacts: [contact],
      messages: [{ id: message.providerMessageId }],
    },
    report: (report) => reportCloud(state, report),
  });
}

export function reportCloud(
  state: FakeState,
  report: StatusReport,
): Promise<{ status: number; text: string }> {
  const taken = state.taken.find((message) => message.providerMessageId === report.providerMessageId);
  const account = cloudAccount(state, taken?.account ?? '');
  const recipient = taken?.to.replace('+', '') ?? '';
  const { errorCode, isForged } = report;
  const errors = [
    { code: errorCode, title: 'Failed', message: 'Failed', error_data: { details: 'Why it failed.' } },
  ];
  const status = {
    id: report.providerMessageId,
    status: report.state,
    timestamp: '1700000000',
    recipient_id: account.waIds?.[recipient] ?? recipient,
    biz_opaque_callback_data: taken?.reference ?? undefined,
    ...(errorCode === undefined ? {} : { errors }),
  };
  return call(account, { url: taken?.statusUrl ?? '', value: { statuses: [status] }, isForged });
}

export function writeToCloud(
  state: FakeState,
  message: CustomerMessage,
): Promise<{ status: number; text: string }> {
  const { media } = message;
  const account = cloudAccount(state, message.account);
  const kind = media?.contentType.split('/')[0] ?? 'text';
  const type = ['image', 'audio', 'video', 'text'].includes(kind) ? kind : 'document';
  const content =
    media === undefined
      ? { body: message.text ?? '' }
      : { id: media.id, mime_type: media.contentType, caption: media.caption };
  const from = message.from.replace('+', '');
  const timestamp = String(message.sentAtSeconds ?? Math.floor(systemClock.now().getTime() / 1000));
  const value = {
    contacts: [{ profile: { name: message.name ?? '' }, wa_id: from }],
    messages: [{ from, id: message.id ?? `wamid.${randomUUID()}`, timestamp, type, [type]: content }],
  };
  return call(account, { url: message.url, value, isForged: message.isForged });
}

export function sayAsCloud(
  state: FakeState,
  { account, url, field, said }: CarrierCall,
): Promise<{ status: number; text: string }> {
  return call(cloudAccount(state, account), { url, value: said, isForged: false, field });
}

function cloudAccount(state: FakeState, phoneNumberId: string): CloudAccount {
  const account = state.accounts.get(phoneNumberId);
  if (account?.vendor !== 'cloud') throw new Error(`The fake knows no account ${phoneNumberId}.`);
  return account;
}

async function call(
  account: CloudAccount,
  about: { url: string; value: object; isForged: boolean | undefined; field?: string | undefined },
): Promise<{ status: number; text: string }> {
  const metadata = {
    display_phone_number: account.number.replace('+', ''),
    phone_number_id: account.phoneNumberId,
  };
  const value = { messaging_product: 'whatsapp', metadata, ...about.value };
  const entry = [{ id: account.businessAccountId, changes: [{ field: about.field ?? 'messages', value }] }];
  // Slashes are escaped as in Meta's webhooks, because the signature covers these bytes.
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry }).replaceAll('/', '\\/');
  const secret = about.isForged === true ? 'guessed' : account.appSecret;
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const response = await fetch(about.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  return { status: response.status, text: await response.text() };
}
