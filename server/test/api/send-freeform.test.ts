import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerPhone, customerWrites, sandboxSender, sendFreeform } from '../kit/messaging.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  const say = (...a: unknown[]) => console.log(...a);
  server = await startTestServer({
    log: { debug: () => {}, info: () => {}, warn: say, error: say } as never,
  });
});
afterAll(() => server.stop());

test('a message within the window is sent', async () => {
  const account = await server.account();
  const sender = await sandboxSender(account);
  const from = customerPhone();
  const inbound = await customerWrites(account, sender.id, { from, name: 'Ana' });
  expect(inbound.status, inbound.text).toBe(200);
  const sent = await sendFreeform(account, { sender_id: sender.id, recipient_phone: from });
  expect(sent.status, sent.text).toBe(200);
  console.log(sent.text);
  console.log((await account.get(`/user/msgapp/conversations/${sent.body.conversation_id}/messages`)).text);
});
