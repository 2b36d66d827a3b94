import { expect, test } from 'vitest';
import { SpeechBegins } from './speech-begins.ts';

function begins(): {
  says(sinceMs: number, untilMs: number): void;
  begins(atMs: number): void;
  forget(): void;
  understood(nowMs: number): number;
} {
  const speech = new SpeechBegins();
  return {
    says(sinceMs, untilMs) {
      speech.heard({ type: 'started', atMs: sinceMs });
      speech.heard({ type: 'stopped', atMs: untilMs, voicedMs: untilMs - sinceMs });
    },
    begins: (atMs) => speech.heard({ type: 'started', atMs }),
    forget: () => speech.forget(),
    understood: (nowMs) => speech.understood(nowMs),
  };
}

test('words began with the first sound of their sentence, pauses in it and all', () => {
  const customer = begins();
  customer.says(1000, 1800);
  customer.says(3000, 4200);
  expect(customer.understood(4600)).toBe(1000);
  customer.says(9000, 9500);
  expect(customer.understood(9900)).toBe(9000);
});

test('a cough long before the words is not their begin', () => {
  const customer = begins();
  customer.says(1000, 1200);
  customer.says(8000, 9000);
  expect(customer.understood(9300)).toBe(8000);
});

test('a noise that ended longer ago than any words are late is not their begin; a long sentence is, pauses and all', () => {
  const customer = begins();
  customer.says(10_000, 10_200);
  expect(customer.understood(60_000)).toBe(60_000);
  customer.says(70_000, 71_000);
  customer.says(72_500, 85_000);
  expect(customer.understood(89_900)).toBe(70_000);
});

test('words that are understood while the customer goes on begin where those before them ended', () => {
  const customer = begins();
  customer.begins(1000);
  expect(customer.understood(3000)).toBe(1000);
  expect(customer.understood(5000)).toBe(3000);
});

test('words without sound, or of speech that was not heard to begin, are of now', () => {
  const customer = begins();
  expect(customer.understood(700)).toBe(700);
  customer.says(1000, 1200);
  customer.understood(1400);
  expect(customer.understood(2000)).toBe(2000);
  customer.says(3000, 3500);
  customer.forget();
  expect(customer.understood(3600)).toBe(3600);
});
