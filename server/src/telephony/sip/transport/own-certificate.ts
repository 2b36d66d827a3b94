import { createSecureContext, type SecureContext } from 'node:tls';

/** Server certificate and private key, as PEM. */
export interface CertificatePair {
  certificate: string;
  key: string;
}

/** The current pair; a new object after a renewal. */
export type CurrentCertificate = () => CertificatePair;

/** The TLS context for new connections, rebuilt when the certificate is renewed. */
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
