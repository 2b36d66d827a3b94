import { expect, test } from 'vitest';
import { EnvironmentReader } from './environment-reader.ts';
import { readOidc } from './oidc.ts';

const PROVIDER = {
  PARLEY_OIDC_ISSUER: 'https://id.example.com',
  PARLEY_OIDC_CLIENT_ID: 'parley',
  PARLEY_OIDC_CLIENT_SECRET: 'secret',
};

function read(environment: Record<string, string>) {
  const reader = new EnvironmentReader(environment);
  return { oidc: readOidc(reader), problems: reader.problems };
}

test('is off without variables', () => {
  expect(read({})).toEqual({ oidc: null, problems: [] });
});

test('lets only existing members in by default', () => {
  expect(read(PROVIDER)).toEqual({
    oidc: {
      issuer: 'https://id.example.com',
      clientId: 'parley',
      clientSecret: 'secret',
      name: 'single sign-on',
      trustsEmail: false,
      signup: null,
    },
    problems: [],
  });
});

test('reads the domains and the role of people who join by logging in', () => {
  const environment = {
    ...PROVIDER,
    PARLEY_OIDC_SIGNUP_DOMAINS: 'Example.com, example.org',
    PARLEY_OIDC_SIGNUP_ROLE: 'agent',
  };
  expect(read(environment).oidc?.signup).toEqual({ domains: ['example.com', 'example.org'], role: 'agent' });
});

test.each<[string, Record<string, string>, string]>([
  ['a missing secret', { ...PROVIDER, PARLEY_OIDC_CLIENT_SECRET: '' }, 'Missing: PARLEY_OIDC_CLIENT_SECRET'],
  ['an unencrypted issuer', { ...PROVIDER, PARLEY_OIDC_ISSUER: 'http://id.example.com' }, 'https://'],
  ['domains without a role', { ...PROVIDER, PARLEY_OIDC_SIGNUP_DOMAINS: 'example.com' }, 'belong together'],
  ['a role without domains', { ...PROVIDER, PARLEY_OIDC_SIGNUP_ROLE: 'agent' }, 'belong together'],
  [
    'owners by login',
    { ...PROVIDER, PARLEY_OIDC_SIGNUP_DOMAINS: 'example.com', PARLEY_OIDC_SIGNUP_ROLE: 'owner' },
    'belong together',
  ],
  [
    'every domain',
    { ...PROVIDER, PARLEY_OIDC_SIGNUP_DOMAINS: '*', PARLEY_OIDC_SIGNUP_ROLE: 'agent' },
    'must be domains',
  ],
])('refuses %s', (_name, environment, problem) => {
  const { problems } = read(environment);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});
