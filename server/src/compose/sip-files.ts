import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/config.ts';
import type { SipConfig } from '../config/sip.ts';
import { messageOf } from '../core/errors.ts';
import type { CertificatePair } from '../telephony/sip/transport/own-certificate.ts';

export interface SipFiles {
  /** Null if TLS connections are not accepted. */
  certificate: CertificatePair | null;
  /** PEM of additional certificate authorities; null if none are configured. */
  authorities: string | null;
}

/** Reads the configured TLS files. Throws a `ConfigError` if one is unusable. */
export async function readSipFiles({ tlsFiles, authoritiesFile }: SipConfig): Promise<SipFiles> {
  return {
    certificate: tlsFiles === null ? null : await readPair(tlsFiles),
    authorities:
      authoritiesFile === null ? null : await readPem('PARLEY_SIP_TLS_CA', authoritiesFile, everyCertificate),
  };
}

/**
 * Reads a certificate and its key. Throws a `ConfigError` if a file is unusable or the key does not match the
 * certificate.
 */
export async function readPair({
  certificate,
  key,
}: NonNullable<SipConfig['tlsFiles']>): Promise<CertificatePair> {
  const pair = {
    certificate: await readPem('PARLEY_SIP_TLS_CERT', certificate, everyCertificate),
    key: await readPem('PARLEY_SIP_TLS_KEY', key, createPrivateKey),
  };
  try {
    createSecureContext({ cert: pair.certificate, key: pair.key });
  } catch (error) {
    throw new ConfigError([`PARLEY_SIP_TLS_CERT and PARLEY_SIP_TLS_KEY do not match (${messageOf(error)}).`]);
  }
  return pair;
}

/** @param check throws if the content is invalid */
async function readPem(variable: string, path: string, check: (pem: string) => unknown): Promise<string> {
  try {
    const pem = await readFile(path, 'utf8');
    check(pem);
    return pem;
  } catch (error) {
    throw new ConfigError([`${variable} must be a readable PEM file (${messageOf(error)}).`]);
  }
}

function everyCertificate(pem: string): void {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (all.length === 0) throw new Error('no certificate found');
  for (const one of all) new X509Certificate(one);
}
