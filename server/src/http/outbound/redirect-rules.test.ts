import { describe, expect, it } from 'vitest';
import { type Hop, nextHop, redirectTarget } from './redirect-rules.ts';

const from = new URL('https://a.example/one');
const hop: Hop = {
  method: 'POST',
  url: from,
  headers: {
    authorization: 'Bearer secret',
    cookie: 'a=1',
    'x-api-key': 'secret',
    accept: 'text/html',
    'content-type': 'application/json',
  },
  body: '{}',
};

describe('redirectTarget', () => {
  it('resolves the location against the URL of the redirect', () => {
    expect(redirectTarget(302, '../two?x', from)?.href).toBe('https://a.example/two?x');
    expect(redirectTarget(308, '//b.example/', from)?.href).toBe('https://b.example/');
  });

  it('returns null for other answers and unusable locations', () => {
    expect(redirectTarget(200, '/two', from)).toBeNull();
    expect(redirectTarget(304, '/two', from)).toBeNull();
    expect(redirectTarget(302, undefined, from)).toBeNull();
    expect(redirectTarget(302, 'http://[', from)).toBeNull();
  });
});

describe('nextHop', () => {
  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('turns a POST after status %i into %s', (status, method) => {
    const next = nextHop(hop, status, new URL('https://a.example/two'));
    expect(next.method).toBe(method);
    expect(next.body).toBe(method === 'GET' ? null : '{}');
    expect('content-type' in next.headers).toBe(method === 'POST');
    expect(next.headers['authorization']).toBe('Bearer secret');
  });

  it('keeps PUT and DELETE after 301', () => {
    expect(nextHop({ ...hop, method: 'PUT' }, 301, from).method).toBe('PUT');
    expect(nextHop({ ...hop, method: 'DELETE' }, 302, from).method).toBe('DELETE');
    expect(nextHop({ ...hop, method: 'DELETE' }, 303, from).method).toBe('GET');
    expect(nextHop({ ...hop, method: 'HEAD', body: null }, 303, from).method).toBe('HEAD');
  });

  it.each(['https://b.example/', 'http://a.example/', 'https://a.example:8443/'])(
    'drops custom headers for %s',
    (url) => {
      expect(nextHop(hop, 307, new URL(url)).headers).toEqual({
        accept: 'text/html',
        'content-type': 'application/json',
      });
    },
  );
});
