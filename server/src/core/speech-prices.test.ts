import { expect, test } from 'vitest';
import { parseSpeechPrices, speechPriceOf } from './speech-prices.ts';

test('parses prices by kind and provider; local providers are free, unlisted ones unknown', () => {
  const result = parseSpeechPrices(
    ' transcriber/deepgram = 0.0077 ,synthesizer/my-own.voice=50,transcriber/local=0',
  );
  if ('problem' in result) throw new Error(result.problem);
  const { value: prices } = result;
  expect(speechPriceOf(prices, 'transcriber', 'deepgram')).toBe(7700);
  expect(speechPriceOf(prices, 'synthesizer', 'my-own.voice')).toBe(50_000_000);
  expect(speechPriceOf(prices, 'transcriber', 'local')).toBe(0);
  expect(speechPriceOf(prices, 'synthesizer', 'deepgram')).toBeNull();
  expect(speechPriceOf(prices, 'synthesizer', 'flite')).toBe(0);
});

test.each([
  '',
  'deepgram=1',
  'transcriber/deepgram',
  'transcriber/deepgram=',
  'transcriber/deepgram=-1',
  'transcriber/deepgram=1:2',
  'transcriber/deepgram=0.0000001',
  'hearing/deepgram=1',
  'transcriber/deepgram=1,',
  'transcriber/deepgram=1,transcriber/deepgram=2',
  'synthesizer/flite=1',
])('refuses %j', (text) => {
  expect(parseSpeechPrices(text)).toHaveProperty('problem');
});
