import { expect, test } from 'vitest';
import { MOST_SHOWN, optionsFound } from './options-found.ts';

const options = Array.from({ length: 1_000 }, (_, index) => ({
  value: String(index),
  label: `Front desk ${index}`,
  ...(index === 700 && { hint: 'Mill Inn' }),
}));

const valuesOf = (typed: string, chosen: string | null = null): string[] =>
  optionsFound(options, typed, chosen).shown.map(({ value }) => value);

test('shows the first options of a long list and counts the rest', () => {
  expect(valuesOf('')).toEqual(options.slice(0, MOST_SHOWN).map(({ value }) => value));
  expect(optionsFound(options, '', null).more).toBe(1_000 - MOST_SHOWN);
});

test('finds the typed words in any order, in labels and hints', () => {
  expect(valuesOf('desk 99 FRONT')).toEqual(
    [
      '99',
      ...Array.from({ length: 10 }, (_, at) => `${990 + at}`),
      '199',
      '299',
      '399',
      '499',
      '599',
      '699',
      '799',
      '899',
    ].sort((a, b) => Number(a) - Number(b)),
  );
  expect(valuesOf(' mill  inn ')).toEqual(['700']);
  expect(optionsFound(options, 'mill inn', null).more).toBe(0);
  expect(valuesOf('no such option')).toEqual([]);
});

test('includes the chosen option until something is typed', () => {
  expect(valuesOf('', '999').slice(0, 2)).toEqual(['999', '0']);
  expect(valuesOf('', '999')).toHaveLength(MOST_SHOWN);
  expect(valuesOf('', '3')).toEqual(valuesOf(''));
  expect(valuesOf('desk', '999')).toEqual(valuesOf('desk'));
});

test('puts exact matches first, then matches at the start', () => {
  const lately = options.toReversed();
  const found = optionsFound(lately, 'front desk 77', null).shown.map(({ value }) => value);
  expect(found.slice(0, 3)).toEqual(['77', '779', '778']);
  expect(optionsFound(lately, 'desk 77', null).shown[0]?.value).toBe('779');
});
