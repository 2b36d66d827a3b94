import { ROLES, type Role } from '#contract/roles.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** Login with an identity provider (OpenID Connect). */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button of the login page. */
  name: string;
  /** True if all addresses of the provider are verified, although it does not say so. */
  trustsEmail: boolean;
  /** People with verified addresses of these domains join the first account; null if logins add no members. */
  signup: { domains: string[]; role: Role } | null;
}

const NEEDED = ['PARLEY_OIDC_ISSUER', 'PARLEY_OIDC_CLIENT_ID', 'PARLEY_OIDC_CLIENT_SECRET'] as const;
/** Roles that a login may give. */
const SIGNUP_ROLES = ROLES.filter((role) => role !== 'owner');

/** Requires issuer, client id and secret together. */
export function readOidc(reader: EnvironmentReader): OidcConfig | null {
  const issuer = reader.parsed('PARLEY_OIDC_ISSUER', parseIssuer);
  const clientId = reader.text('PARLEY_OIDC_CLIENT_ID');
  const clientSecret = reader.text('PARLEY_OIDC_CLIENT_SECRET');
  const signup = readSignup(reader);
  const missing = NEEDED.filter((name) => reader.text(name) === null);
  if (missing.length === NEEDED.length) return null;
  if (missing.length > 0) {
    reader.problems.push(`${NEEDED.join(', ')} belong together. Missing: ${missing.join(', ')}.`);
  }
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    name: reader.text('PARLEY_OIDC_NAME') ?? 'single sign-on',
    trustsEmail: reader.flag('PARLEY_OIDC_TRUST_EMAIL'),
    signup,
  };
}

function readSignup(reader: EnvironmentReader): OidcConfig['signup'] {
  const domains = reader.list('PARLEY_OIDC_SIGNUP_DOMAINS').map((domain) => domain.toLowerCase());
  const given = reader.text('PARLEY_OIDC_SIGNUP_ROLE');
  if (domains.length === 0 && given === null) return null;
  const role = SIGNUP_ROLES.find((one) => one === given);
  if (role === undefined || domains.length === 0) {
    reader.problems.push(
      `PARLEY_OIDC_SIGNUP_DOMAINS (such as example.com) and PARLEY_OIDC_SIGNUP_ROLE (${SIGNUP_ROLES.join(', ')}) belong together.`,
    );
    return null;
  }
  if (domains.some((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    reader.problems.push(
      'PARLEY_OIDC_SIGNUP_DOMAINS must be domains such as example.com, separated by commas.',
    );
  }
  return { domains, role };
}

/** Tokens must not travel unencrypted, except on this machine. */
function parseIssuer(text: string): { value: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return { value: text };
  return { problem: 'must be an https:// URL, such as https://accounts.google.com.' };
}
