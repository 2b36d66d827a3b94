import { expect, test } from 'vitest';
import { widgetSettings } from '#contract/widget-settings.ts';
import { originOf, originsIn } from './origin-of.ts';

test.each([
  ['https://example.com/', 'https://example.com'],
  ['https://Example.com/shop', 'https://example.com'],
  ['https://example.com/shop?from=mail#top', 'https://example.com'],
  ['  HTTPS://EXAMPLE.COM  ', 'https://example.com'],
  ['http://shop.example', 'http://shop.example'],
  ['https://shop.example:443/', 'https://shop.example'],
  ['https://shop.example:8443/a', 'https://shop.example:8443'],
  ['example.com', 'https://example.com'],
  ['Example.com/shop', 'https://example.com'],
  ['www.example.com?a=b', 'https://www.example.com'],
  ['shop.example:8443', 'https://shop.example:8443'],
  ['localhost:8080/page', 'http://localhost:8080'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
])('reads %s as the origin %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin);
  const origins = widgetSettings.shape.allowed_origins.safeParse([origin]);
  expect(origins).toMatchObject({ success: true, data: [origin] });
});

test.each([
  'example',
  '*.example.com',
  'https://*.example.com/',
  'ftp://example.com',
  'ana@example.com',
  'https://ana:secret@example.com/',
  'mailto:ana@example.com',
  'javascript:alert(1)',
  'https://',
  '/shop',
  '*',
])('returns %s unchanged, because it is not an origin', (typed) => {
  expect(originOf(typed)).toBe(typed);
});

test('splits a line into several sites', () => {
  expect(originsIn('https://a.example/, b.example  c.example;')).toEqual([
    'https://a.example',
    'https://b.example',
    'https://c.example',
  ]);
  expect(originsIn('  ')).toEqual([]);
});
