import { TOOL_REQUEST_HEADERS, type ToolHeader } from '#contract/tools.ts';
import type { ToolCallContext } from '../../../agent/tool.ts';
import { isDeeperThan } from '../../../core/json-depth.ts';
import type { OutboundClient, OutboundResult } from '../../../http/outbound/outbound-request.ts';
import type { ToolCallPlan, ToolMethod } from '../rules.ts';

/** Limit of a tool's response; the rest is truncated. */
const MAX_ANSWER_BYTES = 65_536;
const MAX_REDIRECTS = 3;

export type ToolOutcome =
  | { kind: 'answer'; answer: ToolAnswer }
  | { kind: 'timeout' }
  /** `reason` is a sentence that contains nothing from the endpoint. */
  | { kind: 'failed'; reason: string };

/** The `webhook-…` headers that prove to the endpoint that a request is ours. */
export type SignTool = (message: {
  userId: number;
  id: string;
  body: string;
}) => Promise<Record<string, string>>;

interface ToolRequest {
  userId: number;
  method: ToolMethod;
  plan: ToolCallPlan;
  headers: readonly ToolHeader[];
  timeoutMs: number;
  call: ToolCallContext;
}

/** Sends one HTTP request of a tool. A failure of the endpoint is an outcome; rejects only if the signal is aborted. */
export async function executeTool(
  { outbound, sign }: { outbound: OutboundClient; sign: SignTool },
  request: ToolRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { userId, method, plan, timeoutMs, call } = request;
  const body = plan.body === null ? null : JSON.stringify(plan.body);
  const result = await outbound.request({
    method,
    url: plan.url,
    headers: {
      ...sentHeaders(request.headers, body !== null),
      ...callHeaders(call),
      ...(await sign({ userId, id: call.key, body: body ?? '' })),
    },
    ...(body === null ? {} : { body }),
    timeoutMs,
    maxResponseBytes: MAX_ANSWER_BYTES,
    overflow: 'truncate',
    // Only GET requests may follow redirects.
    redirects: method === 'GET' ? MAX_REDIRECTS : 0,
    signal,
  });
  return outcomeOf(method, result);
}

function outcomeOf(method: ToolMethod, result: OutboundResult): ToolOutcome {
  switch (result.kind) {
    case 'response':
      // A redirected write did not happen, so it is reported as failed to the model.
      if (isMoved(method, result.status))
        return { kind: 'failed', reason: redirectReason(method, result.status) };
      return { kind: 'answer', answer: toolAnswer(result) };
    case 'timeout':
      return { kind: 'timeout' };
    case 'refused':
    case 'unreachable':
      return { kind: 'failed', reason: result.reason };
    case 'too-large':
      return { kind: 'failed', reason: 'The response is too long.' };
    case 'too-many-redirects':
      return { kind: 'failed', reason: 'The endpoint redirects too many times.' };
  }
}

/**
 * True if the request must be sent to another URL. A 303 after a method other than GET means that the request succeeded
 * and that its result is at the given URL.
 */
function isMoved(method: ToolMethod, status: number): boolean {
  return [301, 302, 307, 308].includes(status) || (status === 303 && method === 'GET');
}

function redirectReason(method: ToolMethod, status: number): string {
  const met = `The endpoint returned a redirect (${status})`;
  return method === 'GET'
    ? `${met} without a valid target.`
    : `${met}, but redirects are followed only for GET.`;
}

/** Headers that identify the call and the customer. */
function callHeaders({ key, subject }: ToolCallContext): Record<string, string> {
  const { callId, conversationId, customerPhone } = subject ?? {};
  return {
    'idempotency-key': key,
    ...(callId !== undefined && { 'x-parley-call-id': String(callId) }),
    ...(conversationId !== undefined && { 'x-parley-conversation-id': conversationId }),
    // Extensions and hidden callers have a name instead of a number, so they get no header.
    ...(/^\+\d+$/.test(customerPhone ?? '') && { 'x-parley-customer-phone': customerPhone ?? '' }),
  };
}

/**
 * The account's own headers override our general ones; repeated ones are joined to a list. Earlier versions stored
 * headers that only we may set.
 */
function sentHeaders(own: readonly ToolHeader[], isJson: boolean): Record<string, string> {
  const headers = new Map<string, string>();
  for (const { name, value } of own) {
    const key = name.toLowerCase();
    if (TOOL_REQUEST_HEADERS.pattern.test(key)) continue;
    const earlier = headers.get(key);
    headers.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return {
    accept: 'application/json, text/*;q=0.9, */*;q=0.5',
    'user-agent': 'Parley',
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...Object.fromEntries(headers),
  };
}

/** A tool's response for the assistant: parsed JSON, else text; the body is null if it is neither. */
interface ToolAnswer {
  status: number;
  body: unknown;
  /** Only set if the body is not text. */
  content_type?: string;
  /** The body was longer than the read limit. */
  truncated?: true;
}

/** @param received header names in lower case */
export function toolAnswer(received: {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  truncated: boolean;
}): ToolAnswer {
  const type = received.headers['content-type'] ?? '';
  const answer = { status: received.status, ...(received.truncated ? { truncated: true as const } : {}) };
  if (type !== '' && !/^text\/|json|xml|javascript|x-www-form-urlencoded/i.test(type)) {
    return { ...answer, body: null, content_type: type.slice(0, 100) };
  }
  const text = decode(received.body, type);
  const mayBeJson = !received.truncated && (/json/i.test(type) || /^\s*[[{]/.test(text));
  return { ...answer, body: mayBeJson ? (parsed(text) ?? text) : text };
}

function decode(body: Buffer, type: string): string {
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

/** Deeper data stays text, because recursive code could overflow the stack. */
const MAX_DEPTH = 64;

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(MAX_DEPTH, value) ? undefined : value;
  } catch {
    return undefined;
  }
}
