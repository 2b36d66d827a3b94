import { type CarrierFake, CLOUD_ACCOUNT, TWILIO_ACCOUNT } from './carrier-fake/carrier-fake.ts';
import type { Answer, Client } from './test-server.ts';

/** Environment variables of a server that uses the fake carriers. */
export function carrierEnvironment(fake: CarrierFake): Record<string, string> {
  return {
    PARLEY_TWILIO_API_URL: fake.origin,
    PARLEY_CLOUD_MESSAGING_API_URL: `${fake.origin}/v24.0`,
  };
}

/** One of the two real carriers, with what the account and the customer need to know. */
export interface CarrierCase {
  provider: 'twilio' | 'cloud';
  /** The account at the fake carrier. */
  account: string;
  phoneNumber: string;
  credentials: Record<string, string>;
  /** A channel number in the carrier's format. */
  address(phoneNumber: string): string;
  /** The carrier's error code for a closed window. */
  closedWindowCode: number;
  /** Maximum text length in characters. */
  longestText: number;
}

export const CARRIER_CASES: readonly CarrierCase[] = [
  {
    provider: 'twilio',
    account: TWILIO_ACCOUNT.accountSid,
    phoneNumber: TWILIO_ACCOUNT.numbers[0] ?? '',
    credentials: { account_sid: TWILIO_ACCOUNT.accountSid, auth_token: TWILIO_ACCOUNT.authToken },
    address: (phoneNumber) => `whatsapp:${phoneNumber}`,
    closedWindowCode: 63016,
    longestText: 1_600,
  },
  {
    provider: 'cloud',
    account: CLOUD_ACCOUNT.phoneNumberId,
    phoneNumber: CLOUD_ACCOUNT.number,
    credentials: {
      phone_number_id: CLOUD_ACCOUNT.phoneNumberId,
      business_account_id: CLOUD_ACCOUNT.businessAccountId,
      access_token: CLOUD_ACCOUNT.accessToken,
      app_secret: CLOUD_ACCOUNT.appSecret,
      verify_token: 'verify-me',
    },
    address: (phoneNumber) => phoneNumber,
    closedWindowCode: 131047,
    longestText: 4_096,
  },
];

export function connectSender(
  account: Client,
  { provider, phoneNumber, credentials }: CarrierCase,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  return account.post('/user/msgapp/senders', {
    provider,
    phone_number: phoneNumber,
    credentials,
    ...changes,
  });
}

/** Creates a connected sender whose carrier reports to it. */
export async function carrierSender(
  fake: CarrierFake,
  account: Client,
  about: { carrier: CarrierCase; fields?: Record<string, unknown>; templates?: Record<string, unknown>[] },
): Promise<{ id: number; url: string }> {
  const { carrier, fields = {}, templates = [] } = about;
  const base = carrier.provider === 'twilio' ? TWILIO_ACCOUNT : CLOUD_ACCOUNT;
  await fake.addAccount({ ...base, templates });
  const connected = await connectSender(account, carrier, fields);
  if (connected.status !== 201) throw new Error(`The sender was refused: ${connected.text}`);
  const { id, webhook_url: url } = connected.body.data;
  if (carrier.provider === 'cloud') {
    await fake.addAccount({ ...CLOUD_ACCOUNT, templates, webhookUrl: url });
  }
  return { id, url };
}
