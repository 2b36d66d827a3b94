import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Target } from './flow.ts';

const CONNECT_WITHIN_MS = 10_000;

/** Opens a TCP or TLS connection, verifying the certificate against the target's host. Times out after ten seconds. */
export async function connectStream(
  target: Target,
  { clock, trust }: { clock: Clock; trust: SecureContext },
): Promise<Socket> {
  const socket = target.transport === 'tls' ? openTls(target, trust) : openTcp(target);
  const stop = after(clock, CONNECT_WITHIN_MS, () => socket.destroy(new Error('The connection timed out.')));
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

/** TLS context with the certificate authorities of Node.js. @param authorities additional ones as PEM */
export function trustIn(authorities: string | null): SecureContext {
  const ca = authorities === null ? {} : { ca: [...getCACertificates('default'), authorities] };
  return createSecureContext({ minVersion: 'TLSv1.2', ...ca });
}
