import { createServer, type ServerResponse } from 'node:http';

// A Chat Completions endpoint that answers instantly with 40 words, one event each. Requests with tools first get a search
// call. Sends its port to the parent.

const answer =
  'The practice is open from Monday to Friday, and this is the answer of a model that never has to think. '
    .repeat(2)
    .trim();
const words = answer.match(/\S+\s*/g) ?? [];
const end = 'data: [DONE]\n\n';
const answerEvents = [
  ...words.map((content) => event({ choices: [choice({ role: 'assistant', content }, null)] })),
  ...finish('stop'),
];

interface ChatRequest {
  messages: { role: string; content: string }[];
  tools?: unknown[];
}

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const { messages, tools = [] }: ChatRequest = JSON.parse(Buffer.concat(pieces).toString());
  const last = messages.at(-1);
  const isQuestion = tools.length > 0 && last?.role === 'user';
  send(response, isQuestion ? searchEvents(last.content) : answerEvents);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.once('disconnect', () => process.exit());

function send(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const one of events) response.write(one);
  response.end(end);
}

function searchEvents(query: string): string[] {
  const call = { name: 'search_knowledgebase', arguments: JSON.stringify({ query }) };
  const delta = {
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }],
  };
  return [event({ choices: [choice(delta, null)] }), ...finish('tool_calls')];
}

function finish(reason: string): string[] {
  return [
    event({ choices: [choice({}, reason)] }),
    event({ choices: [], usage: { prompt_tokens: 500, completion_tokens: 40 } }),
  ];
}

function choice(delta: object, reason: string | null): object {
  return { index: 0, delta, finish_reason: reason };
}

function event(content: object): string {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'instant' };
  return `data: ${JSON.stringify({ ...head, ...content })}\n\n`;
}
