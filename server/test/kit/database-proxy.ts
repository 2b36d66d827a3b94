import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { portOf } from './loopback-server.ts';

/** A PostgreSQL server behind an unreliable network. */
export interface DatabaseProxy {
  connection: pg.PoolConfig;
  /** Ends all connections and refuses new ones, like a restarting server. */
  cut(): Promise<void>;
  /** Accepts connections again after `cut`; nothing to do before. */
  restore(): Promise<void>;
  /** Stops all traffic without closing connections, like an unplugged cable. */
  freeze(): void;
  /** Accepts new connections again; earlier connections are lost. */
  thaw(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(connection: pg.PoolConfig): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('data', (chunk) => void (isFrozen || to.write(chunk)));
    from.on('close', () => {
      sockets.delete(from);
      if (!isFrozen) to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connectUpstream(connection);
    pass(client, upstream);
    pass(upstream, client);
  });
  const listen = (port: number): Promise<unknown> => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const port = portOf(server.address());
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    connection: { ...connection, host: '127.0.0.1', port },
    cut,
    restore: async () => {
      if (!server.listening) await listen(port);
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

function connectUpstream({ host = '127.0.0.1', port = 5432 }: pg.PoolConfig): Socket {
  return host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
}
