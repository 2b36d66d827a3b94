/** A shop whose pages have a chat that knows the customer. Run: node shop.ts, then open http://localhost:8080/?customer=ana */
import { createServer } from 'node:http';
import { Parley } from '@parley/sdk';

const { PARLEY_API_URL = 'http://localhost:3000', PARLEY_API_KEY = '', PORT = '8080' } = process.env;
const parley = new Parley({ baseUrl: PARLEY_API_URL, apiKey: PARLEY_API_KEY });
const NAME = 'Shop chat';

interface Customer {
  name: string;
  order: string;
}

/** Stands for the customer of a session. */
const customers = new Map<string | null, Customer>([
  ['ana', { name: 'Ana', order: 'A-4711' }],
  ['dan', { name: 'Dan "the man"', order: 'A-4712' }],
]);

async function findAssistant(): Promise<string> {
  const found = (await parley.assistants.list()).find(({ name }) => name === NAME);
  if (found !== undefined) return found.uuid;
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
    initial_message: 'Hello {{name|there}}, do you have a question about your order {{order}}?',
    system_prompt: 'You help customers of a shop. Orders are delivered within three days.',
    widget_settings: { theme: 'auto', color: '#2563eb', position: 'bottom-right' },
  });
  return (await parley.assistants.get(data.id)).data.uuid;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The variables fill the assistant's texts. Visitors can change them, so they prove nothing. */
function page(assistant: string, customer: Customer | undefined): string {
  const variables = escaped(JSON.stringify(customer ?? {}));
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Shop</title></head>
  <body>
    <h1>Welcome${customer === undefined ? '' : `, ${escaped(customer.name)}`}</h1>
    <button type="button" onclick="ParleyChat.open()">Ask about your order</button>
    <script src="${PARLEY_API_URL}/widget.js" data-assistant="${assistant}"
      data-variables="${variables}" async></script>
  </body>
</html>`;
}

const assistant = await findAssistant();
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const html = page(assistant, customers.get(searchParams.get('customer')));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
});
server.listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}/?customer=ana`));
