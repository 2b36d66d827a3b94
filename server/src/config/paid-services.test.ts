import { expect, test } from 'vitest';
import { paidServices, readConfig } from './config.ts';

const twilio = { PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, PARLEY_TWILIO_AUTH_TOKEN: 'x' };
const local = { PARLEY_LLM_BASE_URL: 'http://localhost:11434/v1', PARLEY_LLM_MODELS: 'llama' };
const embeddings = {
  PARLEY_EMBEDDINGS_BASE_URL: 'http://localhost:11434/v1',
  PARLEY_EMBEDDINGS_MODEL: 'nomic',
  PARLEY_EMBEDDINGS_DIMENSIONS: '768',
};

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [local, []],
  [embeddings, []],
  [twilio, ['Twilio']],
  [{ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' }, ['OpenAI', 'Anthropic', 'Google']],
  [{ ...local, PARLEY_LLM_NAME: 'groq', PARLEY_LLM_API_KEY: 'k' }, ['groq']],
  [{ ...embeddings, PARLEY_EMBEDDINGS_API_KEY: 'k' }, ['embeddings']],
])('finds in %j the paid services %j', (environment, services) => {
  expect(paidServices(readConfig(environment).secrets)).toEqual(services);
});
