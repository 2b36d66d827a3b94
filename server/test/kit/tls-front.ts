import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { portOf } from './loopback-server.ts';

/** Terminates TLS in front of a server and forwards everything unchanged, including the Host header. */
export interface TlsFront {
  /** For example `https://127.0.0.1:8443`, with an untrusted certificate. */
  origin: string;
  /** @param address address of the server behind it, such as `http://127.0.0.1:8080` */
  aim(address: string): void;
  close(): Promise<void>;
}

export async function startTlsFront(): Promise<TlsFront> {
  let port = 9;
  const open = new Set<Socket>();
  const server = createServer({ cert: pem('tls-certificate'), key: pem('tls-key') }, (outer) => {
    const inner = connect(port, '127.0.0.1');
    for (const socket of [outer, inner]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
    }
    outer.on('close', () => inner.destroy());
    inner.on('close', () => outer.destroy());
    outer.pipe(inner).pipe(outer);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${portOf(server.address())}`,
    aim: (address) => {
      port = Number(new URL(address).port);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function pem(name: string): Buffer {
  return readFileSync(new URL(`../telephony/fixtures/${name}.pem`, import.meta.url));
}
