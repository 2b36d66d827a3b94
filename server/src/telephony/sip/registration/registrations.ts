import type { Log } from '../../../core/log.ts';
import { Credentials } from '../auth/credentials.ts';
import { parseUri } from '../message/uri.ts';
import type { Stack } from '../stack.ts';
import type { Incoming } from '../transaction/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { Registration } from './registration.ts';

export class Registrations {
  readonly #stack: Stack;
  readonly #log: Log;
  readonly #kept = new Map<string, Registration>();

  constructor(stack: Stack, log: Log) {
    this.#stack = stack;
    this.#log = log;
  }

  /** Registers new and changed trunks and unregisters all others. */
  keep(trunks: readonly SipTrunk[]): void {
    const wanted = new Map(trunks.map((trunk) => [keyOf(trunk), trunk]));
    for (const [key, registration] of this.#kept) {
      if (wanted.has(key)) continue;
      this.#kept.delete(key);
      registration.close().catch(() => undefined);
    }
    for (const [key, trunk] of wanted) {
      if (!this.#kept.has(key)) {
        this.#kept.set(key, new Registration(trunk, { stack: this.#stack, log: this.#log }));
      }
    }
  }

  /** The trunk whose Contact is called; null if missing. The Contact is known only to the trunk's server. */
  trunkNamed({ request }: Incoming): SipTrunk | null {
    const all = [...this.#kept.values()];
    return all.find((one) => one.isContact(request.uri))?.trunk ?? null;
  }

  isContact(uri: string): boolean {
    return [...this.#kept.values()].some(({ token }) => parseUri(uri)?.parameters.get('line') === token);
  }

  /** The trunks registered at a server address. Each may receive calls only to its own number, as customers share servers. */
  trunksAt(address: string): SipTrunk[] {
    return [...this.#kept.values()].filter((one) => one.isServer(address)).map(({ trunk }) => trunk);
  }

  /** Credentials for the far end of a flow; empty unless it is the server that the trunk is registered at. */
  credentialsFor({ id }: SipTrunk, flow: Flow): Credentials {
    const one = [...this.#kept.values()].find(({ trunk }) => trunk.id === id);
    return one?.credentialsFor(flow) ?? new Credentials(null);
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.map((registration) => registration.close()));
  }
}

function keyOf({
  id,
  username,
  password,
  address,
  outboundProxy,
  phoneNumber,
  countryCode,
}: SipTrunk): string {
  return JSON.stringify([id, username, password, address, outboundProxy, phoneNumber, countryCode]);
}
