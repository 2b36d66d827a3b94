import {
  INSTRUCTION_HEADING,
  KNOWLEDGE_TOOL_NAME,
  OPENED_WITH,
  PROMPT_PASSAGES,
  RULES_HEADING,
  SEARCH_FAILED,
  STILL_AT_WORK,
  TRANSCRIPT,
} from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type { ModelMessage, ModelRequest } from '../interfaces/language-model.ts';
import { readAllMarkedData, readMarkedData } from '../interfaces/marked-data.ts';
import { readPressedKeys } from '../interfaces/pressed-keys.ts';
import { guessLanguage, type LanguageCode, languageByName } from './languages.ts';
import type { SourcePassage } from './passage-units.ts';
import { wordsOf } from './words.ts';

export interface ToolOutput {
  name: string;
  failed: boolean;
  /** Parsed if it is JSON, else text. */
  value: unknown;
}

export interface Exchange {
  reply: string | null;
  message: string;
}

/** A request, parsed for the offline model. */
export interface Conversation {
  /** The assistant's own prompt, without our rules. */
  persona: string;
  language: LanguageCode;
  /** As in the prompt: `Saturday, 21 November 2026, 14:05`; null if missing. */
  now: string | null;
  /** Text of the customer's newest message. */
  message: string;
  /** Keys pressed in the newest message if it has no words; else empty. */
  pressedKeys: string;
  /**
   * All messages of the customer with words, each with the assistant's reply before it, oldest first, including the
   * newest.
   */
  exchanges: Exchange[];
  /** From the prompt and from this turn's searches. */
  passages: SourcePassage[];
  hasSearched: boolean;
  /** True if all searches of this turn, or the search for the prompt, failed. */
  searchFailed: boolean;
  /** Results of this turn's other tools. */
  outputs: ToolOutput[];
  /** Tools called in this turn, and in earlier turns if still running. */
  calledTools: Set<string>;
}

