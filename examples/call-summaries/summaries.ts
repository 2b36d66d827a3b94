/** Appends every ended call to calls.csv and, with SLACK_WEBHOOK_URL, posts it to a chat. Run: node summaries.ts */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Parley, verifyWebhook, WebhookVerificationError } from '@parley/sdk';
import type { WebhookEvent } from '@parley/sdk/types';

const { PARLEY_API_URL = 'http://localhost:3000', PARLEY_API_KEY = '', PORT = '8080' } = process.env;
/** Where Parley reaches this program, and an incoming webhook of Slack or a compatible chat. */
const { PUBLIC_URL = `http://127.0.0.1:${PORT}`, SLACK_WEBHOOK_URL } = process.env;
const parley = new Parley({ baseUrl: PARLEY_API_URL, apiKey: PARLEY_API_KEY });
const FILE = 'calls.csv';
const COLUMNS = ['webhook', 'call', 'customer', 'status', 'seconds', 'cost', 'summary'];

type EndedCall = Extract<WebhookEvent, { type: 'call.ended' }>;

/** Cells that begin like a formula would run in a spreadsheet. */
function quoted(value: unknown): string {
  const text = String(value ?? '').replace(/^([=@\t\r]|[+-](?!\d+$))/, "'$1");
  return `"${text.replaceAll('"', '""')}"`;
}

function append({ id, data }: EndedCall): void {
  const { summary } = data.extracted_variables;
  const row = [id, data.id, data.customer_phone, data.status, data.duration, data.total_cost, summary];
  if (!existsSync(FILE)) appendFileSync(FILE, `${COLUMNS.join(',')}\n`);
  appendFileSync(FILE, `${row.map(quoted).join(',')}\n`);
}

/** A webhook can arrive twice, with the same id. */
const isStored = (id: string): boolean => existsSync(FILE) && readFileSync(FILE, 'utf8').includes(`"${id}"`);

async function post({ data }: EndedCall): Promise<void> {
  if (SLACK_WEBHOOK_URL === undefined) return;
  const { summary } = data.extracted_variables;
  const text = `Call with ${data.customer_phone ?? 'a website visitor'}: ${summary ?? data.end_reason ?? data.status}`;
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(SLACK_WEBHOOK_URL, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text }),
  });
  if (!ok) throw new Error(`The chat answered ${status}.`);
}

const {
  data: { secret },
} = await parley.webhookSecret.get();
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  try {
    const event = await verifyWebhook({ body, headers: request.headers, secret });
    if (event.type === 'call.ended' && !isStored(event.id)) {
      await post(event);
      append(event);
      console.log(`Stored call ${event.data.id}.`);
    }
    response.writeHead(204).end();
  } catch (error) {
    // Parley sends the webhook again after a response that is not 2xx.
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
    console.error(error instanceof Error ? error.message : error);
  }
});
server.listen(Number(PORT));
const url = `${PUBLIC_URL}/calls`;
const { data: endpoints } = await parley.webhookEndpoints.list();
if (!endpoints.some((one) => one.url === url))
  await parley.webhookEndpoints.create({ url, events: ['call.ended'] });
console.log(`Waiting for calls at ${url}.`);
