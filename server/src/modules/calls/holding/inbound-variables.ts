import { storableObject } from '../../../core/storable.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { isJsonObject } from '../../../providers/spec/json.ts';

const TIMEOUT_MS = 2000;
const MAX_BYTES = 65_536;

/**
 * Asks the customer's `inbound_webhook_url` who calls: an object that comes within two seconds. Null: nothing usable came,
 * and the assistant's own variables count. Never rejects.
 */
export async function askInboundVariables(
  outbound: Pick<OutboundClient, 'request'>,
  about: { url: string; customerPhone: string | null; assistantPhone: string; signal: AbortSignal },
): Promise<Record<string, unknown> | null> {
  const { url, signal, customerPhone, assistantPhone } = about;
  try {
    const answer = await outbound.request({
      ...{ method: 'POST', url, signal, timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_BYTES },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ customer_phone: customerPhone, assistant_phone: assistantPhone }),
    });
    if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
    const value: unknown = JSON.parse(answer.body.toString());
    return isJsonObject(value) ? storableObject(value) : null;
  } catch {
    return null;
  }
}
