import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { after } from '../transaction/timers.ts';
import type { Target } from './flow.ts';

const CONNECT_WITHIN_MS = 10_000;

/** Opens a connection, for TLS with a certificate that is checked against the target's name; rejects within ten seconds. */
export async function connectStream(
  target: Target,
  { clock, trust }: { clock: Clock; trust: SecureContext },
): Promise<Socket> {
  const socket = target.transport === 'tls' ? openTls(target, trust) : openTcp(target);
  const stop = after(clock, CONNECT_WITHIN_MS, () => socket.destroy(new Error('It took too long.')));
  try {
    await once(socket, target.transport === 'tls' ? 'secureConnect' : 'connect');
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop();
  }
  return socket;
}

function openTcp({ address, port }: Target): Socket {
  return connectTcp({ host: address, port });
}

function openTls({ address, port, host }: Target, trust: SecureContext): Socket {
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host: address, port, secureContext: trust, ...name });
}

/** Takes the word of whom Node.js takes it. @param authorities PEM certificates of others besides, or null */
export function trustIn(authorities: string | null): SecureContext {
  const ca = authorities === null ? {} : { ca: [...getCACertificates('default'), authorities] };
  return createSecureContext({ minVersion: 'TLSv1.2', ...ca });
}
