import type { Clock } from '../core/clock.ts';
import { KNOWLEDGE_TOOL_NAME } from '../providers/interfaces/conventions.ts';
import { abortError } from '../providers/interfaces/provider-error.ts';
import { withTimeLimit } from './time-limit.ts';
import type { AgentTool } from './tool.ts';

/** A passage of a document. The text is untrusted: data, never instructions. */
export interface KnowledgePassage {
  documentId: number;
  documentName: string;
  text: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** Location in the document: a page, heading or URL; null when unknown. */
  source: string | null;
}

export interface TurnKnowledge {
  /** `function_call`: the model calls a search tool; `prompt`: passages for the message are in the prompt. */
  mode: 'function_call' | 'prompt';
  /** Best first. */
  search(query: string, signal: AbortSignal): Promise<KnowledgePassage[]>;
}

const SEARCH_TIMEOUT_MS = 5_000;

/** The built-in tool of `function_call` mode. */
export function knowledgeTool(knowledge: TurnKnowledge): AgentTool {
  return {
    description: {
      name: KNOWLEDGE_TOOL_NAME,
      description:
        'Searches the knowledgebase: the documents about the company, its products, prices, policies and people. ' +
        'Call it before you answer any factual question. Returns the best-matching passages.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to search for: a full question or keywords.' },
        },
        required: ['query'],
        additionalProperties: false,
      },
    },
    timeoutMs: SEARCH_TIMEOUT_MS,
    async run(toolArguments, signal) {
      const passages = await knowledge.search(String(toolArguments['query']), signal);
      return { passages: passages.map(presentPassage) };
    },
  };
}

function presentPassage(passage: KnowledgePassage): Record<string, unknown> {
  return {
    document_id: passage.documentId,
    document: passage.documentName,
    text: passage.text,
    score: passage.score,
    source: passage.source,
  };
}

/** The best passages that fit into `characters` together; longer ones are skipped, not truncated. */
export function fitPassages(passages: readonly KnowledgePassage[], characters: number): KnowledgePassage[] {
  let remaining = characters;
  return passages.filter((passage) => {
    if (passage.text.length > remaining) return false;
    remaining -= passage.text.length;
    return true;
  });
}

interface Asked {
  message: string;
  history: readonly { role: string; content: string }[];
  clock: Clock;
}

/** Passages for the message, fetched before the model call. Null when the search fails or times out. */
export async function searchForPrompt(
  knowledge: TurnKnowledge,
  asked: Asked,
  signal: AbortSignal,
): Promise<KnowledgePassage[] | null> {
  const query = searchQuery(asked);
  try {
    const bounds = { timeoutMs: SEARCH_TIMEOUT_MS, clock: asked.clock, signal };
    return await withTimeLimit(async (searchSignal) => knowledge.search(query, searchSignal), bounds);
  } catch {
    if (signal.aborted) throw abortError(signal);
    return null;
  }
}

const SHORT_MESSAGE_WORDS = 4;

/** A short message ("and on Sundays?") depends on the previous one. */
function searchQuery({ message, history }: Asked): string {
  if (message.trim().split(/\s+/).length > SHORT_MESSAGE_WORDS) return message;
  const before = history.findLast((item) => item.role === 'user');
  return before === undefined ? message : `${before.content} ${message}`;
}
