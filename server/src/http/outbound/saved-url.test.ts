import { describe, expect, test } from 'vitest';
import { parseAddressRanges } from './address-rules.ts';
import { savedUrlErrors } from './saved-url.ts';
import { addressProblem } from './url-rules.ts';

interface Options {
  allow?: string;
  stored?: string | null;
}

const errorsOf = (url: string | null | undefined, { allow = '', stored = null }: Options = {}) => {
  const { ranges } = parseAddressRanges(allow);
  const outbound = { addressProblem: (text: string) => addressProblem(text, ranges) };
  return savedUrlErrors(outbound, 'url', { url, stored });
};

describe('a URL to save', () => {
  test.each([
    ['http://127.0.0.1/hook', 'loopback'],
    ['http://10.0.0.5/', 'private'],
    ['https://[::1]:8443/', 'loopback'],
    ['http://169.254.169.254/latest', 'metadata'],
    ['http://localhost:3000/', 'loopback'],
    ['http://2130706433/', 'loopback'],
    ['http://api.localhost/{id}/{{Customer Name}}', 'loopback'],
    ['http://10.0.0.5/{id}?name={{Customer Name}}', 'private'],
  ])('is refused: %s', (url, range) => {
    expect(errorsOf(url)).toEqual({
      url: [
        `The address is not public (${range}). The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.`,
      ],
    });
  });

  test.each([
    ['https://example.com/', {}],
    ['http://intranet/hook', {}],
    ['http://8.8.8.8/', {}],
    ['http://127.0.0.1/hook', { allow: '127.0.0.0/8' }],
    ['http://localhost/', { allow: '127.0.0.1' }],
    ['http://10.0.0.5/', { stored: 'http://10.0.0.5/' }],
    [null, {}],
    [undefined, {}],
  ])('is accepted: %s with %j', (url, options) => {
    expect(errorsOf(url, options)).toEqual({});
  });
});
