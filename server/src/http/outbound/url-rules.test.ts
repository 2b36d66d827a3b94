import { describe, expect, it } from 'vitest';
import { parseAddressRanges } from './address-rules.ts';
import { checkUrl, refusalReason } from './url-rules.ts';

function problem(text: string, allow = ''): string | null {
  const judged = checkUrl(text, parseAddressRanges(allow).ranges);
  return judged instanceof URL ? null : refusalReason(judged);
}

describe('checkUrl', () => {
  it.each([
    'https://example.com/hook?x=1#part',
    'http://example.com:8080',
    'HTTPS://EXAMPLE.com',
    'https://bücher.example/ä',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'http://intranet/hook',
    'https://example.com./',
    'https://example.com/a%20b',
    'https://localhost.example.com/',
  ])('accepts %s', (url) => {
    expect(problem(url)).toBeNull();
  });

  it.each([
    '',
    'example.com',
    'https://',
    'https:///path',
    'https:/example.com',
    'https:example.com',
    'http:\\\\example.com',
    'https://exa mple.com',
    ' https://example.com',
    'https://example.com/\n',
    'https://example.com\u0000',
    'https://example..com',
    'https://.example.com',
    `https://${'a'.repeat(64)}.com`,
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://[::1',
    'https://256.256.256.256/',
    '//example.com',
  ])('refuses %j as malformed', (url) => {
    expect(problem(url)).toBe('The address is not a valid URL.');
  });

  it.each([
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'javascript:alert(1)',
    'data:,x',
  ])('refuses %s because of its scheme', (url) => {
    expect(problem(url)).toBe('Only http and https URLs are allowed.');
  });

  it.each(['https://user@example.com', 'https://user:password@example.com', 'https://:password@example.com'])(
    'refuses %s because of its credentials',
    (url) => {
      expect(problem(url)).toBe('URLs with a user name or password are not allowed.');
    },
  );

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://017700000001',
    'http://0x7f.0.0.1',
    'http://0',
    'http://①②⑦.0.0.1',
    'http://127。0。0。1',
    'http://127.0.0.1.',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::a00:1]',
    'http://localhost',
    'http://LOCALHOST.',
    'http://x.localhost',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://169.254.169.254/latest/meta-data/',
  ])('refuses %s because of its address', (url) => {
    expect(problem(url)).toMatch(/^The address is not public/);
  });

  it('allows ranges listed in the configuration', () => {
    expect(problem('http://127.1:9000/', '127.0.0.0/8')).toBeNull();
    expect(problem('http://localhost:9000/', '127.0.0.0/8')).toBeNull();
    expect(problem('http://localhost:9000/', '::1')).toBeNull();
    expect(problem('http://[::1]/', '127.0.0.0/8')).not.toBeNull();
    expect(problem('http://metadata.google.internal/', '169.254.0.0/16')).not.toBeNull();
    expect(problem('http://metadata.google.internal/', '169.254.169.254')).toBeNull();
  });
});
