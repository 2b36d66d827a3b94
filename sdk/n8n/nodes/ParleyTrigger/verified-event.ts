import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { type SignedRequest, verifySignature } from '../../../typescript/src/webhook.ts';
import { asDataObject, send } from '../../api/request.ts';

/** Signing secrets by node. Only in memory, because n8n stores the static data of workflows in plain text. */
const secrets = new Map<string, { secret: string; readAtMs: number }>();

/** Unsigned requests must not use up the rate limit of the API key. */
const READ_EVERY_MS = 10_000;

/** The event of a webhook; null if the account's secret did not sign it. */
export async function verifiedEvent(context: IWebhookFunctions): Promise<IDataObject | null> {
  const { headers, rawBody } = context.getRequestObject();
  const request = { headers, body: rawBody };
  const { id } = context.getNode();
  const known = secrets.get(id);
  if (known !== undefined && (await isSigned({ ...request, secret: known.secret }))) return eventIn(rawBody);
  if (known !== undefined && Date.now() - known.readAtMs < READ_EVERY_MS) return null;
  // The first webhook, or the secret was rotated.
  const { data } = asDataObject(await send(context, { method: 'GET', path: '/user/webhook-secret' }));
  const { secret } = asDataObject(data);
  if (typeof secret !== 'string') return null;
  secrets.set(id, { secret, readAtMs: Date.now() });
  return (await isSigned({ ...request, secret })) ? eventIn(rawBody) : null;
}

async function isSigned(request: SignedRequest): Promise<boolean> {
  return verifySignature(request).then(
    () => true,
    () => false,
  );
}

function eventIn(body: Uint8Array): IDataObject {
  return asDataObject(JSON.parse(new TextDecoder().decode(body)));
}
