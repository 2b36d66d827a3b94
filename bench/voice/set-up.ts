import { z } from 'zod';
import { INSTANT_MODEL } from './speech.ts';

export const OWNER = { email: 'bench@example.com', password: 'correct horse battery' };
export const NUMBER = '+40312000001';

/** The server answers before its owner account exists. */
const LOGIN_TRIES = 50;
const listed = z.array(z.object({ id: z.number(), name: z.string() }));

/** Sets up an assistant behind a SIP trunk on loopback through the API. */
export async function setUp(api: string, sipPort: number): Promise<void> {
  const token = await logIn(api);
  await ask(api, { path: '/sandbox/balance', method: 'PUT', body: { amount: 10_000 }, token });
  const models = listed.parse(await ask(api, { path: '/user/assistants/models?type=llm', token }));
  const voices = listed.parse(
    await ask(api, { path: '/user/assistants/voices?mode=pipeline&language_id=1', token }),
  );
  const trunk = z.object({ data: z.object({ id: z.number() }) }).parse(
    await ask(api, {
      path: '/user/phone-numbers/sip-trunks',
      body: {
        sip_trunk_type: 'number',
        phone_number: NUMBER,
        sip_address: `127.0.0.1:${sipPort + 1}`,
        inbound_authorization_type: 'ip',
        allowed_inbound_ips: ['127.0.0.0/8'],
      },
      token,
    }),
  );
  const made = await ask(api, {
    path: '/user/assistant',
    body: {
      name: 'Bench',
      type: 'inbound',
      mode: 'pipeline',
      timezone: 'UTC',
      language_id: 1,
      initial_message: 'Hello, how can I help you?',
      system_prompt: 'Answer.',
      record: true,
      endpoint_sensitivity: 0.3,
      interrupt_sensitivity: 0,
      post_call_evaluation: false,
      voice_id: voices[0]?.id,
      llm_model_id: models.find(({ name }) => name === INSTANT_MODEL)?.id,
    },
    token,
  });
  const assistant = z.object({ data: z.object({ id: z.number() }) }).parse(made);
  // An inbound assistant becomes active when it gets a number.
  const body = { phone_number_id: trunk.data.id };
  await ask(api, { path: `/user/assistant/${assistant.data.id}`, method: 'PUT', body, token });
}

async function logIn(api: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const login = await ask(api, { path: '/login', body: OWNER });
      return z.object({ token: z.string() }).parse(login).token;
    } catch (error) {
      if (tries === LOGIN_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function ask(
  api: string,
  about: { path: string; method?: string; body?: object; token?: string },
): Promise<unknown> {
  const { path, body, token } = about;
  const response = await fetch(`${api}${path}`, {
    method: about.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
