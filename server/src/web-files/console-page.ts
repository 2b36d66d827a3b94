import { randomBytes } from 'node:crypto';

const NONCE_PLACE = '__NONCE__';
const REGISTRATION_PLACE = '__REGISTRATION__';
const NONCE_BYTES = 18;

/** Facts embedded in the page, visible without login. */
export interface PageFacts {
  isRegistrationOpen: boolean;
}

export interface ConsolePage {
  html: string;
  headers: Record<string, string>;
}

/**
 * Creates the console's HTML, with a fresh nonce per response for its style sheets. Its content security policy allows
 * WebSocket connections to `callAddresses`, besides the page's own origin.
 */
export function createConsolePage(
  template: string,
  { isRegistrationOpen }: PageFacts,
): (callAddresses: readonly string[]) => ConsolePage {
  const pieces = template
    .replace(REGISTRATION_PLACE, isRegistrationOpen ? 'open' : 'closed')
    .split(NONCE_PLACE);
  return (callAddresses) => {
    const sockets = callAddresses.map((address) => new URL(address).origin.replace(/^http/, 'ws'));
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return {
      html: pieces.join(nonce),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy(nonce, [...new Set(sockets)]),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
        'cross-origin-opener-policy': 'same-origin',
      },
    };
  };
}

/** Content security policy: own origin only, inline styles only with the nonce, no framing. */
function policy(nonce: string, sockets: readonly string[]): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `media-src 'self' blob:`,
    `font-src 'self'`,
    ["connect-src 'self'", ...sockets].join(' '),
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
  ].join('; ');
}
