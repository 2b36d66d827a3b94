import type { AgentTool } from '../../src/agent/tool.ts';
import type { TurnEvent, TurnInput } from '../../src/agent/turn.ts';
import type { LanguageModel } from '../../src/providers/interfaces/language-model.ts';
import { manualClock } from './clocks.ts';

/** A complete turn with plain values; tests override what they need. */
export function turnInput(model: LanguageModel, overrides: Partial<TurnInput> = {}): TurnInput {
  return {
    model,
    persona: {
      systemPrompt: 'You are Ana of {{company}}.',
      opening: null,
      variables: { company: 'Mill Inn' },
      language: 'English',
      secondaryLanguages: [],
      timezone: 'Europe/Bucharest',
    },
    history: [],
    message: 'Hello?',
    tools: [],
    clock: manualClock(),
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** A tool with one required text parameter, `id`. */
export function testTool(name: string, run: AgentTool['run']): AgentTool {
  const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  return { description: { name, description: `Looks up ${name}.`, parameters }, timeoutMs: 1000, run };
}

export async function allEvents(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
