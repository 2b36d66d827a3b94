import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outboundAssistant } from '../../kit/calls.ts';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import {
  type CarrierCustomer,
  CLOUD_TEMPLATE,
  channelUserId,
  cloudCustomerWrites,
  twilioCustomerWrites,
} from '../../kit/carrier-customers.ts';
import type { CarrierFake } from '../../kit/carrier-fake/carrier-fake.ts';
import { CLOUD_ACCOUNT } from '../../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../../kit/carrier-fake/start-carrier-fake.ts';
import {
  CARRIER_CASES,
  type CarrierCase,
  carrierEnvironment,
  carrierSender,
} from '../../kit/carrier-senders.ts';
import { eventually } from '../../kit/eventually.ts';
import { customerPhone, sendFreeform } from '../../kit/messaging.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';

let fake: CarrierFake;
let server: TestServer;
let account: Client;
let sender: { id: number; url: string };

const CLOUD = CARRIER_CASES.find(({ provider }) => provider === 'cloud');

beforeAll(async () => {
  fake = await startCarrierFake();
  server = await startTestServer({ environment: carrierEnvironment(fake) });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

async function connect(carrier: CarrierCase, waIds: Record<string, string> = {}): Promise<void> {
  account = await server.account();
  const templates = carrier.provider === 'cloud' ? [CLOUD_TEMPLATE] : [];
  sender = await carrierSender(fake, account, { carrier, templates });
  if (carrier.provider !== 'cloud') return;
  await fake.addAccount({ ...CLOUD_ACCOUNT, templates, webhookUrl: sender.url, waIds });
}

const sessionOf = async (recipient_phone: string) => {
  const query = new URLSearchParams({ sender_id: String(sender.id), recipient_phone });
  return (await account.get(`/user/msgapp/session-status?${query}`)).body;
};
const send = (recipient_phone: string) => sendFreeform(account, { sender_id: sender.id, recipient_phone });
const inbox = async () => (await account.get('/user/inbox?type=msgapp')).body.data;
const takenBy = async (to: string) => (await fake.messages()).filter((message) => message.to === to);

async function templateId(): Promise<number> {
  const read = () => account.get(`/user/msgapp/senders/${sender.id}/templates`);
  const { body } = await eventually(read, ({ body: { data } }) => data.length > 0);
  return body.data[0].id;
}

async function sendTemplate(recipient_phone: string) {
  const template_id = await templateId();
  return account.post('/user/msgapp/send', { sender_id: sender.id, template_id, recipient_phone });
}

const writeToCloud = (customer: CarrierCustomer, fields?: object) =>
  cloudCustomerWrites(fake, sender.url, { customer, fields });
const writeToTwilio = (customer: CarrierCustomer, carrier: CarrierCase) =>
  twilioCustomerWrites(fake, sender.url, { customer, carrier });

describe.each(CARRIER_CASES)('over $provider', (carrier) => {
  beforeEach(() => connect(carrier));
  const write = async (customer: CarrierCustomer) => {
    const { status } = await (carrier.provider === 'cloud'
      ? writeToCloud(customer)
      : writeToTwilio(customer, carrier));
    expect(status).toBe(200);
  };

  test('a customer without a number is stored and addressed by id', async () => {
    const id = channelUserId();
    await write({ id });
    const [talk] = await inbox();
    expect(talk).toMatchObject({ customer_phone: null, customer_identifier: id });
    expect(await sessionOf(id)).toMatchObject({ has_conversation: true, session_status: { is_open: true } });
    expect((await send(id)).status).toBe(200);
    const answer = await account.post(`/user/conversations/${talk.id}/messages`, { message: 'Good day.' });
    expect(answer.status).toBe(200);
    expect(await takenBy(carrier.provider === 'cloud' ? id : `whatsapp:${id}`)).toHaveLength(2);
    expect(await inbox()).toHaveLength(1);
  });

  test('a customer known by number who adopts a username stays the same customer', async () => {
    const [phone, id] = [customerPhone(), channelUserId()];
    await write({ phone, id });
    await write({ id, text: 'It is still me.' });
    const talks = await inbox();
    expect(talks).toMatchObject([{ customer_phone: phone, customer_identifier: id, message_count: 2 }]);
    await write({ id, text: 'STOP' });
    expect((await send(phone)).body.error_code).toBe('OPTED_OUT');
    expect(await inbox()).toHaveLength(1);
  });

  test('an id that is later linked to a number joins its thread, window and STOP', async () => {
    const [phone, id] = [customerPhone(), channelUserId()];
    await write({ phone });
    await write({ id, text: 'STOP' });
    expect((await send(phone)).status).toBe(200);
    await write({ phone, id, text: 'Here is my number.' });
    expect((await send(phone)).body.error_code).toBe('OPTED_OUT');
    expect(await sessionOf(id)).toMatchObject({ conversation_id: (await sessionOf(phone)).conversation_id });
    await write({ phone, text: 'START' });
    expect((await send(id)).status).toBe(200);
  });
});

describe('a number that the carrier writes differently', () => {
  const PAIRS = [
    ['+525587654321', '+5215587654321'],
    ['+541187654321', '+5491187654321'],
    ['+5531987654321', '+553187654321'],
    ['+2250712345678', '+22512345678'],
  ] as const;
  const waIds = Object.fromEntries(PAIRS.map((pair) => pair.map((phone) => phone.replace('+', ''))));
  beforeEach(async () => {
    if (CLOUD !== undefined) await connect(CLOUD, waIds);
  });

  test.each(PAIRS)('belongs to one customer when %s answers as %s', async (dialed, answering) => {
    expect((await sendTemplate(dialed)).status).toBe(200);
    expect(await sessionOf(dialed)).toMatchObject({ session_status: { is_open: false } });
    await writeToCloud({ phone: answering });
    expect(await sessionOf(dialed)).toMatchObject({
      has_conversation: true,
      session_status: { is_open: true },
    });
    expect((await send(dialed)).status).toBe(200);
    expect((await takenBy(answering)).length).toBeGreaterThan(0);
    expect(await inbox()).toMatchObject([{ customer_phone: dialed }]);
    await writeToCloud({ phone: answering, text: 'STOP' });
    expect((await sendTemplate(dialed)).body.error_code).toBe('OPTED_OUT');
    const { id: assistant_id } = await outboundAssistant(account);
    const calling = (phone_number: string) => account.post('/user/make_call', { phone_number, assistant_id });
    expect((await calling(dialed)).body.message).toContain('do-not-call list');
    // The old numbers of Ivory Coast cannot be called at all.
    expect((await calling(answering)).body.message).toMatch(/do-not-call list|must be a valid phone number/);
    const listed = (await account.get('/user/blacklist')).body.data;
    expect(listed).toContainEqual(expect.objectContaining({ phone_number: dialed, source: 'message' }));
    await writeToCloud({ phone: answering, text: 'START' });
    expect((await sendTemplate(dialed)).status).toBe(200);
    expect((await account.get('/user/blacklist')).body.data).toEqual([]);
  });

  test('is learned from the delivery report if the carrier’s answer was lost', async () => {
    const [dialed, answering] = ['+2250712345678', '+22512345678'];
    await fake.behave({ kind: 'take-and-garble' });
    try {
      expect((await sendTemplate(dialed)).body.error_code).toBe('DELIVERY_UNKNOWN');
    } finally {
      await fake.behave({ kind: 'accept' });
    }
    const providerMessageId = (await takenBy(dialed)).at(-1)?.providerMessageId ?? '';
    await fake.report({ providerMessageId, state: 'delivered' });
    await writeToCloud({ phone: answering });
    expect(await sessionOf(dialed)).toMatchObject({ session_status: { is_open: true } });
    expect(await inbox()).toMatchObject([{ customer_phone: dialed, message_count: 2 }]);
  });

  test('is recognized before the first message to it, in the carrier’s format too', async () => {
    await writeToCloud({ phone: '+5215512345678' });
    expect(await inbox()).toMatchObject([{ customer_phone: '+525512345678' }]);
    for (const phone of ['+525512345678', '+5215512345678', '5215512345678']) {
      expect((await send(phone)).status).toBe(200);
    }
    expect(await takenBy('+5215512345678')).toHaveLength(3);
    await writeToCloud({ phone: '+553182345678' });
    expect((await inbox()).map((talk: { customer_phone: string }) => talk.customer_phone)).toContain(
      '+5531982345678',
    );
  });
});

describe('carrier reports other than messages', () => {
  beforeEach(async () => {
    if (CLOUD !== undefined) await connect(CLOUD);
  });
  const says = (said: Record<string, unknown>, field = 'messages') =>
    fake.says({ account: CLOUD_ACCOUNT.phoneNumberId, url: sender.url, field, said });
  const prefers = (phone: string, value: 'stop' | 'resume') =>
    says(
      { user_preferences: [{ wa_id: phone.replace('+', ''), category: 'marketing_messages', value }] },
      'user_preferences',
    );

  test('a status with number and id links them', async () => {
    const [phone, id] = [customerPhone(), channelUserId()];
    const sent = (await sendTemplate(phone)).body;
    const status = { id: sent.message_sid, status: 'delivered', recipient_id: phone.slice(1) };
    await says({ statuses: [{ ...status, recipient_user_id: id }] });
    await writeToCloud({ id });
    expect(await inbox()).toMatchObject([{ customer_phone: phone, customer_identifier: id }]);
    expect((await send(phone)).status).toBe(200);
  });

  const changesNumber = (before: string, after: string, timestamp: number) =>
    writeToCloud(
      { phone: before },
      {
        type: 'system',
        timestamp: String(timestamp),
        system: { type: 'user_changed_number', wa_id: after.slice(1) },
      },
    );

  test('thread, window and answers follow a customer’s new number, and a stranger with the old one is new', async () => {
    const [before, after] = [customerPhone(), customerPhone()];
    const seconds = Math.floor(server.dependencies.messages.clock.now().getTime() / 1000);
    await writeToCloud({ phone: before });
    const { conversation_id } = await sessionOf(before);
    await changesNumber(before, after, seconds + 60);
    expect(await sessionOf(after)).toMatchObject({ conversation_id, session_status: { is_open: true } });
    expect(await sessionOf(before)).toMatchObject({
      has_conversation: false,
      session_status: { is_open: false },
    });
    expect((await send(after)).status).toBe(200);
    expect(await takenBy(after)).toHaveLength(1);
    expect(await inbox()).toMatchObject([{ customer_phone: after }]);
    await server.database.query(
      `update channel_customers set last_message_at = last_message_at - interval '1 hour' where user_id = $1`,
      [account.userId],
    );
    await writeToCloud({ phone: before, text: 'This is another person.' });
    // The carrier repeats its report.
    await changesNumber(before, after, seconds - 60);
    expect((await sessionOf(before)).conversation_id).not.toBe(conversation_id);
    expect(await inbox()).toHaveLength(2);
  });

  test('a STOP and a do-not-call entry follow a customer’s new number and id', async () => {
    const [first, second, third] = [customerPhone(), customerPhone(), customerPhone()];
    const [oldId, newId] = [channelUserId(), channelUserId()];
    await writeToCloud({ phone: first, id: oldId, text: 'STOP' });
    await account.post('/user/blacklist', { phone_number: second, reason: 'Asked by e-mail' });
    const later = Math.floor(server.dependencies.messages.clock.now().getTime() / 1000) + 60;
    const system = {
      type: 'user_changed_number',
      wa_id: third.slice(1),
      user_id: newId,
      previous_user_id: oldId,
    };
    await writeToCloud({ phone: first }, { type: 'system', timestamp: String(later), system });
    for (const identity of [third, newId]) {
      expect((await send(identity)).body.error_code).toBe('OPTED_OUT');
    }
    const fourth = customerPhone();
    await changesNumber(second, fourth, later);
    const listed = (await account.get('/user/blacklist')).body.data;
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ phone_number: first, source: 'message' }),
        expect.objectContaining({ phone_number: third, source: 'message' }),
        expect.objectContaining({ phone_number: fourth, source: 'request', reason: 'Asked by e-mail' }),
      ]),
    );
    await writeToCloud({ id: newId, text: 'START' });
    expect((await send(third)).status).toBe(200);
    expect(await inbox()).toMatchObject([{ customer_phone: third, customer_identifier: newId }]);
  });

  test('a marketing opt-out lasts until it is resumed, and the customer still gets answers', async () => {
    const phone = customerPhone();
    await writeToCloud({ phone });
    expect((await prefers(phone, 'stop')).status).toBe(200);
    expect((await sendTemplate(phone)).body.error_code).toBe('OPTED_OUT');
    await writeToCloud({ phone, text: 'When do you open?' });
    const { conversation_id } = await sessionOf(phone);
    const { data } = (await account.get(`/user/msgapp/conversations/${conversation_id}/messages`)).body;
    expect(data.at(-1)).toMatchObject({ unanswered_reason: 'NO_ASSISTANT' });
    await prefers(phone, 'resume');
    expect((await sendTemplate(phone)).status).toBe(200);
  });

  test('a "Yes" after an opt-out at the carrier is answered but does not revoke it; START does', async () => {
    const phone = customerPhone();
    await prefers(phone, 'stop');
    const listed = async () => (await account.get('/user/blacklist')).body.data;
    const reasonOf = async () => {
      const { conversation_id } = await sessionOf(phone);
      const { data } = (await account.get(`/user/msgapp/conversations/${conversation_id}/messages`)).body;
      return data.findLast(({ role }: { role: string }) => role === 'user').unanswered_reason;
    };
    for (const text of ['Yes', 'Resume']) {
      await writeToCloud({ phone, text });
      expect(await reasonOf()).toBe('NO_ASSISTANT');
      expect((await sendTemplate(phone)).body.error_code).toBe('OPTED_OUT');
      expect(await listed()).toMatchObject([{ phone_number: phone }]);
    }
    await writeToCloud({ phone, text: 'START' });
    expect((await sendTemplate(phone)).status).toBe(200);
    expect(await listed()).toEqual([]);
    await writeToCloud({ phone, text: 'STOP' });
    await writeToCloud({ phone, text: 'Yes' });
    expect(await reasonOf()).toBe('OPTED_IN');
    expect((await sendTemplate(phone)).status).toBe(200);
  });

  test('a teammate may reply in the open window after an opt-out at the carrier, but not after a STOP', async () => {
    const phone = customerPhone();
    await prefers(phone, 'stop');
    expect((await send(phone)).body.error_code).toBe('OPTED_OUT');
    await writeToCloud({ phone });
    const [talk] = await inbox();
    const reply = () => account.post(`/user/conversations/${talk.id}/messages`, { message: 'Good day.' });
    expect((await sessionOf(phone)).session_status).toMatchObject({ can_send_freeform: true });
    expect((await reply()).status).toBe(200);
    expect((await send(phone)).body.session_status).toMatchObject({ can_send_freeform: true });
    expect((await sendTemplate(phone)).body).toMatchObject({
      error_code: 'OPTED_OUT',
      session_status: { can_send_freeform: true, requires_template: false },
    });
    await writeToCloud({ phone, text: 'STOP' });
    expect((await sessionOf(phone)).session_status).toMatchObject({ can_send_freeform: false });
    expect([(await reply()).status, (await send(phone)).status]).toEqual([403, 403]);
  });

  test.each([
    ['sent', null],
    // A process was killed between the failure and the opt-out.
    ['failed', '131050'],
  ])('a delivery failure with 131050 is an opt-out (message state: %s)', async (state, code) => {
    const phone = customerPhone();
    const { message_sid } = (await sendTemplate(phone)).body;
    const failure = { providerMessageId: message_sid, state: 'failed', errorCode: 131_050 } as const;
    await server.database.query(
      'update channel_messages set state = $2, error_code = $3 where provider_message_id = $1',
      [message_sid, state, code],
    );
    await fake.report(failure);
    expect((await sendTemplate(phone)).body.error_code).toBe('OPTED_OUT');
    await writeToCloud({ phone, text: 'START' });
    // Carriers repeat their reports.
    await fake.report(failure);
    expect((await sendTemplate(phone)).status).toBe(200);
  });

  test('messages to another sender of the account reach it, and messages without a sender are kept', async () => {
    const phone = customerPhone();
    const other = await server.database.query<{ id: number }>(
      `insert into senders (user_id, provider, phone_number, sealed_credentials)
       select user_id, provider, '+40312345680', sealed_credentials from senders where id = $1 returning id`,
      [sender.id],
    );
    const messages = [{ id: 'w', from: phone.slice(1), type: 'text', text: { body: 'Hi' } }];
    const metadata = { display_phone_number: '40312345680', phone_number_id: '2' };
    await says({ metadata, messages: [{ ...messages[0], id: `o-${phone}` }] });
    const [talk] = await inbox();
    expect(talk.customer_phone).toBe(phone);
    const query = `sender_id=${other[0]?.id}&recipient_phone=${encodeURIComponent(phone)}`;
    const session = (await account.get(`/user/msgapp/session-status?${query}`)).body;
    expect(session.session_status.is_open).toBe(true);
    await says({ metadata: { ...metadata, display_phone_number: '40312345681' }, messages });
    await says({ messages: [{ ...messages[0], group_id: 'g' }] });
    await says({ contacts: [] }, 'smb_app_state_sync');
    await says({ errors: [{ code: 131031, title: 'Business Account locked' }] });
    const path = `/user/msgapp/senders/${sender.id}`;
    const kept = (await account.get(`${path}/unattributed-reports?per_page=3`)).body;
    expect(kept.data.map(({ what }: { what: string }) => what)).toEqual([
      'an error of the sender',
      'a change of the field smb_app_state_sync',
      'a message in a group',
    ]);
    expect(kept.data[0].content).toContain('Business Account locked');
    expect((await account.get(`${path}/unattributed-reports?page=2&per_page=3`)).body.data).toMatchObject([
      { what: 'reports for a number that is not a sender' },
    ]);
    const { unattributed_reports } = (await account.get(path)).body.data;
    expect(unattributed_reports).toEqual({ count: 4, last_at: kept.data[0].created_at });
    expect(await inbox()).toHaveLength(1);
  });
});

