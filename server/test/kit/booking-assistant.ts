import type { FakeReply } from './fake-model-server.ts';
import type { ModelInstallation } from './model-installation.ts';
import type { Client } from './test-server.ts';

export const BOOKING = { name: 'book', arguments: { day: 'Friday' } };

/** The model calls the booking tool. */
export const BOOKS: FakeReply = { kind: 'answer', toolCalls: [BOOKING] };

/** Creates a booking tool. @returns its id */
export async function bookingTool(account: Client, endpoint: string): Promise<number> {
  const created = await account.post('/user/tools', {
    name: BOOKING.name,
    description: 'Books a table.',
    endpoint: `${endpoint}/bookings`,
    method: 'POST',
    schema: [{ name: 'day', type: 'string', description: 'Day of the week' }],
  });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.data.id;
}

/** An assistant with the installation's model, a booking tool and further fields. */
export async function bookingAssistant(
  { assistant }: ModelInstallation,
  { account, endpoint, ...fields }: { account: Client; endpoint: string } & Record<string, unknown>,
): Promise<{ id: number; uuid: string }> {
  return assistant(account, { tool_ids: [await bookingTool(account, endpoint)], ...fields });
}
