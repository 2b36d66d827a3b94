import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { startLoopbackServer } from './loopback-server.ts';

/** An identity provider (OpenID Connect) on loopback, which logs each visitor in as `person`. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the person who logs in next. */
  person: Record<string, unknown>;
  /** Replaces claims of the id token, to test refusals. */
  forged: Record<string, unknown>;
  /** Refuses the next logins, like a person who cancels. */
  isDenying: boolean;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'parley', clientSecret: 'the-secret-of-parley' };
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>();
  const idToken = (claims: object): string => {
    const content = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  };
  const tokens = (form: URLSearchParams, authorization: string): object | null => {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const given = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    const [id, secret] = form.has('client_id')
      ? [form.get('client_id'), form.get('client_secret')]
      : given.split(':').map(decodeURIComponent);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = id === CLIENT.clientId && secret === CLIENT.clientSecret;
    if (code === undefined || !isClient || challenge !== code.challenge) return null;
    if (form.get('redirect_uri') !== code.redirect) return null;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: server.origin,
      aud: CLIENT.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: code.nonce,
      ...provider.person,
      ...provider.forged,
    };
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken(claims) };
  };
  const server = await startLoopbackServer(async (request, response) => {
    const url = new URL(request.url ?? '/', server.origin);
    const answer = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: server.origin,
          authorization_endpoint: `${server.origin}/authorize`,
          token_endpoint: `${server.origin}/token`,
          jwks_uri: `${server.origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return answer({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize': {
        const asked = url.searchParams;
        const redirect = asked.get('redirect_uri') ?? '';
        const back = new URL(redirect);
        back.searchParams.set('state', asked.get('state') ?? '');
        if (provider.isDenying) back.searchParams.set('error', 'access_denied');
        else {
          const code = randomUUID();
          const [nonce, challenge] = [asked.get('nonce') ?? '', asked.get('code_challenge') ?? ''];
          codes.set(code, { nonce, challenge, redirect });
          back.searchParams.set('code', code);
        }
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case '/token': {
        const given = tokens(await formOf(request), request.headers.authorization ?? '');
        return given === null ? answer({ error: 'invalid_grant' }, 400) : answer(given);
      }
      default:
        return answer({ error: 'not_found' }, 404);
    }
  });
  const provider: IdentityProvider = {
    ...CLIENT,
    issuer: server.origin,
    person: {},
    forged: {},
    isDenying: false,
    close: () => server.close(),
  };
  return provider;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
