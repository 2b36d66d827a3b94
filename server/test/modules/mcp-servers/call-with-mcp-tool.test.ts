import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKING, BOOKS } from '../../kit/booking-assistant.ts';
import { callOnce } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FakeModelRequest, FakeReply } from '../../kit/fake-model-server.ts';
import { type FakeMcpServer, startMcpServer, text } from '../../kit/mcp-server.ts';
import { type ModelInstallation, startModelInstallation } from '../../kit/model-installation.ts';
import { insertNumber } from '../../kit/owned-rows.ts';
import { openPhone } from '../../kit/voice/browser-phone.ts';

let installation: ModelInstallation;
let mcp: FakeMcpServer;

beforeAll(async () => {
  mcp = await startMcpServer();
  mcp.tools = [
    {
      name: BOOKING.name,
      description: 'Books a table.',
      inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
    },
  ];
  installation = await startModelInstallation();
});
afterAll(async () => {
  await installation.stop();
  await mcp.close();
});

/** Calls the tool once, and then says which table it has booked. */
function booksTable({ messages }: FakeModelRequest): FakeReply {
  if (JSON.stringify(messages).includes('is yours')) return { kind: 'answer', text: 'Goodbye.' };
  const { role, content } = messages.at(-1) ?? {};
  const table = role === 'tool' ? /"table":(\d+)/.exec(String(content))?.[1] : undefined;
  return table === undefined ? BOOKS : { kind: 'answer', text: `Table ${table} is yours.` };
}

test('a caller hears that a slow tool is at work, and then words from its result', async () => {
  const account = await installation.server.account();
  const added = await account.post('/user/mcp-servers', { name: 'Shop', url: mcp.url });
  const numberId = await insertNumber(account);
  const { id } = await installation.assistant(account, {
    mcp_server_ids: [added.body.data.id],
    initial_message: 'Mill Inn.',
    post_call_evaluation: false,
  });
  await account.put(`/user/assistant/${id}`, { phone_number_id: numberId });
  const { body: numbers } = await account.get('/user/phone-numbers/all');
  const to = numbers.data.find((one: { id: number }) => one.id === numberId).phone_number;
  const finished = Promise.withResolvers<void>();
  mcp.answer(async () => {
    await finished.promise;
    return text('{"table":7}');
  });
  installation.model.answerAs('main', booksTable);
  const placed = await account.post('/sandbox/calls', { from: '+40721000078', to });
  const phone = await openPhone(placed.body.data.media_url);
  await phone.message(({ type }) => type === 'answered');
  const { body: listed } = await account.get(`/user/calls?type=inbound&assistant_id=${id}`);
  const callId = listed.data[0].id;
  const says = (words: string) =>
    callOnce(account, callId, ({ transcript }) =>
      transcript.some(({ text: said }: { text: string }) => said.includes(words)),
    );
  await says('Mill Inn.');
  phone.type('Book Friday.');
  await eventually(
    async () => mcp.of('tools/call').length,
    (count) => count === 1,
  );
  // The model has said nothing: this is "One moment, please."
  const calledMs = phone.heardMs();
  await eventually(
    async () => phone.loudest(calledMs + 200),
    (loudest) => loudest > 1000,
  );
  finished.resolve();
  const { function_calls } = await says('Table 7 is yours.');
  expect(function_calls).toEqual([{ ...BOOKING, result: { content: { table: 7 } } }]);
  expect(mcp.of('tools/call')).toHaveLength(1);
  expect(mcp.of('tools/call')[0]?.params?._meta).toMatchObject({
    'parley/call-id': String(callId),
    'parley/customer-phone': '+40721000078',
  });
  phone.hangUp();
  await phone.closed;
});
