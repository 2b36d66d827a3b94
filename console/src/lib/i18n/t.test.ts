import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { rich, setCatalogue, t } from './t.ts';

afterEach(() => setCatalogue({}));

test('shows English without a catalogue', () => {
  expect(t('Save')).toBe('Save');
  expect(t('{count, plural, one {# call} other {# calls}}', { count: 1200 })).toBe('1,200 calls');
});

test('shows the translation of a text', () => {
  setCatalogue({ Save: 'Speichern', 'Delete {name}?': '{name} löschen?' });
  expect(t('Save')).toBe('Speichern');
  expect(t('Delete {name}?', { name: '{Ada}' })).toBe('{Ada} löschen?');
});

test('tells meanings apart by their context', () => {
  setCatalogue({ 'Open [verb]': 'Öffnen', 'Open [state]': 'Offen' });
  expect([t('Open', undefined, 'verb'), t('Open', undefined, 'state'), t('Open')]).toEqual([
    'Öffnen',
    'Offen',
    'Open',
  ]);
});

test('keeps braces of texts without values', () => {
  expect(t('Write {{name}}.')).toBe('Write {{name}}.');
});

test('puts elements into a text', () => {
  const link = rich('<a>Log in</a> as {name}.', {
    a: (content) => createElement('a', { href: '/login' }, content),
    name: createElement('b', null, 'Ada'),
  });
  expect(renderToStaticMarkup(link)).toBe('<a href="/login">Log in</a> as <b>Ada</b>.');
});
