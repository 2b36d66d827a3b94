import { receiveReports } from '../../src/modules/messages/actions.ts';
import type { CarrierReport } from '../../src/providers/interfaces/messaging-carrier.ts';
import type { Answer, Client, TestServer } from './test-server.ts';

/** Creates a sandbox sender; returns its id. */
export async function sandboxSender(
  account: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: number } & Record<string, unknown>> {
  const created = await account.post('/sandbox/msgapp/senders', fields);
  if (created.status !== 201) throw new Error(`The sender was refused: ${created.text}`);
  return created.body.data;
}

let count = 0;

/** A unique customer number. */
export function customerPhone(): string {
  count += 1;
  return `+40721${String(100_000 + count)}`;
}

/** Sends a customer's message to a sandbox sender. */
export function customerWrites(
  account: Client,
  senderId: number,
  about: { from: string; message?: string; name?: string },
): Promise<Answer> {
  return account.post(`/sandbox/msgapp/senders/${senderId}/inbound`, { message: 'Hello?', ...about });
}

export function sendFreeform(
  account: Client,
  about: { sender_id: number; recipient_phone: string; message?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return account.post('/user/msgapp/send-freeform', { message: 'Good day.', ...about }, headers);
}

/** Sets the account's balance in dollars. */
export async function setBalance(account: Client, amount: number): Promise<void> {
  const answer = await account.put('/sandbox/balance', { amount });
  if (answer.status !== 200) throw new Error(`The balance was refused: ${answer.text}`);
}

/** Creates a sender at the test server's fake carrier. */
export async function connectFake(
  account: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: number } & Record<string, unknown>> {
  const body = { provider: 'fake', phone_number: customerPhone(), credentials: { key: 'right' }, ...fields };
  const created = await account.post('/user/msgapp/senders', body);
  if (created.status !== 201) throw new Error(`The sender was refused: ${created.text}`);
  return created.body.data;
}

/** Fields of a typed message from a customer identified by number. */
export const TYPED = {
  channelUserId: null,
  isTyped: true,
  isQuestion: true,
  about: null,
  carrierWord: null,
} as const;

/** Handles reports as if the sender's carrier had sent them in a webhook. */
export function reportsOf(
  server: TestServer,
  sender: { id: number; userId: number },
  reports: readonly CarrierReport[],
): ReturnType<typeof receiveReports> {
  const { messages } = server.dependencies;
  return receiveReports(messages, { sender: { ...sender, provider: 'fake' }, reports });
}
