/** Why a login with an identity provider failed: `problem` in the URL of the login page. */
export const PROVIDER_LOGIN_PROBLEMS = [
  'busy',
  'cancelled',
  'expired',
  'failed',
  'no-account',
  'unknown',
  'unverified',
] as const;

export type ProviderLoginProblem = (typeof PROVIDER_LOGIN_PROBLEMS)[number];
