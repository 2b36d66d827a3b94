/** Calls everyone in appointments.csv one after the other and writes the answers to results.csv. Run: node remind.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { Parley, ParleyError } from '@parley/sdk';

const { PARLEY_API_URL = 'http://localhost:3000', PARLEY_API_KEY = '' } = process.env;
const parley = new Parley({ baseUrl: PARLEY_API_URL, apiKey: PARLEY_API_KEY });
const NAME = 'Appointment reminders';

/** The assistant with this name, which the first run creates. */
async function findAssistant(): Promise<number> {
  const found = (await parley.assistants.list()).find(({ name }) => name === NAME);
  if (found !== undefined) return found.id;
  const [voice] = await parley.voices.list({ mode: 'pipeline', language_id: 1 });
  const [model] = await parley.models.list({ type: 'llm' });
  const { data } = await parley.assistants.create({
    name: NAME,
    type: 'outbound',
    mode: 'pipeline',
    timezone: 'Europe/London',
    language_id: 1,
    voice_id: voice.id,
    llm_model_id: model.id,
    initial_message: 'Hello {{name|there}}, this is Harbour Dental about your appointment on {{time}}.',
    system_prompt:
      'You call patients of Harbour Dental to remind them of their appointment on {{time}}. ' +
      'Ask whether they will come. If they want another time, say that the practice will call back.',
    tools: [{ type: 'end_call', description: 'Ends the call after the goodbye.' }],
    post_call_schema: [
      { name: 'confirmed', type: 'bool', description: 'Whether the patient will come.' },
      { name: 'summary', type: 'string', description: 'What the patient said, in one sentence.' },
    ],
  });
  return data.id;
}

/** Calls one patient and waits for the end of the call. */
async function remind(assistant: number, { id, name, phone, time }: Appointment): Promise<string[]> {
  const { call_id } = await parley.calls.make(
    { assistant_id: assistant, phone_number: phone, variables: { name, time }, external_id: id },
    // A second run on the same day does not call again.
    { idempotencyKey: `reminder-${id}` },
  );
  for await (const { type } of await parley.calls.events.stream(call_id)) if (type === 'call.ended') break;
  let call = await parley.calls.get(call_id);
  // The transcript is evaluated after the call.
  for (; call.evaluation === null; call = await parley.calls.get(call_id))
    await new Promise((resolve) => setTimeout(resolve, 500));
  const answerTo = (field: string) => call.evaluation?.find((one) => one.name === field)?.value ?? '';
  return [id, phone, call.status, String(answerTo('confirmed')), String(answerTo('summary'))];
}

interface Appointment {
  id: string;
  name: string;
  phone: string;
  time: string;
}

/** Reads a CSV file without quotes. */
function readAppointments(file: string): Appointment[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [id = '', name = '', phone = '', time = ''] = line.split(',').map((cell) => cell.trim());
    return { id, name, phone, time };
  });
}

const { data: numbers } = await parley.phoneNumbers.list();
if (numbers.length === 0) await parley.sandbox.phoneNumbers.create({ type: 'normal' });
const assistant = await findAssistant();
const rows = [['id', 'phone', 'status', 'confirmed', 'summary']];
for (const appointment of readAppointments('appointments.csv')) {
  try {
    rows.push(await remind(assistant, appointment));
  } catch (error) {
    // For example a wrong number: the others are still called.
    if (!(error instanceof ParleyError)) throw error;
    rows.push([appointment.id, appointment.phone, 'not called', '', error.message]);
  }
  console.log(rows.at(-1)?.join(' | '));
}
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
writeFileSync('results.csv', rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
