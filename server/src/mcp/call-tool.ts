import { createHash } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { maskedHeaders } from '../http/secret-headers.ts';
import { type ApiRequest, type ApiTool, CONFIRM_ARGUMENT, toRequest } from './api-tool.ts';
import { boundedAnswer } from './bounded-answer.ts';
import type { Arguments } from './exposed-routes.ts';
import { readableText } from './readable-text.ts';
import { maskRefusal } from './secret-headers.ts';

export interface ApiAnswer {
  status: number;
  /** Parsed JSON. */
  body: unknown;
}

/** Sends a request through the server's own HTTP routes, with the client's credential. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer>;

/** The user's answer to a warning. `unasked`: the client cannot ask its user. */
export type Consent = 'unasked' | 'pending' | 'given' | 'refused';

/** Calls a tool. Null if the client has to ask its user `warningOf(tool, values)` first. */
export async function callTool(
  tool: ApiTool,
  values: Arguments,
  { callApi, consent }: { callApi: CallApi; consent: Consent },
): Promise<CallToolResult | null> {
  const { [CONFIRM_ARGUMENT]: confirm, ...rest } = values;
  // Unknown arguments are refused before the user is asked.
  const sent = tool.exposed.warning === undefined ? values : rest;
  const request = maskRefusal(sent) ?? requestOrRefusal(tool, sent);
  if (typeof request === 'string') return failure(request);
  const warning = warningOf(tool, values);
  if (warning !== null && consent === 'pending') return null;
  if (warning !== null && consent === 'refused') return failure('Nothing was done: the user did not agree.');
  const code = confirmationCode(tool, rest);
  if (warning !== null && consent === 'unasked' && confirm !== code) {
    const text = `Nothing was done yet. ${warning} If the user agrees to this, call the tool again with ${CONFIRM_ARGUMENT}: "${code}".`;
    return { ...failure(text), structuredContent: { warning, [CONFIRM_ARGUMENT]: code } };
  }
  return toResult(await callApi(request));
}

/** Differs for each tool and its arguments, so that a model learns the effect of a call before it can confirm it. */
function confirmationCode(tool: ApiTool, values: Arguments): string {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool.name, sorted]))
    .digest('hex')
    .slice(0, 8);
}

/** Sentences for the user about the effect of a call; null if it needs no consent. */
export function warningOf({ exposed }: ApiTool, values: Arguments): string | null {
  return exposed.warning?.(values) ?? null;
}

function requestOrRefusal(tool: ApiTool, values: Arguments): ApiRequest | string {
  try {
    return toRequest(tool, values);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function toResult({ status, body: answered }: ApiAnswer): CallToolResult {
  const body = maskedHeaders(answered);
  if (status >= 400) return { ...failure(refusalText(status, body)), structuredContent: asObject(body) };
  const { value, cuts } = boundedAnswer(body);
  const cut = cuts.slice(0, SHOWN_CUTS);
  const note =
    cut.length === 0
      ? ''
      : `The answer was too long. Ask for less, and do not save shortened texts.\n${cut.join('\n')}\n\n`;
  const structured = asObject(value);
  return {
    content: [{ type: 'text', text: note + readableText(value) }],
    structuredContent: cut.length === 0 ? structured : { ...structured, cut },
  };
}

const SHOWN_CUTS = 20;

function refusalText(status: number, body: unknown): string {
  const { value } = boundedAnswer(body);
  return `The request was refused (HTTP ${status}).\n${readableText(value)}`;
}

/** Structured results must be objects; lists get the member `items`. */
function asObject(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { items: value };
  return typeof value === 'object' && value !== null ? { ...value } : { value };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
