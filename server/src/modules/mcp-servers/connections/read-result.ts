import type { CallToolResult } from '@modelcontextprotocol/client';
import { isDeeperThan } from '../../../core/json-depth.ts';

/** Limit of a result for the model; the rest is cut. */
const MAX_CHARACTERS = 60_000;

/** A tool's result for the model. */
export interface McpResult {
  /** JSON if the tool returned structured data or one text that is JSON, otherwise text. */
  content: unknown;
  truncated?: true;
}

/** Converts a result to data that every model can read. Replaces media by descriptions. */
export function readResult(result: CallToolResult): McpResult {
  const structured = isDeeperThan(MAX_DEPTH, result.structuredContent) ? undefined : result.structuredContent;
  // Text items repeat the structured data for older clients.
  const items = result.content.filter(({ type }) => structured === undefined || type !== 'text');
  const texts = items.map(textOf).filter((text) => text !== '');
  const [only, ...others] = texts;
  if (structured !== undefined) {
    return bounded(only === undefined ? structured : { data: structured, attached: texts.join('\n') });
  }
  const single = only !== undefined && others.length === 0 ? parsed(only) : undefined;
  return bounded(single ?? texts.join('\n'));
}

/** The text of a result that reports a failure. */
export function failureText(result: CallToolResult): string {
  const { content } = readResult(result);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return text.trim() === ''
    ? 'The tool reported a failure without a reason.'
    : text.slice(0, FAILURE_CHARACTERS);
}

const FAILURE_CHARACTERS = 4_000;

function bounded(content: unknown): McpResult {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return text.length <= MAX_CHARACTERS
    ? { content }
    : { content: text.slice(0, MAX_CHARACTERS), truncated: true };
}

function textOf(item: CallToolResult['content'][number]): string {
  switch (item.type) {
    case 'text':
      return item.text;
    case 'image':
    case 'audio':
      return described(item.type, item.mimeType, item.data);
    case 'resource_link': {
      const { name, uri, description = '' } = item;
      return `Resource "${name}": ${uri}${description === '' ? '' : ` (${description})`}`;
    }
    case 'resource': {
      const { resource } = item;
      if ('text' in resource) return `Resource ${resource.uri}:\n${resource.text}`;
      return `Resource ${resource.uri}: ${described('file', resource.mimeType, resource.blob)}`;
    }
    default:
      return '';
  }
}

/** @param data Base64 */
function described(kind: string, mimeType: string | undefined, data: string): string {
  const bytes = Math.floor((data.length * 3) / 4);
  const size = bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KB`;
  return `[${kind}, ${mimeType ?? 'unknown type'}, ${size}; its content cannot be shown]`;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(MAX_DEPTH, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Data of greater depth stays text, because recursive code could overflow the stack. */
const MAX_DEPTH = 64;
