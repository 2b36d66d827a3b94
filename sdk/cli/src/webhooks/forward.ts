import { CommandError, messageOf, UsageError } from '../terminal/failures.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { signedHeaders, type Webhook } from './sign.ts';

const PATIENCE_MS = 15_000;

/** The URL of a local server. */
export function forwardUrl(text: string): string {
  const written = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(written)) return new URL(written).href;
  throw new UsageError(`"${text}" is no URL. An example: http://localhost:3000/hook`);
}

interface Forwarding {
  url: string;
  secret: string;
}

/** Posts the webhook to a local server. Returns its status; null if it did not answer. */
export async function forward(
  webhook: Webhook,
  { url, secret }: Forwarding,
  terminal: Terminal,
): Promise<number | null> {
  const signal = AbortSignal.any([terminal.stopped, AbortSignal.timeout(PATIENCE_MS)]);
  const headers = signedHeaders(webhook, secret, new Date());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: webhook.body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (terminal.stopped.aborted) throw new CommandError('Canceled.');
    terminal.note(
      `${url} does not answer: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}`,
    );
    return null;
  }
}

export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
