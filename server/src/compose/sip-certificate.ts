import { ConfigError } from '../config/config.ts';
import type { SipConfig } from '../config/sip.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { CertificatePair, CurrentCertificate } from '../telephony/sip/transport/own-certificate.ts';
import { readPair } from './sip-files.ts';

const CHECK_EVERY_MS = 60_000;

export interface RenewedCertificate {
  current: CurrentCertificate;
  stop(): Promise<void>;
}

/**
 * Reloads the SIP certificate when its files change, without a restart, which would end calls. Unusable files are logged
 * once, and the previous pair stays in use. Warns only after two failed checks, because one may fall between writing the
 * two files.
 */
export function watchCertificate(
  files: NonNullable<SipConfig['tlsFiles']>,
  first: CertificatePair,
  { clock, log }: { clock: Clock; log: Log },
): RenewedCertificate {
  const stopping = new AbortController();
  let pair = first;
  let failures = 0;

  async function check(): Promise<void> {
    try {
      const found = await readPair(files);
      failures = 0;
      if (found.certificate === pair.certificate && found.key === pair.key) return;
      pair = found;
      log.info({ certificate: files.certificate }, 'Reloaded the SIP TLS certificate.');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failures += 1;
      if (failures === 2) {
        log.warn(
          { reason: error.message },
          'The new SIP TLS certificate is unusable. The previous one stays in use.',
        );
      }
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(CHECK_EVERY_MS, stopping.signal).catch(() => undefined);
      if (!stopping.signal.aborted) await check();
    }
  }

  const running = run();
  return {
    current: () => pair,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
