import type { KeyObject } from 'node:crypto';
import { signatureHeader } from './signature.ts';

/** Signature headers of a request, as in Standard Webhooks. */
export function signedHeaders(
  keys: readonly KeyObject[],
  message: { id: string; sentAt: Date; body: string; userAgent: string },
): Record<string, string> {
  const { id, body, userAgent } = message;
  const timestampSeconds = Math.floor(message.sentAt.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatureHeader(keys, { id, timestampSeconds, body }),
  };
}
