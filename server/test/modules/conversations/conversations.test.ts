import { beforeAll, describe, expect, test } from 'vitest';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

describe('a visitor', () => {
  test('opens a conversation, gets the greeting with its variables, asks and reads the history', async () => {
    const assistant = await createAssistant(account, {
      initial_message: 'Hello {{name}}!',
      variables: { name: 'stranger' },
      system_prompt: 'You are the assistant of Blue Bakery. The bakery opens at 7 in the morning.',
    });
    const opened = await server.visitor.post('/conversations', {
      assistant_id: assistant.uuid,
      variables: { name: 'Ada' },
    });
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({
      status: true,
      conversation_id: expect.any(String),
      history: [{ role: 'assistant', content: 'Hello Ada!' }],
    });
    const path = `/conversations/${opened.body.conversation_id}`;
    const reply = await server.visitor.post(`${path}/messages`, { message: 'When does the bakery open?' });
    expect(reply.status).toBe(200);
    expect(reply.body.message).toContain('7');
    const { body } = await server.visitor.get(path);
    expect(body.history.map((message: { role: string }) => message.role)).toEqual([
      'assistant',
      'user',
      'assistant',
    ]);
    expect(body.history.at(-1).content).toBe(reply.body.message);
  });

  test('cannot read a conversation with an unknown id', async () => {
    const unknown = await server.visitor.get('/conversations/6e6a2f5c-0000-4000-8000-000000000000');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ status: false, error: 'Conversation not found.' });
  });
});
