import { describe, expect, it } from 'vitest';
import { isFollowable, pageKey, requestUrl, siteOf } from './page-url.ts';

describe('requestUrl', () => {
  it.each([
    ['https://Example.com:443/a#b', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&utm_medium=y', 'https://example.com/a'],
    ['https://example.com/a?id=1&fbclid=z&q=%20b', 'https://example.com/a?id=1&q=+b'],
    ['https://example.com/a?q=%20b&c', 'https://example.com/a?q=%20b&c'],
    ['https://example.com/a;jsessionid=F00?x=1', 'https://example.com/a?x=1'],
    ['http://example.com', 'http://example.com/'],
  ])('converts %s to %s', (url, expected) => {
    expect(requestUrl(url)).toBe(expected);
  });

  it.each(['mailto:a@b.c', 'nonsense', 'ftp://example.com/'])('returns null for %s', (url) => {
    expect(requestUrl(url)).toBeNull();
  });
});

describe('pageKey', () => {
  it.each([
    'https://example.com/a/',
    'http://example.com/a',
    'https://www.example.com/a#top',
    'https://example.com:443/a/index.html',
    'https://example.com/a/default.aspx',
    'https://example.com/a?gclid=1',
  ])('is the same for %s', (url) => {
    expect(pageKey(url)).toBe(pageKey('https://example.com/a'));
  });

  it('distinguishes paths, parameters, hosts and ports', () => {
    const urls = ['/a', '/A', '/a/b', '/a?x=1', '/a?x=2', '/indexes', '/'].map(
      (path) => `https://example.com${path}`,
    );
    urls.push('https://shop.example.com/a', 'https://example.com:8443/a', 'https://example.org/a');
    expect(new Set(urls.map(pageKey)).size).toBe(urls.length);
  });

  it('ignores the order of parameters', () => {
    expect(pageKey('https://example.com/?b=2&a=1')).toBe(pageKey('https://example.com/?a=1&b=2'));
  });
});

describe('isFollowable', () => {
  const site = siteOf(new URL('https://www.example.com/'));

  it.each([
    ['https://example.com/b', true],
    ['http://www.example.com/b?c', true],
    ['https://example.com/guide.html', true],
    ['https://example.com/v1.2', true],
    ['https://other.com/', false],
    ['https://example.com.evil.org/', false],
    ['https://sub.example.com/', false],
    ['https://example.com:8443/', false],
    ['https://example.com/a.PDF', false],
    ['https://example.com/a.jpg?width=3', false],
    [`https://example.com/${'a'.repeat(1_100)}`, false],
  ])('for %s is %s', (url, expected) => {
    expect(isFollowable(url, site)).toBe(expected);
  });
});
