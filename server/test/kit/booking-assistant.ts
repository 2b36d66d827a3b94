import type { FakeReply } from './fake-model-server.ts';
import type { ModelInstallation } from './model-installation.ts';
import type { Client } from './test-server.ts';

export const BOOKING = { name: 'book', arguments: { day: 'Friday' } };

/** The model calls the booking tool. */
export const BOOKS: FakeReply = { kind: 'answer', toolCalls: [BOOKING] };

/** An assistant with the installation's model, a booking tool and further fields. */
export async function bookingAssistant(
  { assistant }: ModelInstallation,
  { account, endpoint, ...fields }: { account: Client; endpoint: string } & Record<string, unknown>,
): Promise<{ id: number; uuid: string }> {
  const created = await account.post('/user/tools', {
    name: BOOKING.name,
    description: 'Books a table.',
    endpoint: `${endpoint}/bookings`,
    method: 'POST',
    schema: [{ name: 'day', type: 'string', description: 'Day of the week' }],
  });
  if (created.status !== 201) throw new Error(created.text);
  return assistant(account, { tool_ids: [created.body.data.id], ...fields });
}
