import { createAssistant } from './assistants.ts';
import { eventually } from './eventually.ts';
import { insertNumber } from './owned-rows.ts';
import type { Answer, Client } from './test-server.ts';

let count = 0;

/** A mobile number that no other test calls. */
export function mobileNumber(): string {
  count += 1;
  return `+4072${String(1_000_000 + count)}`;
}

/** An outbound assistant with a number of the account to call from. */
export async function outboundAssistant(
  account: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: number } & Record<string, unknown>> {
  await insertNumber(account);
  return createAssistant(account, { type: 'outbound', ...fields });
}

/** Requests a call; returns its id. */
export async function makeCall(
  account: Client,
  order: {
    assistant_id: number;
    phone_number: string;
    variables?: Record<string, unknown>;
    external_id?: string;
    sip_headers?: { name: string; value: string }[];
  },
): Promise<number> {
  const { status, body, text } = await account.post('/user/make_call', order);
  if (status !== 200) throw new Error(`The call was refused: ${text}`);
  return body.call_id;
}

/** Waits until the call satisfies `isDone` and returns it. */
export function callOnce(
  account: Client,
  id: number,
  isDone: (call: Answer['body']) => boolean,
): Promise<Answer['body']> {
  return eventually(async () => (await account.get(`/user/calls/${id}`)).body, isDone);
}

/** Waits until the call is evaluated, which is stored last, and returns it. */
export function endedCall(account: Client, id: number): Promise<Answer['body']> {
  return callOnce(account, id, ({ evaluation }) => evaluation !== null);
}
