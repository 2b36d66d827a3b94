import { WebhookVerificationError } from './errors.ts';
import type { AssistantWebhook, WebhookEvent } from './generated/api-types.ts';

/** A request that your server received. */
export interface SignedRequest {
  /** The body exactly as received, before it is parsed. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` from the console or `webhookSecret.get`; several during a rotation. */
  secret: string | readonly string[];
  /** Largest difference between the clocks, and the oldest webhook that is accepted; 300 by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; the current time by default. */
  now?: number;
}

/** Verifies a webhook to an endpoint and returns its body. Throws `WebhookVerificationError`. */
export async function verifyWebhook(request: SignedRequest): Promise<WebhookEvent> {
  return asBody<WebhookEvent>(await verifySignature(request));
}

/** Verifies a webhook to the URL of an assistant and returns its body. Throws `WebhookVerificationError`. */
export async function verifyAssistantWebhook(request: SignedRequest): Promise<AssistantWebhook> {
  return asBody<AssistantWebhook>(await verifySignature(request));
}

/** Verifies any signed request, such as one to a mid-call tool, and returns the text of its body. */
export async function verifySignature(request: SignedRequest): Promise<string> {
  const { body, headers, secret, toleranceSeconds = 300, now = Date.now() } = request;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook is too old, or its timestamp is in the future.');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : null;
      // Compares in constant time.
      if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, content))) return text;
    }
  }
  throw new WebhookVerificationError('The webhook has no valid signature.');
}

function headerOf(headers: SignedRequest['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return text;
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null) throw new WebhookVerificationError('The secret is not a whsec_… secret.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Trusts the shape of the body, because the signature proves that the server wrote it. */
function asBody<Body>(text: string): Body {
  return JSON.parse(text);
}
