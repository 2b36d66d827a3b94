import { connect } from '../account/connection.ts';
import { wordAt } from '../program/option-values.ts';
import type { Invocation, Run } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { writeOutcome } from '../terminal/terminal.ts';

interface Conversation {
  transcript: { author: string; content: string }[];
}

export async function showConversation(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const api = await connect(invocation);
  const id = await idOf(api, 'conversations', wordAt(invocation, 0));
  const { data } = await api.get<{ data: Conversation }>(`/user/conversations/${id}`);
  if (terminal.isJson) terminal.line(JSON.stringify(data.transcript, null, 2));
  else for (const { author, content } of data.transcript) terminal.line(`${author}: ${content}`);
  return 0;
}

/** Writes to the customer as a person of the account. */
export async function sendMessage(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const id = await idOf(api, 'conversations', wordAt(invocation, 0));
  const answer = await api.send('POST', `/user/conversations/${id}/messages`, {
    message: wordAt(invocation, 1),
  });
  writeOutcome(invocation.terminal, answer, 'The message is sent.');
  return 0;
}

/** Turns the assistant of a conversation on or off. */
export function switchAi(verb: 'enable' | 'disable'): Run {
  return async (invocation) => {
    const api = await connect(invocation);
    const id = await idOf(api, 'conversations', wordAt(invocation, 0));
    const answer = await api.send('POST', `/user/conversations/${id}/${verb}-ai`);
    writeOutcome(
      invocation.terminal,
      answer,
      `The assistant is ${verb === 'enable' ? 'on' : 'off'} in this conversation.`,
    );
    return 0;
  };
}
