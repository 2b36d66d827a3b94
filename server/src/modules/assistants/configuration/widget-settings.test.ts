import { expect, test } from 'vitest';
import { WIDGET_DEFAULTS } from '#contract/widget-settings.ts';
import { mergeWidgetSettings } from './widget-settings.ts';

test('a new assistant gets the defaults for missing and null settings', () => {
  expect(mergeWidgetSettings(null, { color: '#ff0000', title: null })).toEqual({
    ...WIDGET_DEFAULTS,
    color: '#ff0000',
  });
});

test('a change keeps what it lacks, and null restores a default', () => {
  const stored = { ...WIDGET_DEFAULTS, title: 'Shop', theme: 'dark' as const, starters: ['Prices?'] };
  expect(mergeWidgetSettings(stored, { theme: null, subtitle: 'Daily' })).toEqual({
    ...stored,
    theme: 'light',
    subtitle: 'Daily',
  });
  expect(mergeWidgetSettings(stored, null)).toEqual(WIDGET_DEFAULTS);
});

test('settings from before a setting was added get its default', () => {
  const { starters, ...old } = { ...WIDGET_DEFAULTS, color: '#00ff00' };
  expect(mergeWidgetSettings(old, {})).toEqual({ ...old, starters: [] });
});

test('times of day have two digits for the hour', () => {
  const hours = [{ day: 'monday' as const, opens: '9:00', closes: '17:30' }];
  expect(mergeWidgetSettings(null, { working_hours: hours }).working_hours).toEqual([
    { day: 'monday', opens: '09:00', closes: '17:30' },
  ]);
});
