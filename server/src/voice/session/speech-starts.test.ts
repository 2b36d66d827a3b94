import { expect, test } from 'vitest';
import { SpeechStarts } from './speech-starts.ts';

function speechStarts(): {
  says(sinceMs: number, untilMs: number): void;
  speechStarts(atMs: number): void;
  forget(): void;
  understood(nowMs: number): number;
} {
  const speech = new SpeechStarts();
  return {
    says(sinceMs, untilMs) {
      speech.update({ type: 'speech-started', atMs: sinceMs });
      speech.update({ type: 'speech-stopped', atMs: untilMs, voicedMs: untilMs - sinceMs });
    },
    speechStarts: (atMs) => speech.update({ type: 'speech-started', atMs }),
    forget: () => speech.forget(),
    understood: (nowMs) => speech.understood(nowMs),
  };
}

test('a transcript starts with the first sound of its utterance, even if a pause follows', () => {
  const customer = speechStarts();
  customer.says(1000, 1800);
  customer.says(3000, 4200);
  expect(customer.understood(4600)).toBe(1000);
  customer.says(9000, 9500);
  expect(customer.understood(9900)).toBe(9000);
});

test('a transcript does not start with a cough long before it', () => {
  const customer = speechStarts();
  customer.says(1000, 1200);
  customer.says(8000, 9000);
  expect(customer.understood(9300)).toBe(8000);
});

test('a transcript starts at its utterance, however long, but not at noise older than the transcript latency', () => {
  const customer = speechStarts();
  customer.says(10_000, 10_200);
  expect(customer.understood(60_000)).toBe(60_000);
  customer.says(70_000, 71_000);
  customer.says(72_500, 85_000);
  expect(customer.understood(89_900)).toBe(70_000);
});

test('a transcript during ongoing speech starts where the previous one ended', () => {
  const customer = speechStarts();
  customer.speechStarts(1000);
  expect(customer.understood(3000)).toBe(1000);
  expect(customer.understood(5000)).toBe(3000);
});

test('a transcript without detected speech starts now', () => {
  const customer = speechStarts();
  expect(customer.understood(700)).toBe(700);
  customer.says(1000, 1200);
  customer.understood(1400);
  expect(customer.understood(2000)).toBe(2000);
  customer.says(3000, 3500);
  customer.forget();
  expect(customer.understood(3600)).toBe(3600);
});