test('at most a thousand reports that match nothing are kept for each sender', async () => {
  if (CLOUD === undefined) throw new Error('There is no carrier cloud.');
  await connect(CLOUD);
  await server.database.query(
    `insert into unattributed_reports (user_id, sender_id, what, content)
     select user_id, id, 'an earlier report', '{}' from senders, generate_series(1, 998) where id = $1`,
    [sender.id],
  );
  const reports = async () => {
    const { data } = (await account.get(`/user/msgapp/senders/${sender.id}`)).body;
    return data.unattributed_reports.count;
  };
  const counts: number[] = [];
  for (const title of ['a', 'b', 'c', 'd']) {
    const said = { metadata: {}, errors: [{ code: 131031, title }] };
    const call = { account: CLOUD_ACCOUNT.phoneNumberId, url: sender.url, said };
    expect((await fake.says(call)).status).toBe(200);
    counts.push(await reports());
  }
  expect(counts).toEqual([999, 1000, 1000, 1000]);
});

describe('customers whom the account may not write to', () => {
  beforeEach(async () => {
    if (CLOUD !== undefined) await connect(CLOUD);
  });

  test('a STOP is confirmed in one sentence, in the language of the word, and costs nothing', async () => {
    const phone = customerPhone();
    const before = (await account.get('/user/me')).body.total_balance;
    await writeToCloud({ phone, text: 'Dezabonare' });
    const toCustomer = () => takenBy(phone);
    const [stopped] = await eventually(toCustomer, (messages) => messages.length === 1);
    expect(stopped?.text).toMatch(/^Nu veți mai primi mesaje/);
    await writeToCloud({ phone, text: 'dezabonare' });
    await writeToCloud({ phone, text: 'START' });
    const all = await eventually(toCustomer, (messages) => messages.length === 2);
    expect(all.at(-1)?.text).toContain('STOP');
    expect((await account.get('/user/me')).body.total_balance).toBe(before);
  });

  test('a confirmation that the carrier could not accept is sent again', async () => {
    const phone = customerPhone();
    const attempts = async () =>
      (await fake.requests()).filter(({ body }) => body.includes(phone.slice(1)) && body.includes('START'));
    await fake.behave({ kind: 'answer', status: 503, body: {} });
    try {
      await writeToCloud({ phone, text: 'STOP' });
      await eventually(attempts, (made) => made.length === 1);
    } finally {
      await fake.behave({ kind: 'accept' });
    }
    const [confirmed, ...more] = await eventually(
      () => takenBy(phone),
      (messages) => messages.length > 0,
    );
    expect([confirmed?.text, more]).toEqual([expect.stringContaining('START'), []]);
  });

  test('a tapped Cancel is a message, and so is STOP under a picture', async () => {
    const phone = customerPhone();
    await writeToCloud({ phone }, { type: 'button', button: { text: 'Stop', payload: 'STOP' } });
    await writeToCloud(
      { phone },
      { type: 'image', image: { id: '9', mime_type: 'image/png', caption: 'Stop' } },
    );
    expect((await send(phone)).status).toBe(200);
  });

  test('a STOP by SMS applies to the channel, and a STOP on the channel to SMS', async () => {
    const [first, second] = [customerPhone(), customerPhone()];
    const to = await insertNumber(account);
    const sms = (phone: string) => account.post('/user/sms', { from: to, to: phone, body: 'News' });
    await account.post('/sandbox/sms', { to, from: first, body: 'QUIT' });
    expect((await sendTemplate(first)).body.error_code).toBe('OPTED_OUT');
    await writeToCloud({ phone: second, text: 'STOP' });
    expect((await sms(second)).status).toBe(422);
    await writeToCloud({ phone: first, text: 'START' });
    expect((await sms(first)).status).toBe(201);
  });

  test('a listed customer gets no campaign call to another of their numbers', async () => {
    const [first, second, third] = [customerPhone(), customerPhone(), customerPhone()];
    const id = channelUserId();
    for (const phone of [first, second]) await writeToCloud({ phone, id });
    const campaign = await createCampaign(account);
    const add = (phone_number: string, secondary: string[] = []) => {
      const secondary_contacts = secondary.map((contact) => ({ phone_number: contact }));
      return createLead(account, { campaign_id: campaign.id, phone_number, secondary_contacts });
    };
    const statusOf = async (lead: { id: number }) => {
      const { data } = (await account.get(`/user/leads/${lead.id}`)).body;
      return [data.status, ...data.secondary_contacts.map(({ status }: { status: string }) => status)];
    };
    const waiting = [await add(first), await add(customerPhone(), [first]), await add(third)];
    const statuses = () => Promise.all(waiting.map(statusOf));
    await account.post('/user/blacklist', { phone_number: second });
    expect(await statuses()).toEqual([['blacklisted'], ['created', 'blacklisted'], ['created']]);
    expect(await statusOf(await add(customerPhone(), [first]))).toEqual(['created', 'blacklisted']);
    await writeToCloud({ phone: third, id });
    expect((await statuses())[2]).toEqual(['blacklisted']);
    const { id: other } = await createCampaign(account);
    const imported = await account.request('POST', `/user/campaign/${other}/leads/import`, {
      body: `phone\n${first}\n${customerPhone()}`,
      headers: { 'content-type': 'text/csv' },
    });
    expect(imported.body.data).toMatchObject({ created: 2, blacklisted: 1 });
  });

  test('a customer without a number can be listed, and the entry applies to the number they reveal', async () => {
    const [phone, id] = [customerPhone(), channelUserId()];
    const { id: campaign_id } = await createCampaign(account);
    const lead = await createLead(account, { campaign_id, phone_number: phone });
    const listed = await account.post('/user/blacklist', { phone_number: id });
    expect(listed.body.data).toMatchObject({ phone_number: id, source: 'request' });
    expect((await sendTemplate(id)).body.error_code).toBe('OPTED_OUT');
    expect((await sendTemplate(phone)).status).toBe(200);
    await writeToCloud({ phone, id });
    expect((await sendTemplate(phone)).body.error_code).toBe('OPTED_OUT');
    expect((await account.get(`/user/leads/${lead.id}`)).body.data.status).toBe('blacklisted');
    await account.delete(`/user/blacklist/${listed.body.data.id}`);
    expect((await sendTemplate(phone)).status).toBe(200);
    expect((await account.post('/user/blacklist', { phone_number: 'US.' })).status).toBe(422);
  });

  test('a START brings back the leads that the STOP closed, and no others', async () => {
    const [first, second, listed] = [customerPhone(), customerPhone(), customerPhone()];
    const { id: campaign_id } = await createCampaign(account);
    const add = (phone_number: string, secondary: string[] = []) => {
      const secondary_contacts = secondary.map((contact) => ({ phone_number: contact }));
      return createLead(account, { campaign_id, phone_number, secondary_contacts });
    };
    const leads = [await add(first), await add(second, [first]), await add(listed)];
    const statuses = () =>
      Promise.all(
        leads.map(async ({ id }) => {
          const { data } = (await account.get(`/user/leads/${id}`)).body;
          return [data.status, ...data.secondary_contacts.map(({ status }: { status: string }) => status)];
        }),
      );
    await account.post('/user/blacklist', { phone_number: listed });
    for (const phone of [first, listed]) await writeToCloud({ phone, text: 'STOP' });
    expect(await statuses()).toEqual([['blacklisted'], ['created', 'blacklisted'], ['blacklisted']]);
    for (const phone of [first, listed]) await writeToCloud({ phone, text: 'START' });
    expect(await statuses()).toEqual([['created'], ['created', 'created'], ['blacklisted']]);
    const { data } = (await account.get(`/user/leads/${leads[0].id}`)).body;
    expect(data).toMatchObject({ due_at: expect.any(String), waiting: { code: 'campaign-not-started' } });
    // The account confirms a STOP: the entry is its own from then on.
    await writeToCloud({ phone: first, text: 'STOP' });
    const confirmed = (await account.post('/user/blacklist/bulk', { phone_numbers: [first] })).body.data;
    expect(confirmed.results).toMatchObject([{ status: 'listed' }]);
    await writeToCloud({ phone: first, text: 'START' });
    expect(await statuses()).toEqual([['blacklisted'], ['created', 'blacklisted'], ['blacklisted']]);
  });

  test('a START also brings back leads that were added after the STOP, and a reset lead has no mark left', async () => {
    const phone = customerPhone();
    const { id: campaign_id } = await createCampaign(account);
    const { id: other } = await createCampaign(account);
    const { id: third } = await createCampaign(account);
    const first = await createLead(account, { campaign_id, phone_number: phone });
    await writeToCloud({ phone, text: 'STOP' });
    const second = await createLead(account, { campaign_id: other, phone_number: phone });
    const imported = await account.request('POST', `/user/campaign/${third}/leads/import`, {
      body: `phone,phone 2\n${phone},\n${customerPhone()},${phone}`,
      headers: { 'content-type': 'text/csv' },
    });
    expect(imported.body.data).toMatchObject({ created: 2, blacklisted: 1 });
    const statuses = async () => {
      const { data } = (await account.get('/user/leads?per_page=100')).body;
      return data.map((lead: { status: string; secondary_contacts: { status: string }[] }) => [
        lead.status,
        ...lead.secondary_contacts.map(({ status }) => status),
      ]);
    };
    expect(await statuses()).toEqual([
      ['created', 'blacklisted'],
      ['blacklisted'],
      ['blacklisted'],
      ['blacklisted'],
    ]);
    await writeToCloud({ phone, text: 'START' });
    expect(await statuses()).toEqual([['created', 'created'], ['created'], ['created'], ['created']]);
    // The account takes the STOP's entry off the list, resets one lead and moves another, and lists the number itself.
    await writeToCloud({ phone, text: 'STOP' });
    const [entry] = (await account.get('/user/blacklist')).body.data;
    await account.delete(`/user/blacklist/${entry.id}`);
    expect((await account.put(`/user/leads/${first.id}`, { status: 'created' })).status).toBe(200);
    const { id: fourth } = await createCampaign(account);
    expect((await account.put(`/user/leads/${second.id}`, { campaign_id: fourth })).status).toBe(200);
    const listed = (await account.post('/user/blacklist', { phone_number: phone })).body.data;
    await writeToCloud({ phone, text: 'START' });
    await account.delete(`/user/blacklist/${listed.id}`);
    await writeToCloud({ phone, text: 'STOP' });
    await writeToCloud({ phone, text: 'START' });
    for (const { id } of [first, second]) {
      expect((await account.get(`/user/leads/${id}`)).body.data.status).toBe('blacklisted');
    }
  });

  test('an opt-out is reported once, however many of the customer’s identities become one', async () => {
    const subscription = { url: 'https://example.com/opt-outs', events: ['contact.opted_out'] };
    expect((await account.post('/user/webhook-endpoints', subscription)).status).toBe(201);
    const reported = async () =>
      (await account.get('/user/webhook-deliveries?per_page=100')).body.data.map(
        ({ subject_id }: { subject_id: string }) => subject_id,
      );
    const [phone, id, second, secondId] = [
      customerPhone(),
      channelUserId(),
      customerPhone(),
      channelUserId(),
    ];
    await writeToCloud({ phone });
    await writeToCloud({ id, text: 'STOP' });
    await writeToCloud({ phone, id });
    expect((await send(phone)).body.error_code).toBe('OPTED_OUT');
    expect(await reported()).toHaveLength(1);
    // The number had opted in before.
    await writeToCloud({ phone: second, text: 'START' });
    await writeToCloud({ id: secondId, text: 'STOP' });
    await writeToCloud({ phone: second, id: secondId });
    expect((await send(second)).body.error_code).toBe('OPTED_OUT');
    expect(await reported()).toHaveLength(2);
    const after = customerPhone();
    const seconds = Math.floor(server.dependencies.messages.clock.now().getTime() / 1000) + 60;
    const system = { type: 'user_changed_number', wa_id: after.slice(1) };
    await writeToCloud({ phone }, { type: 'system', timestamp: String(seconds), system });
    expect((await send(after)).body.error_code).toBe('OPTED_OUT');
    expect(await reported()).toHaveLength(2);
    await writeToCloud({ phone: after, text: 'START' });
    await writeToCloud({ phone: after, text: 'STOP' });
    expect(await reported()).toHaveLength(3);
  });

  test('a customer on the blacklist gets no template or SMS, but replies to their messages', async () => {
    const phone = customerPhone();
    await account.post('/user/blacklist', { phone_number: phone });
    expect((await send(phone)).body).toMatchObject({
      error_code: 'OPTED_OUT',
      session_status: { can_send_freeform: false, requires_template: false },
    });
    await writeToCloud({ phone });
    expect((await send(phone)).status).toBe(200);
    expect((await sendTemplate(phone)).status).toBe(403);
    const from = await insertNumber(account);
    expect((await account.post('/user/sms', { from, to: phone, body: 'News' })).status).toBe(422);
    // START lifts only a STOP, not an entry of the blacklist.
    await writeToCloud({ phone, text: 'START' });
    expect((await sendTemplate(phone)).status).toBe(403);
    const { conversation_id } = await sessionOf(phone);
    const { data } = (await account.get(`/user/msgapp/conversations/${conversation_id}/messages`)).body;
    expect(data[0]).toMatchObject({ unanswered_reason: 'NO_ASSISTANT' });
  });
});
