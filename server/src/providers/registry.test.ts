import { expect, test } from 'vitest';
import { offeredLanguageModels } from './registry.ts';

const noFetch = () => Promise.reject(new Error('Making the list must not open a connection.'));
const codes = async (config: Parameters<typeof offeredLanguageModels>[0]) =>
  (await offeredLanguageModels(config, noFetch)).map((offer) => offer.code);

test('offers the offline model without configuration', async () => {
  expect(await codes({ openaiCompatible: [] })).toEqual(['offline/extractive']);
});

test('offers a vendor’s default models, or the configured ones', async () => {
  const vendors = await codes({
    openai: { apiKey: 'k' },
    anthropic: { apiKey: 'k' },
    google: { apiKey: 'k' },
    openaiCompatible: [],
  });
  for (const vendor of ['openai/', 'anthropic/', 'google/']) {
    expect(vendors.filter((code) => code.startsWith(vendor)).length).toBeGreaterThan(1);
  }
  expect(await codes({ openai: { apiKey: 'k', models: ['gpt-x'] }, openaiCompatible: [] })).toEqual([
    'openai/gpt-x',
    'offline/extractive',
  ]);
});

test('gives each endpoint its own codes, without duplicates', async () => {
  const endpoint = { baseUrl: 'http://127.0.0.1:1/v1', models: ['llama3', 'llama3'] };
  expect(
    await codes({
      openaiCompatible: [
        { ...endpoint, name: 'ollama' },
        { ...endpoint, name: 'lab' },
      ],
    }),
  ).toEqual(['ollama/llama3', 'lab/llama3', 'offline/extractive']);
});

test('shows a model by its configured name, else by its id', async () => {
  const config = {
    openai: { apiKey: 'k', models: ['gpt-x', 'gpt-y', 'gpt-z'] },
    openaiCompatible: [],
    modelNames: { 'gpt-x': 'The X', 'openai/gpt-y': 'The Y' },
  };
  const names = (await offeredLanguageModels(config, noFetch)).map((offer) => offer.name);
  expect(names.slice(0, 3)).toEqual(['The X', 'The Y', 'gpt-z']);
});
