import { expect, test } from 'vitest';
import { confirmation } from '../outgoing/confirm-opt-out.ts';

const ALL = 'en ro fr es de lt it ar pt da nl pl sv no fi cs sk hu bg el tr ru uk hi ja zh ko vi id he'.split(
  ' ',
);

test.each([
  [[], ['ro', 'en'], /Nu veți mai primi/],
  [['ro'], ['en'], /Nu veți mai primi/],
  [['bg', 'ru', 'uk'], ['en', 'uk'], /Ви більше не/],
  [['bg', 'ru', 'uk'], ['en'], /Няма да/],
  [[], [], /You will receive no more/],
  [['xx'], ['yy'], /You will receive no more/],
])('confirms a word of %j in the right language if the assistant knows %j', (languages, spoken, sentence) => {
  expect(confirmation('stop', { languages, spoken })).toMatch(sentence);
});

test('every language has a confirmation that says how to undo the change', () => {
  const english = confirmation('stop', { languages: [], spoken: [] });
  for (const language of ALL) {
    const about = { languages: [], spoken: [language] };
    expect(confirmation('stop', about), language).toContain('START');
    expect(confirmation('start', about), language).toContain('STOP');
    if (language !== 'en') expect(confirmation('stop', about), language).not.toBe(english);
  }
});
