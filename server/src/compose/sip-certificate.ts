import { ConfigError } from '../config/config.ts';
import type { SipConfig } from '../config/sip.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { CertificatePair, CurrentCertificate } from '../telephony/sip/transport/own-certificate.ts';
import { readPair } from './sip-files.ts';

/** Whoever issues a certificate for 90 days replaces its files weeks before it ends. */
const LOOK_EVERY_MS = 60_000;

export interface RenewedCertificate {
  current: CurrentCertificate;
  stop(): Promise<void>;
}

/**
 * A certificate for SIP whose files are looked at every minute: new ones are taken for new connections, without a restart, which
 * would end the calls. Those that cannot be used are warned of, once, and the pair before them stays; a single look may come
 * between the two files.
 */
export function keepCertificate(
  files: NonNullable<SipConfig['tlsFiles']>,
  first: CertificatePair,
  { clock, log }: { clock: Clock; log: Log },
): RenewedCertificate {
  const stopping = new AbortController();
  let pair = first;
  let failures = 0;

  async function look(): Promise<void> {
    try {
      const found = await readPair(files);
      failures = 0;
      if (found.certificate === pair.certificate && found.key === pair.key) return;
      pair = found;
      log.info({ certificate: files.certificate }, 'The certificate for SIP over TLS was renewed.');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failures += 1;
      if (failures === 2) {
        log.warn({ reason: error.message }, 'The certificate for SIP over TLS stays as it was before.');
      }
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
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
