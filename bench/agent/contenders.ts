import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { Agent } from 'undici';
import type { KnowledgePassage } from '../../server/src/agent/knowledge.ts';
import { runTurn } from '../../server/src/agent/run-turn.ts';
import type { TurnInput } from '../../server/src/agent/turn.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../server/src/providers/interfaces/language-model.ts';
import { openModelConnections } from '../../server/src/providers/kit/model-fetch.ts';
import { offlineLanguageModel } from '../../server/src/providers/offline/language-model.ts';
import { openaiCompatibleModels } from '../../server/src/providers/openai-compatible/language-models.ts';
import { type FakeModelServer, startFakeModelServer } from '../../server/test/kit/fake-model-server.ts';

/** One turn; `onText` is called for every chunk. */
export type Contender = (onText: () => void) => Promise<void>;

export const contenderNames = [
  'bare model',
  'bare model again',
  'turn',
  'turn with search',
  'offline turn with search',
  'bare endpoint',
  'turn over endpoint',
] as const;
export type ContenderName = (typeof contenderNames)[number];

const ANSWER = 'A reply of a hundred words, more or less, as chats have them. '.repeat(8).trim();
const WORDS = ANSWER.match(/\S+\s*/g) ?? [];
const PASSAGES: KnowledgePassage[] = Array.from({ length: 5 }, (_, index) => ({
  documentId: index,
  documentName: 'guide.pdf',
  text: `# Section ${index}\nCheck-in number ${index} starts at 15:00. `.padEnd(
    800,
    'The garden has many trees and flowers. ',
  ),
  score: 1,
  source: null,
}));
const noSignal = new AbortController().signal;

/** Answers instantly, so that only our own overhead is measured. */
const instantModel: LanguageModel = {
  id: 'bench/instant',
  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    await nextTurnOfLoop();
    const usage = { inputTokens: 1, outputTokens: 1 };
    const searched = request.messages.at(-1)?.role === 'tool';
    if (request.tools.length > 0 && !searched) {
      yield { type: 'tool-call', call: { id: 'a', name: 'search_knowledgebase', arguments: { query: 'x' } } };
      yield { type: 'finish', reason: 'tool-calls', usage };
      return;
    }
    for (const text of WORDS) yield { type: 'text-delta', text };
    yield { type: 'finish', reason: 'stop', usage };
  },
};

function turnInput(model: LanguageModel, knowledge?: TurnInput['knowledge']): TurnInput {
  return {
    model,
    persona: {
      systemPrompt: 'You are Ana of {{company}}. '.repeat(100),
      opening: 'Hello, this is Mill Inn.',
      variables: { company: 'Mill Inn' },
      language: 'English',
      secondaryLanguages: ['Romanian'],
      timezone: 'Europe/Bucharest',
    },
    history: Array.from({ length: 20 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: 'Some words of an earlier message. '.repeat(8),
    })),
    message: 'When does check-in number 3 start?',
    ...(knowledge !== undefined && { knowledge }),
    tools: [],
    clock: systemClock,
    signal: noSignal,
  };
}

async function takeTurn(input: TurnInput, onText: () => void): Promise<void> {
  for await (const event of runTurn(input)) {
    if (event.type === 'text-delta') onText();
    if (event.type === 'failed') throw event.error;
  }
}

async function readModel(onText: () => void): Promise<void> {
  const request: ModelRequest = { messages: [{ role: 'user', content: 'x' }], tools: [] };
  for await (const event of instantModel.stream(request, noSignal)) if (event.type === 'text-delta') onText();
}

/** All contenders, and the endpoint that two of them call. Dispose it at the end. */
export async function openContenders(): Promise<
  AsyncDisposable & { contenders: Record<ContenderName, Contender> }
> {
  const server = await startFakeModelServer({ kind: 'answer', text: ANSWER });
  server.separatesReasoning = false;
  const connections = openModelConnections();
  const agent = new Agent();
  const [endpoint = instantModel] = openaiCompatibleModels(
    { name: 'bench', baseUrl: server.baseUrl, models: ['fake'] },
    connections.fetch,
  );
  const search = { mode: 'function_call', search: async () => PASSAGES } as const;
  return {
    contenders: {
      'bare model': readModel,
      'bare model again': readModel,
      turn: (onText) => takeTurn(turnInput(instantModel), onText),
      'turn with search': (onText) => takeTurn(turnInput(instantModel, search), onText),
      'offline turn with search': (onText) => takeTurn(turnInput(offlineLanguageModel, search), onText),
      'bare endpoint': (onText) => readEndpoint(agent, server, onText),
      'turn over endpoint': (onText) => takeTurn(turnInput(endpoint), onText),
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([agent.close(), connections[Symbol.asyncDispose]()]);
      await server.close();
    },
  };
}

/** A minimal client: undici, lines, JSON. */
async function readEndpoint(agent: Agent, server: FakeModelServer, onText: () => void): Promise<void> {
  const { origin, pathname } = new URL(`${server.baseUrl}/chat/completions`);
  const body = JSON.stringify({ model: 'fake', stream: true, messages: [{ role: 'user', content: 'x' }] });
  const headers = { 'content-type': 'application/json' };
  const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body });
  let rest = '';
  for await (const piece of answer.body) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const chunk: { choices?: { delta?: { content?: string } }[] } = JSON.parse(line.slice(6));
      if (chunk.choices?.[0]?.delta?.content !== undefined) onText();
    }
  }
  // The fake records requests for assertions, which would only use memory here.
  server.requests.length = 0;
}
