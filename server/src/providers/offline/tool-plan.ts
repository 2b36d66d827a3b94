import { KNOWLEDGE_TOOL_NAME } from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type { JsonSchema, ToolDescription } from '../interfaces/language-model.ts';
import { answeredValue, collectValue } from './collect-value.ts';
import type { Conversation, Exchange } from './conversation.ts';
import type { LanguageCode } from './languages.ts';
import { PHRASES } from './phrases.ts';
import { smallTalkOf } from './small-talk.ts';
import { expandTerms } from './synonyms.ts';
import { termsOf } from './words.ts';

export type ToolPlan =
  | { kind: 'call'; call: { name: string; arguments: Record<string, unknown> } }
  /** A required parameter is missing. */
  | { kind: 'ask'; question: string };

interface Parameter {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** Minimum score for a tool call: matches of the tool's name, and of numbers or names that a parameter needs. */
const MIN_MATCH = 3;

/** The tool that the customer asks for, or whose parameters are being collected; null without either. */
export function planToolUse(tools: readonly ToolDescription[], conversation: Conversation): ToolPlan | null {
  const usable = tools.filter(
    (tool) => tool.name !== KNOWLEDGE_TOOL_NAME && !conversation.calledTools.has(tool.name),
  );
  for (const tool of usable) {
    const task = openTask(tool, conversation);
    if (task !== null) return planFor(tool, task, conversation.language);
  }
  const ranked = usable
    .map((tool) => ({ tool, match: matchOf(tool, conversation) }))
    .sort((a, b) => b.match - a.match);
  const best = ranked[0];
  if (best === undefined || best.match < MIN_MATCH) return null;
  return planFor(best.tool, conversation.exchanges.slice(-1), conversation.language);
}

/** The exchanges since the customer asked for the tool, if the last reply asked for one of its parameters. */
function openTask(tool: ToolDescription, { exchanges, message, language }: Conversation): Exchange[] | null {
  const questions = new Set(parametersOf(tool).map((parameter) => questionFor(parameter, language)));
  const asks = (exchange: Exchange | undefined) =>
    exchange !== undefined && exchange.reply !== null && questions.has(exchange.reply);
  if (!asks(exchanges.at(-1)) || message.trim().endsWith('?') || smallTalkOf(message) === 'goodbye')
    return null;
  let start = exchanges.length - 1;
  while (start > 0 && asks(exchanges[start])) start -= 1;
  return exchanges.slice(start);
}

function planFor(tool: ToolDescription, task: readonly Exchange[], language: LanguageCode): ToolPlan {
  const texts = task.map((exchange) => exchange.message).reverse();
  const values: Record<string, unknown> = {};
  for (const parameter of parametersOf(tool)) {
    const question = questionFor(parameter, language);
    const answer = task.find((exchange) => exchange.reply === question)?.message;
    const value =
      (answer === undefined ? undefined : answeredValue(parameter.name, parameter.schema, answer)) ??
      collectValue(parameter.name, parameter.schema, texts);
    if (value !== undefined) values[parameter.name] = value;
    else if (parameter.required) return { kind: 'ask', question };
  }
  return { kind: 'call', call: { name: tool.name, arguments: values } };
}

function matchOf(tool: ToolDescription, { message, language }: Conversation): number {
  // Tools are described in English or in the customer's language; the words are compared without translation.
  const asked = termsOf(message, language);
  const synonyms = expandTerms(asked, language);
  const isMeant = (term: string) =>
    asked.includes(term) || asked.some((other) => synonyms.get(other)?.has(term) === true);
  const nameTerms = [...new Set(termsOf(tool.name.replaceAll(/[_-]+/g, ' '), language))];
  const otherTerms = [...new Set(termsOf(tool.description, language))].filter(
    (term) => !nameTerms.includes(term),
  );
  const named = nameTerms.filter(isMeant).length;
  const described = otherTerms.filter((term) => asked.includes(term)).length;
  if (named === 0 && described < MIN_MATCH) return 0;
  const given = parametersOf(tool).some(
    ({ name, schema, required }) => required && collectValue(name, schema, [message]) !== undefined,
  );
  return named * 2 + described + (given ? 1 : 0);
}

function parametersOf(tool: ToolDescription): Parameter[] {
  const properties = isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {};
  const required: unknown = tool.parameters['required'];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: isJsonObject(schema) ? schema : {},
    required: Array.isArray(required) && required.includes(name),
  }));
}

function questionFor({ name, schema }: Parameter, language: LanguageCode): string {
  const description = String(schema['description'] ?? name.replaceAll('_', ' '))
    .trim()
    .replace(/[.?!]+$/, '');
  const label = description.charAt(0).toLowerCase() + description.slice(1);
  return PHRASES[language].askFor.replace('{parameter}', label);
}
