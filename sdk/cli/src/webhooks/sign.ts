import { createHmac } from 'node:crypto';

/** A webhook as the server would send it. */
export interface Webhook {
  id: string;
  body: string;
}

/** The headers of an attempt that starts now, signed as in Standard Webhooks. @param secret `whsec_…` */
export function signedHeaders({ id, body }: Webhook, secret: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley/command-line',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