export function readConversation(request: ModelRequest): Conversation {
  const { messages } = request;
  const system = messages
    .flatMap((message) => (message.role === 'system' ? [message.content] : []))
    .join('\n\n');
  const turnStart = messages.findLastIndex((message) => message.role === 'user');
  const turn = turnStart === -1 ? [] : messages.slice(turnStart + 1);
  const exchanges = exchangesOf(
    transcriptOf(request) ?? [...openingOf(system), ...messages.flatMap(inWords)],
  );
  const message = exchanges.at(-1)?.message ?? '';
  const outputs = turn.flatMap((item) => (item.role === 'tool' ? [readOutput(item)] : []));
  const searches = outputs.filter((output) => output.name === KNOWLEDGE_TOOL_NAME);
  return {
    persona: (system.split(RULES_HEADING)[0] ?? '').trim(),
    language: guessLanguage(wordsOf(message), languageOfRules(system)),
    now: /^It is (\p{L}+, [^()\n]+) \(/mu.exec(system.split(RULES_HEADING)[1] ?? '')?.[1] ?? null,
    message,
    pressedKeys: pressedKeysOf(messages[turnStart]),
    exchanges,
    passages: [...searches.flatMap((output) => passagesOf(output.value)), ...promptPassages(system)],
    hasSearched: searches.length > 0,
    searchFailed:
      searches.length > 0 ? searches.every((search) => search.failed) : promptSearchFailed(system),
    outputs: outputs.filter((output) => output.name !== KNOWLEDGE_TOOL_NAME),
    calledTools: new Set([...outputs.map((output) => output.name), ...toolsAtWork(system)]),
  };
}

/** The assistant's first message, which the messages of a request do not contain. */
function openingOf(system: string): ModelMessage[] {
  const rules = system.split(RULES_HEADING)[1] ?? '';
  const line = rules.split('\n').find((rule) => rule.startsWith(`- ${OPENED_WITH}`));
  if (line === undefined) return [];
  const content: unknown = JSON.parse(line.slice(`- ${OPENED_WITH}`.length));
  return typeof content === 'string' ? [{ role: 'assistant', content }] : [];
}

function toolsAtWork(system: string): string[] {
  const rules = system.split(RULES_HEADING)[1] ?? '';
  const notes = rules.matchAll(new RegExp(`The tool (\\w+) ${STILL_AT_WORK}`, 'g'));
  return [...notes].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

export function languageOfRules(system: string): LanguageCode {
  const rules = system.split(RULES_HEADING)[1] ?? '';
  return languageByName(/Answer in (\p{L}+)/u.exec(rules)?.[1] ?? 'English');
}

/** The messages of a transcript to evaluate; null if the request is the conversation itself. */
function transcriptOf({ messages, responseSchema }: ModelRequest): ModelMessage[] | null {
  if (responseSchema === undefined) return null;
  for (const message of messages) {
    const data = message.role === 'user' ? readMarkedData(message.content) : null;
    if (data?.from === TRANSCRIPT) return readTranscript(data.text);
  }
  return null;
}

/** The messages of a transcript; see `TRANSCRIPT`. */
export function readTranscript(text: string): ModelMessage[] {
  return text.split('\n').flatMap(transcriptMessage);
}

function transcriptMessage(line: string): ModelMessage[] {
  if (line === '') return [];
  const said: unknown = JSON.parse(line);
  if (!isJsonObject(said)) return [];
  const { customer, assistant } = said;
  if (typeof customer === 'string') return [{ role: 'user', content: customer }];
  return typeof assistant === 'string' ? [{ role: 'assistant', content: assistant }] : [];
}

/** The message without pressed keys; no message if it only contains keys. */
function inWords(message: ModelMessage): ModelMessage[] {
  if (message.role !== 'user') return [message];
  const { words, keys } = customerInput(message.content);
  return words === '' && keys !== '' ? [] : [{ ...message, content: words }];
}

function pressedKeysOf(newest: ModelMessage | undefined): string {
  const { words, keys } = customerInput(newest?.role === 'user' ? newest.content : '');
  return words === '' ? keys : '';
}

/** Text that the operator appends is not the customer's. */
function customerInput(content: string): { words: string; keys: string } {
  const [own = ''] = content.split(`\n${INSTRUCTION_HEADING}`, 1);
  return readPressedKeys(own);
}

function exchangesOf(messages: readonly ModelMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let reply: string | null = null;
  for (const message of messages) {
    if (message.role === 'assistant' && message.content !== '') reply = message.content;
    if (message.role !== 'user') continue;
    exchanges.push({ reply, message: message.content });
    reply = null;
  }
  return exchanges;
}

/** A tool's result, prepared for speech. */
export function readOutput(message: Extract<ModelMessage, { role: 'tool' }>): ToolOutput {
  const { toolName: name, failed, output } = message;
  if (typeof output !== 'string') return { name, failed, value: output };
  const text = readMarkedData(output)?.text ?? output;
  try {
    const value: unknown = JSON.parse(text);
    return { name, failed, value };
  } catch {
    return { name, failed, value: text };
  }
}

function passagesOf(result: unknown): SourcePassage[] {
  if (!isJsonObject(result) || !Array.isArray(result['passages'])) return [];
  return result['passages'].flatMap((passage: unknown) => {
    if (!isJsonObject(passage) || typeof passage['text'] !== 'string') return [];
    const document = passage['document'];
    return [{ text: passage['text'], documentName: typeof document === 'string' ? document : '' }];
  });
}

function promptSearchFailed(system: string): boolean {
  const ours = system.indexOf(RULES_HEADING);
  return ours !== -1 && system.includes(SEARCH_FAILED, ours);
}

/** Parses passages in the form `[1] name, source` on a separate line, then the text. */
function promptPassages(system: string): SourcePassage[] {
  const ours = system.indexOf(RULES_HEADING);
  const marked = ours === -1 ? [] : readAllMarkedData(system.slice(ours));
  const data = marked.find(({ from }) => from === PROMPT_PASSAGES);
  if (data === undefined) return [];
  const passages: SourcePassage[] = [];
  for (const part of data.text.split(/^(?=\[\d+\] )/m)) {
    const [label = '', ...lines] = part.split('\n');
    passages.push({ documentName: label.replace(/^\[\d+\] /, ''), text: lines.join('\n').trim() });
  }
  return passages;
}
