import { expect, test } from 'vitest';
import { VENDORS } from '../providers/vendors.ts';
import { readConfig } from './config.ts';
import { type StoredVendor, storedVendorProblems, withStoredVendors } from './stored-vendors.ts';

function stored(code: string, settings: StoredVendor['settings']): StoredVendor {
  const vendor = VENDORS.find((one) => one.code === code);
  if (vendor === undefined) throw new Error(`There is no vendor ${code}.`);
  return { vendor, settings };
}

const OPENAI = stored('openai', { api_key: 'stored', models: ['a', 'b'], voices: ['nova=Nova'] });
const OLLAMA = stored('openai-compatible', { base_url: 'http://127.0.0.1:11434/v1', models: ['llama'] });

test('stored settings mean the same as those of the environment', () => {
  const { secrets } = readConfig({
    OPENAI_API_KEY: 'stored',
    PARLEY_OPENAI_MODELS: 'a,b',
    PARLEY_OPENAI_VOICES: 'nova=Nova',
    PARLEY_LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
    PARLEY_LLM_MODELS: 'llama',
    PARLEY_EMBEDDINGS_BASE_URL: 'https://x.example/v1',
    PARLEY_EMBEDDINGS_MODEL: 'e',
    PARLEY_EMBEDDINGS_DIMENSIONS: '8',
  });
  const embeddings = stored('embeddings', { base_url: 'https://x.example/v1', model: 'e', dimensions: 8 });
  const { vendorVariables: _, ...inConsole } = withStoredVendors(readConfig({}).secrets, [
    OPENAI,
    OLLAMA,
    embeddings,
  ]);
  const { vendorVariables: __, ...inEnvironment } = secrets;
  expect(inConsole).toEqual(inEnvironment);
});

test('the environment wins, vendor by vendor', () => {
  const { secrets } = readConfig({ OPENAI_API_KEY: 'environment', DEEPGRAM_API_KEY: 'environment' });
  const merged = withStoredVendors(secrets, [OPENAI, OLLAMA, stored('cartesia', { api_key: 'stored' })]);
  expect(merged.providers.openai).toEqual({ apiKey: 'environment' });
  expect(merged.speech.openai?.apiKey).toBe('environment');
  expect(merged.providers.openaiCompatible.map(({ name }) => name)).toEqual(['local']);
  expect([...merged.speech.vendors].map(([code, { apiKey }]) => [code, apiKey])).toEqual([
    ['cartesia', 'stored'],
    ['deepgram', 'environment'],
  ]);
});

test('every vendor is read back from its required settings', () => {
  const VALUES = {
    api_key: 'key',
    account_sid: `AC${'1a'.repeat(16)}`,
    auth_token: 'token',
    base_url: 'https://x.example/v1',
    model: 'm',
    models: ['m'],
    voices: ['v'],
    dimensions: 8,
  };
  const base = readConfig({}).secrets;
  for (const vendor of VENDORS) {
    const required = vendor.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const settings = Object.fromEntries(
      Object.entries(VALUES).filter(([name]) => required.some((one) => one === name)),
    );
    expect(storedVendorProblems({ vendor, settings }), vendor.code).toEqual({});
    expect(withStoredVendors(base, [{ vendor, settings }]), vendor.code).not.toEqual(base);
  }
});
