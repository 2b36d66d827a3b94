import { isJsonObject } from '../../../providers/spec/json.ts';

/** An answer as the assistant reads it: JSON where it is JSON, else text; null for anything that is neither. */
export interface ToolAnswer {
  status: number;
  body: unknown;
  /** Only for a body that is no text. */
  content_type?: string;
  /** The body was longer than what is read of it. */
  truncated?: true;
}

/** @param received with lower-case header names */
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
  const text = storableText(decode(received.body, type));
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

/** Deeper data is kept as text: neither we nor PostgreSQL follow it down without end. */
const MAX_DEPTH = 64;

function parsed(text: string): unknown {
  try {
    return storable(JSON.parse(text), MAX_DEPTH);
  } catch {
    return undefined;
  }
}

/** The same JSON value with texts that PostgreSQL stores. Throws a RangeError below `depth` levels. */
function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new RangeError('The answer is nested too deeply.');
  if (Array.isArray(value)) return value.map((item) => storable(item, depth - 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [storableText(key), storable(item, depth - 1)]));
}

function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
