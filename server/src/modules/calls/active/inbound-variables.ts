import { storableObject } from '../../../core/storable.ts';
import { parseJsonBody } from '../../../http/json-body.ts';
import { isJsonObject } from '../../../providers/interfaces/json.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';

const TIMEOUT_MS = 2000;
const MAX_BYTES = 65_536;

/**
 * Sends a signed request to the assistant's `inbound_webhook_url` and returns its JSON object of variables. Null on
 * timeout (2 s), errors and other content: the assistant's own variables apply. Never rejects.
 */
export async function askInboundVariables(
  { outbound, sign }: Pick<ActiveCallDeps, 'outbound' | 'sign'>,
  about: {
    userId: number;
    url: string;
    customerPhone: string | null;
    assistantPhone: string;
    signal: AbortSignal;
  },
): Promise<Record<string, unknown> | null> {
  const { userId, url, signal } = about;
  const { customerPhone: customer_phone, assistantPhone: assistant_phone } = about;
  const body = JSON.stringify({ customer_phone, assistant_phone });
  try {
    const signed = await sign({ userId, body });
    const answer = await outbound.request({
      method: 'POST',
      url,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_BYTES,
      headers: { ...signed, accept: 'application/json' },
      body,
    });
    if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
    const value = parseJsonBody(answer.body.toString());
    return isJsonObject(value) ? storableObject(value) : null;
  } catch {
    return null;
  }
}
