import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../config/config.ts';
import type { SipConfig } from '../config/sip.ts';
import { messageOf } from '../core/errors.ts';
import type { CertificatePair } from '../telephony/sip/transport/own-certificate.ts';

/** What TLS of SIP needs, as PEM. */
export interface SipFiles {
  /** Null: no TLS connections are taken. */
  certificate: CertificatePair | null;
  /** Whose word on a TLS server is taken besides; null: nobody's. */
  authorities: string | null;
}

/** Reads what the settings of TLS name. Throws a `ConfigError` for whatever cannot be used. */
export async function readSipFiles({ tlsFiles, authoritiesFile }: SipConfig): Promise<SipFiles> {
  return {
    certificate: tlsFiles === null ? null : await readPair(tlsFiles),
    authorities:
      authoritiesFile === null ? null : await readPem('PARLEY_SIP_TLS_CA', authoritiesFile, everyCertificate),
  };
}

/** Throws a `ConfigError` where either cannot be used, or they do not go together. */
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
    throw new ConfigError([
      `PARLEY_SIP_TLS_CERT and PARLEY_SIP_TLS_KEY do not go together (${messageOf(error)}).`,
    ]);
  }
  return pair;
}

/** @param check throws for what it is not */
async function readPem(variable: string, path: string, check: (pem: string) => unknown): Promise<string> {
  try {
    const pem = await readFile(path, 'utf8');
    check(pem);
    return pem;
  } catch (error) {
    throw new ConfigError([`${variable} must be a PEM file that can be read (${messageOf(error)}).`]);
  }
}

function everyCertificate(pem: string): void {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (all.length === 0) throw new Error('it holds no certificate');
  for (const one of all) new X509Certificate(one);
}
