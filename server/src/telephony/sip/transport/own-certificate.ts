import { createSecureContext, type SecureContext } from 'node:tls';

/** What a server shows to those who connect over TLS, and proves with its key; both as PEM. */
export interface CertificatePair {
  certificate: string;
  key: string;
}

/** The pair as it is by now: another object once it was renewed. */
export type CurrentCertificate = () => CertificatePair;

/** What new connections are secured with, as the certificate is by then; those that are up keep theirs. */
export function securedBy(current: CurrentCertificate): () => SecureContext {
  let pair = current();
  let context = secureContext(pair);
  return () => {
    const present = current();
    if (present !== pair) {
      context = secureContext(present);
      pair = present;
    }
    return context;
  };
}

function secureContext({ certificate, key }: CertificatePair): SecureContext {
  return createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' });
}
