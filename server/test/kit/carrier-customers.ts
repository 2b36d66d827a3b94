import { type CarrierFake, CLOUD_ACCOUNT } from './carrier-fake/carrier-fake.ts';
import type { CarrierCase } from './carrier-senders.ts';

/** A customer with a number, a channel id, or both. */
export interface CarrierCustomer {
  phone?: string;
  id?: string;
  text?: string;
}

export const CLOUD_TEMPLATE = {
  id: '9001',
  name: 'news',
  language: 'en',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'We have news.' }],
};

type Said = ReturnType<CarrierFake['says']>;

let count = 0;

/** A unique channel id of a customer. */
export function channelUserId(): string {
  count += 1;
  return `US.1349120865530274${String(1000 + count)}`;
}

/** @param url the sender's webhook; `fields` override those of the message */
export function cloudCustomerWrites(
  fake: CarrierFake,
  url: string,
  { customer, fields = {} }: { customer: CarrierCustomer; fields?: object | undefined },
): Said {
  count += 1;
  const { phone, id, text = 'Hello?' } = customer;
  const from = phone?.replace('+', '');
  const contact = { profile: { name: 'Sheena', username: '@sheena' }, wa_id: from, user_id: id };
  const message = {
    id: `wamid.identity-${count}`,
    from,
    from_user_id: id,
    type: 'text',
    text: { body: text },
  };
  const said = { contacts: [contact], messages: [{ ...message, ...fields }] };
  return fake.says({ account: CLOUD_ACCOUNT.phoneNumberId, url, said });
}

/** @param url the sender's webhook; `fields` override those of the message */
export function twilioCustomerWrites(
  fake: CarrierFake,
  url: string,
  { customer, carrier, fields = {} }: { customer: CarrierCustomer; carrier: CarrierCase; fields?: object },
): Said {
  count += 1;
  const { phone, id, text = 'Hello?' } = customer;
  const said = {
    MessageSid: `SMidentity${count}`,
    SmsStatus: 'received',
    From: `whatsapp:${phone ?? id ?? ''}`,
    To: carrier.address(carrier.phoneNumber),
    Body: text,
    ...(id === undefined ? {} : { ExternalUserId: id }),
    ...fields,
  };
  return fake.says({ account: carrier.account, url, said });
}
