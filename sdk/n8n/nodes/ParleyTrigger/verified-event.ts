import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { type SignedRequest, verifySignature } from '../../../typescript/src/webhook.ts';
import { asDataObject, send } from '../../api/request.ts';

/** The event of a webhook; null if the account's secret did not sign it. */
export async function verifiedEvent(context: IWebhookFunctions): Promise<IDataObject | null> {
  const { headers, rawBody } = context.getRequestObject();
  const request = { headers, body: rawBody };
  const stored = context.getWorkflowStaticData('node');
  const { secret: known } = stored;
  if (typeof known === 'string' && (await isSigned({ ...request, secret: known }))) return eventIn(rawBody);
  // The first webhook, or the secret was rotated.
  const { data } = asDataObject(await send(context, { method: 'GET', path: '/user/webhook-secret' }));
  const { secret } = asDataObject(data);
  if (typeof secret !== 'string' || secret === known) return null;
  if (!(await isSigned({ ...request, secret }))) return null;
  stored['secret'] = secret;
  return eventIn(rawBody);
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
