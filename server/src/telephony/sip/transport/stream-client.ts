import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { after } from '../transaction/timers.ts';
import type { Target } from './flow.ts';

const CONNECT_WITHIN_MS = 10_000;

/** Opens a connection, for TLS with a certificate that is checked against the target's name; rejects within ten seconds. */
export async function connectStream(
  target: Target,
  { clock, authorities }: { clock: Clock; authorities: string | null },
): Promise<Socket> {
  const socket = target.transport === 'tls' ? openTls(target, authorities) : openTcp(target);
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

function openTls({ address, port, host }: Target, authorities: string | null): Socket {
  return connectTls({
    host: address,
    port,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(authorities === null ? {} : { ca: authorities }),
  });
}
