/** An assistant that books tables: serves its tool, and creates the tool and the assistant on the first run. Run: node booking.ts */
import { createServer, type IncomingMessage } from 'node:http';
import { Parley, verifySignature, WebhookVerificationError } from '@parley/sdk';

const { PARLEY_API_URL = 'http://localhost:3000', PARLEY_API_KEY = '', PORT = '8080' } = process.env;
/** Where Parley reaches this program. */
const { PUBLIC_URL = `http://127.0.0.1:${PORT}` } = process.env;
const parley = new Parley({ baseUrl: PARLEY_API_URL, apiKey: PARLEY_API_KEY });
const NAME = 'Mill Inn bookings';
const TABLES = 2;

interface Booking {
  day: string;
  guests: number;
}

/** Use a database instead. The key is the idempotency key of the request, which a repeated request has too. */
const bookings = new Map<string, Booking>();

/** Books a table unless all are taken. The assistant reads `message` to the customer. */
function book(key: string, { day, guests }: Booking): { message: string } {
  const taken = [...bookings].filter(([other, one]) => other !== key && one.day === day);
  if (taken.length >= TABLES) return { message: `All tables are taken on ${day}.` };
  bookings.set(key, { day, guests });
  return { message: `A table for ${guests} is booked on ${day}.` };
}

async function findAssistant(): Promise<string> {
  const found = (await parley.assistants.list()).find(({ name }) => name === NAME);
  if (found !== undefined) return found.uuid;
  const { data: tool } = await parley.tools.create({
    name: 'book_table',
    description: 'Books a table. Use it when the customer wants to book a table.',
    endpoint: `${PUBLIC_URL}/bookings`,
    method: 'POST',
    schema: [
      { name: 'day', type: 'string', description: 'Day of the week' },
      { name: 'guests', type: 'number', description: 'Number of guests' },
    ],
  });
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
    initial_message: 'Mill Inn, good evening. Would you like to book a table?',
    system_prompt: 'You book tables of the Mill Inn. Ask for the day and the number of guests.',
    tool_ids: [tool.id],
  });
  return (await parley.assistants.get(data.id)).data.uuid;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}

const {
  data: { secret },
} = await parley.webhookSecret.get();
const server = createServer(async (request, response) => {
  try {
    const body = await verifySignature({ body: await bodyOf(request), headers: request.headers, secret });
    const answer = book(String(request.headers['idempotency-key']), JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end();
  }
});
server.listen(Number(PORT));
console.log(`Test the assistant: ${PARLEY_API_URL}/assistants (${await findAssistant()})`);
