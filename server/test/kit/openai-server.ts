import type { ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { tone } from './speech.ts';

/** OpenAI's endpoints for chat, embeddings, speech and transcription on loopback. Each has one fixed answer. */
export function startOpenAiServer(): Promise<LoopbackServer> {
  return startLoopbackServer((request, response) => {
    request.resume().on('end', () => answer(request.url ?? '', response));
  });
}

const JSON_TYPE = 'application/json';
const DIMENSIONS = 768;

function answer(path: string, response: ServerResponse): void {
  const [type, body] = contentOf(path);
  response.writeHead(body === null ? 404 : 200, { 'content-type': type }).end(body);
}

function contentOf(path: string): [type: string, body: string | Buffer | null] {
  switch (path) {
    case '/v1/chat/completions': {
      const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'fake' };
      const choice = { index: 0, delta: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' };
      const data = JSON.stringify({ ...chunk, choices: [choice] });
      return ['text/event-stream', `data: ${data}\n\ndata: [DONE]\n\n`];
    }
    case '/v1/embeddings':
      return [JSON_TYPE, JSON.stringify({ data: [{ index: 0, embedding: new Array(DIMENSIONS).fill(1) }] })];
    case '/v1/audio/transcriptions':
      return [JSON_TYPE, JSON.stringify({ text: 'Yes please.' })];
    case '/v1/audio/speech':
      return ['audio/pcm', Buffer.from(tone(300, 24_000).buffer)];
    default:
      return [JSON_TYPE, null];
  }
}
