import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('an empty environment is valid: embedded database, offline providers, port 3000', () => {
  const { config, secrets } = readConfig({ PORT: '', PARLEY_LLM_BASE_URL: '  ' });
  expect(config).toMatchObject({
    port: 3000,
    role: 'all',
    publicUrl: null,
    trustedProxies: 0,
    isRegistrationOpen: false,
    requestsPerMinute: 6000,
    initialBalanceMicros: 100_000_000,
    logLevel: 'info',
    ownerEmail: null,
    ownerTimezone: null,
    fallbackModel: null,
  });
  expect(config.prices.widgetMessageMicros).toBe(10_000);
  expect(config.dataDirectory).toMatch(/\/data$/);
  expect(secrets).toMatchObject({
    databaseUrl: null,
    ownerPassword: null,
    providers: { openaiCompatible: [] },
    embedder: { kind: 'offline' },
  });
});

test.each<[Record<string, string>, string | null]>([
  [{}, 'sandbox'],
  [{ PARLEY_SANDBOX: 'off' }, null],
  [{ TWILIO: 'yes' }, 'twilio'],
  [{ TWILIO: 'yes', PARLEY_NUMBERS: 'sandbox' }, 'sandbox'],
  [{ TWILIO: 'yes', PARLEY_SANDBOX: 'off' }, 'twilio'],
])('%j buys numbers from %s', ({ TWILIO, ...environment }, shop) => {
  const account = { PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, PARLEY_TWILIO_AUTH_TOKEN: 'x' };
  const { config } = readConfig({ ...environment, ...(TWILIO === undefined ? {} : account) });
  expect(config.numberShop).toBe(shop);
});

test('reads all variables', () => {
  const { config, secrets } = readConfig({
    PORT: '65535',
    PARLEY_ROLE: 'api',
    DATABASE_URL: 'postgres://app:secret@db:5432/parley',
    PARLEY_PUBLIC_URL: 'https://parley.example/base//',
    PARLEY_TRUST_PROXY: '2',
    PARLEY_REGISTRATION: '1',
    PARLEY_RATE_LIMIT: '1',
    PARLEY_INITIAL_BALANCE: '12.345678',
    PARLEY_PRICES: 'widget_message=0.02, call_minute=1',
    PARLEY_MODEL_PRICES: 'ollama/llama=0:0',
    PARLEY_SPEECH_PRICES: 'transcriber/deepgram=0.0077',
    PARLEY_LLM_BASE_URL: 'http://localhost:11434/v1',
    PARLEY_LLM_MODELS: 'llama, mistral ,',
    PARLEY_LLM_VISION_MODELS: 'llama',
    PARLEY_LLM_NAME: 'ollama',
    PARLEY_LLM_API_KEY: 'key',
    PARLEY_EMBEDDINGS_BASE_URL: 'http://localhost:11434/v1',
    PARLEY_EMBEDDINGS_MODEL: 'nomic',
    PARLEY_EMBEDDINGS_DIMENSIONS: '768',
  });
  expect(config).toMatchObject({
    port: 65_535,
    role: 'api',
    publicUrl: 'https://parley.example/base',
    trustedProxies: 2,
    isRegistrationOpen: true,
    requestsPerMinute: 1,
    initialBalanceMicros: 12_345_678,
  });
  expect(config.prices).toMatchObject({ widgetMessageMicros: 20_000, callMinuteMicros: 1_000_000 });
  expect([...config.speechPrices]).toEqual([['transcriber/deepgram', 7700]]);
  expect([...config.modelPrices]).toEqual([['ollama/llama', { inputMicros: 0, outputMicros: 0 }]]);
  expect(secrets.databaseUrl).toBe('postgres://app:secret@db:5432/parley');
  expect(secrets.providers.openaiCompatible).toEqual([
    {
      name: 'ollama',
      baseUrl: 'http://localhost:11434/v1',
      models: ['llama', 'mistral'],
      visionModels: ['llama'],
      apiKey: 'key',
    },
  ]);
  expect(secrets.embedder).toMatchObject({ kind: 'openai-compatible', model: 'nomic', dimensions: 768 });
});

