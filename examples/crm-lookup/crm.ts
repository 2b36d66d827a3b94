/** Looks up callers before the assistant answers, so that it greets them by name. Run: node crm.ts */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Parley, verifySignature, WebhookVerificationError } from '@parley/sdk';

const { PARLEY_API_URL = 'http://localhost:3000', PARLEY_API_KEY = '', PORT = '8080' } = process.env;
/** Where Parley reaches this program. */
const { PUBLIC_URL = `http://127.0.0.1:${PORT}` } = process.env;
const parley = new Parley({ baseUrl: PARLEY_API_URL, apiKey: PARLEY_API_KEY });
const NAME = 'Reception';

/** Customers by number in international format. */
const customers: Record<string, object> = JSON.parse(readFileSync('customers.json', 'utf8'));

/** The assistant with this name and a number, which the first run creates. */
async function findAssistant(): Promise<number> {
  const found = (await parley.assistants.list()).find(({ name }) => name === NAME);
  if (found !== undefined) return found.id;
  const [free] = await parley.phoneNumbers.listAssignable({ type: 'inbound' });
  const number = free ?? (await parley.sandbox.phoneNumbers.create({ type: 'normal' })).data;
  const [voice] = await parley.voices.list({ mode: 'pipeline', language_id: 1 });
  const [model] = await parley.models.list({ type: 'llm' });
  const { data } = await parley.assistants.create({
    name: NAME,
    type: 'inbound',
    mode: 'pipeline',
    timezone: 'Europe/London',
    language_id: 1,
    voice_id: voice.id,
    llm_model_id: model.id,
    initial_message: 'Hello {{first_name|there}}, this is Acme. How can I help you?',
    system_prompt:
      'You answer calls to Acme. The customer has the {{plan|free}} plan, and {{open_tickets|no}} open tickets.',
  });
  // An inbound assistant takes calls once it has a number.
  await parley.assistants.update(data.id, { phone_number_id: number.id });
  return data.id;
}

const {
  data: { secret },
} = await parley.webhookSecret.get();
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  try {
    await verifySignature({ body, headers: request.headers, secret });
    const { customer_phone } = JSON.parse(body);
    // The call waits for this response, at most two seconds. An empty object leaves the assistant's own values.
    const variables = customers[customer_phone] ?? {};
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(variables));
    console.log(`${customer_phone}: ${customers[customer_phone] === undefined ? 'unknown' : 'known'}`);
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end();
  }
});
server.listen(Number(PORT));
const id = await findAssistant();
await parley.assistants.enableInboundWebhook({ assistant_id: id, webhook_url: `${PUBLIC_URL}/callers` });
const {
  data: { phone_number_id },
} = await parley.assistants.get(id);
const { data: numbers } = await parley.phoneNumbers.list();
console.log(`Call ${numbers.find((one) => one.id === phone_number_id)?.phone_number}.`);
