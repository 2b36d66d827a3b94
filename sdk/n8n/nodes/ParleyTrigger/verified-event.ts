import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { type SignedRequest, verifySignature } from '../../../typescript/src/webhook.ts';
import { asDataObject, send } from '../../api/request.ts';

interface Reading {
  /** Null if the secret could not be read. */
  secret: Promise<string | null>;
  readAtMs: number;
}

/** By credential, because copies of a workflow have the same node ids. In memory, because n8n stores static data in plain text. */
const readings = new Map<string, Reading>();

/** Unsigned requests must not use up the rate limit of the API key. */
const READ_EVERY_MS = 10_000;

/** The event of a webhook; null if the account's secret did not sign it. */
export async function verifiedEvent(context: IWebhookFunctions): Promise<IDataObject | null> {
  const { headers, rawBody } = context.getRequestObject();
  const isSignedWith = async (secret: string | null): Promise<boolean> =>
    secret !== null && isSigned({ headers, body: rawBody, secret });
  const credential = JSON.stringify(await context.getCredentials('parleyApi'));
  const known = readings.get(credential);
  if (known !== undefined && (await isSignedWith(await known.secret))) return eventIn(rawBody);
  if (known !== undefined && Date.now() - known.readAtMs < READ_EVERY_MS) return null;
  // The first webhook, or the secret was rotated.
  const reading = readSecret(context);
  readings.set(credential, { secret: reading.catch(() => null), readAtMs: Date.now() });
  return (await isSignedWith(await reading)) ? eventIn(rawBody) : null;
}

async function readSecret(context: IWebhookFunctions): Promise<string | null> {
  const { data } = asDataObject(await send(context, { method: 'GET', path: '/user/webhook-secret' }));
  const { secret } = asDataObject(data);
  return typeof secret === 'string' ? secret : null;
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
