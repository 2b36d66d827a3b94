import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';

const MAX_KNOWN = 1000;

/** Finds the local address for each peer. */
export class LocalAddresses {
  readonly #advertised: string | null;
  readonly #bound: string;
  readonly #known = new Map<string, string>();

  /**
   * @param advertised configured address, for servers behind NAT; null to let the routing table choose
   * @param bound address we listen on
   */
  constructor({ advertised, bound }: { advertised: string | null; bound: string }) {
    this.#advertised = advertised;
    this.#bound = bound;
  }

  /** Never rejects. @param remoteAddress IP address */
  async localAddressFor(remoteAddress: string): Promise<string> {
    if (this.#advertised !== null) return this.#advertised;
    if (this.#bound !== '0.0.0.0' && this.#bound !== '::') return this.#bound;
    const known = this.#known.get(remoteAddress);
    if (known !== undefined) return known;
    const address = (await routeTo(remoteAddress)) ?? anyAddress();
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(remoteAddress, address);
    return address;
  }
}

/** Connecting a UDP socket sends nothing but makes the system choose a source address. */
async function routeTo(remoteAddress: string): Promise<string | null> {
  const socket = createSocket(remoteAddress.includes(':') ? 'udp6' : 'udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(9, remoteAddress);
    await connected;
    return socket.address().address;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}

function anyAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