describe('invalid values are rejected with the variable’s name', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PARLEY_ROLE', 'everything'],
    ['PARLEY_PUBLIC_URL', 'parley.example'],
    ['PARLEY_PUBLIC_URL', 'ftp://parley.example'],
    ['PARLEY_TRUST_PROXY', 'maybe'],
    ['PARLEY_REGISTRATION', '2'],
    ['PARLEY_RATE_LIMIT', '0'],
    ['PARLEY_RATE_LIMIT', '1.5'],
    ['PARLEY_INITIAL_BALANCE', '-1'],
    ['PARLEY_INITIAL_BALANCE', '1e3'],
    ['PARLEY_LOG_LEVEL', 'loud'],
    ['PARLEY_OWNER_EMAIL', 'owner'],
    ['PARLEY_OWNER_TIMEZONE', 'Europe/Atlantis'],
    ['PARLEY_OWNER_TIMEZONE', '+02:00'],
    ['PARLEY_OWNER_PASSWORD', 'short'],
    ['PARLEY_PRICES', 'widget_message=cheap'],
    ['PARLEY_PRICES', 'tea=1'],
    ['PARLEY_PRICES', 'widget_message=0.0000001'],
    ['PARLEY_INITIAL_BALANCE', '1000000001'],
    ['PARLEY_PRICES', 'toString=1'],
    ['PARLEY_MODEL_PRICES', 'openai/gpt=1'],
    ['PARLEY_SPEECH_PRICES', 'deepgram=1'],
    ['PARLEY_SEARCH_MEMORY_MB', '15'],
    ['PARLEY_AUDIT_DAYS', '-1'],
    ['PARLEY_AUDIT_DAYS', '36501'],
    ['DATABASE_URL', 'mysql://db/parley'],
    ['PARLEY_LLM_BASE_URL', 'localhost:11434'],
    ['PARLEY_EMBEDDINGS_DIMENSIONS', '8193'],
  ])('%s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toContain(name);
  });

  test.each<[Record<string, string>, string]>([
    [{ PARLEY_ROLE: 'worker' }, 'DATABASE_URL'],
    [{ PARLEY_TWILIO_AUTH_TOKEN: 'x' }, 'PARLEY_TWILIO_ACCOUNT_SID'],
    [{ PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, 'PARLEY_TWILIO_AUTH_TOKEN'],
    [{ PARLEY_TWILIO_ACCOUNT_SID: 'AC', PARLEY_TWILIO_AUTH_TOKEN: 'x' }, 'PARLEY_TWILIO_ACCOUNT_SID'],
    [{ PARLEY_NUMBERS: 'twilio' }, 'PARLEY_NUMBERS'],
    [{ PARLEY_NUMBERS: 'sandbox', PARLEY_SANDBOX: 'off' }, 'PARLEY_NUMBERS'],
    [{ PARLEY_NUMBERS: 'shop' }, 'PARLEY_NUMBERS'],
    [{ PARLEY_LLM_BASE_URL: 'http://localhost:1/v1' }, 'PARLEY_LLM_MODELS'],
    [{ PARLEY_LLM_MODELS: 'llama' }, 'PARLEY_LLM_BASE_URL'],
    [
      {
        PARLEY_LLM_BASE_URL: 'http://localhost:1/v1',
        PARLEY_LLM_MODELS: 'a',
        PARLEY_LLM_VISION_MODELS: 'b',
      },
      'PARLEY_LLM_VISION_MODELS',
    ],
    [{ PARLEY_OPENAI_MODELS: 'gpt' }, 'OPENAI_API_KEY'],
    [{ PARLEY_OPENAI_REALTIME_MODELS: 'gpt-realtime' }, 'OPENAI_API_KEY'],
    [{ PARLEY_EMBEDDINGS_MODEL: 'nomic' }, 'PARLEY_EMBEDDINGS_BASE_URL'],
    [
      { PARLEY_LLM_BASE_URL: 'http://localhost:1/v1', PARLEY_LLM_MODELS: 'a', PARLEY_LLM_NAME: 'openai' },
      'PARLEY_LLM_NAME',
    ],
  ])('in an incomplete or contradictory environment: %j', (environment, name) => {
    expect(problemsOf(environment)).toContain(name);
  });

  test('with all problems reported together, without secrets', () => {
    const problems = problemsOf({
      PORT: 'x',
      PARLEY_ROLE: 'x',
      DATABASE_URL: 'http://app:hunter2@db/parley',
      PARLEY_OWNER_PASSWORD: 'hunter2',
    });
    for (const name of ['PORT', 'PARLEY_ROLE', 'DATABASE_URL', 'PARLEY_OWNER_PASSWORD']) {
      expect(problems).toContain(name);
    }
    expect(problems).not.toContain('hunter2');
  });
});

test('lists realtime models, or disables them', () => {
  const read = (models: string) =>
    readConfig({ OPENAI_API_KEY: 'key', PARLEY_OPENAI_REALTIME_MODELS: models }).secrets.providers.openai;
  expect(read('a, b')?.realtimeModels).toEqual(['a', 'b']);
  expect(read('off')?.realtimeModels).toEqual([]);
  expect(read('')).not.toHaveProperty('realtimeModels');
});
