/** A tool's response for the assistant: parsed JSON, else text; the body is null if it is neither. */
export interface ToolAnswer {
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}
