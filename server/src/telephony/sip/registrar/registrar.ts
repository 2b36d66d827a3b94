import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { AdmissionService } from '../admission/admission.ts';
import { unsupportedOf } from '../agent/unsupported.ts';
import type { Header } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { parseUri, writeHostPort } from '../message/uri.ts';
import type { Via } from '../message/via.ts';
import type { Stack } from '../stack.ts';
import type { Incoming, ServerTransaction } from '../transaction/server-transaction.ts';
import { destinationOf } from '../transport/find-target.ts';
import type { Flow } from '../transport/flow.ts';
import { readNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import type { Binding, BindingStore, Holder } from './binding.ts';
import { isStorable, type RegisterRequest, readRegister } from './read-register.ts';
import { type SharedBinding, updateBindings } from './update-bindings.ts';

export interface RegistrarOptions {
  stack: Stack;
  admission: AdmissionService;
  bindings: BindingStore;
  holder: Holder;
  /** True if a Contact is our own from an outbound registration. */
  isOurs(contact: string): boolean;
  /** Sends a stateless response (RFC 3261 8.2.7). */
  answer(incoming: Incoming, status: number, headers: Header[]): void;
  log: Log;
}

/** Rate limit per extension, because each change is a database transaction. */
const CHANGES = { perSecond: 1, burst: 30 };

type Answer = { status: number; headers?: readonly Header[] };

const MAX_CALL_ID = 255;
const MAX_DOMAIN = 255;
const RETRY: Header = { name: 'retry-after', value: '10' };

/** The registrar for phones of extensions (RFC 3261 10.3). */
export class Registrar {
  readonly #options: RegistrarOptions;
  readonly #changes: RateGate;

  constructor(options: RegistrarOptions) {
    this.#options = options;
    this.#changes = new RateGate(options.stack.clock, CHANGES);
  }

  /** Handles a REGISTER within its sender's rate limit. Never throws. */
  registered(incoming: Incoming): void {
    const { admission, answer, stack } = this.#options;
    const challenge = admission.challengeFor(incoming.request, incoming.flow.remoteAddress);
    if (challenge !== null) {
      answer(incoming, 401, [challenge]);
      return;
    }
    // A retransmission must not use the same nonce count twice.
    const transaction = stack.transactions.accept(incoming);
    if (transaction === null) answer(incoming, 503, [RETRY]);
    else this.#settle(transaction).catch((error: unknown) => this.#failed(transaction, error));
  }

  #failed(transaction: ServerTransaction, error: unknown): void {
    this.#options.log.warn({ error }, 'Failed to register a phone.');
    transaction.respond({ status: 503, toTag: randomToken(), headers: [RETRY] });
  }

  async #settle(transaction: ServerTransaction): Promise<void> {
    const { status, headers = [] } = await this.#answerTo(transaction.incoming);
    transaction.respond({ status, toTag: randomToken(), headers });
  }

  async #answerTo(incoming: Incoming): Promise<Answer> {
    const { admission, isOurs } = this.#options;
    const { request, flow, envelope } = incoming;
    const authentication = await admission.authenticate(request, flow.remoteAddress);
    if (authentication.kind === 'refused') return authentication;
    const unsupported = unsupportedOf(request);
    if (unsupported !== null) return { status: 420, headers: [unsupported] };
    const trunk = extensionOf(authentication.trunks, incoming);
    if (typeof trunk === 'number') return { status: trunk };
    const register = readRegister(request);
    if (register === null || !isStorable(envelope.callId, MAX_CALL_ID)) return { status: 400 };
    // Our own Contact would cause a loop.
    if (register.kind === 'change' && register.contacts.some(({ uri }) => isOurs(uri)))
      return { status: 482 };
    if (!this.#changes.take(trunk.id)) return { status: 503, headers: [RETRY] };
    return this.#change(trunk, register, incoming);
  }

  async #change(trunk: SipTrunk, register: RegisterRequest, incoming: Incoming): Promise<Answer> {
    const { bindings, holder, stack } = this.#options;
    const registered = registeredBy(incoming, holder);
    const date = { name: 'date', value: stack.clock.now().toUTCString() };
    const settled = await bindings.change(trunk.id, (stored) => updateBindings(stored, register, registered));
    if (settled.kind === 'refused') return settled;
    const all = settled.bindings ?? (await bindings.bindingsOf(trunk.id));
    return { status: 200, headers: [...all.map(contactOf), date] };
  }
}

/** The extension of the address of record, or the status code of the refusal. */
function extensionOf(trunks: readonly SipTrunk[], { envelope }: Incoming): SipTrunk | 403 | 404 {
  const extensions = trunks.filter(({ type }) => type === 'extension');
  if (extensions.length === 0) return 403;
  const named = parseUri(envelope.to.uri)?.user ?? '';
  const owners = extensions.filter((trunk) => readNumber(named, trunk) === trunk.phoneNumber);
  const all = owners.length > 0 ? owners : extensions.filter(({ username }) => username === named);
  const [trunk, another] = all;
  if (trunk === undefined) return 404;
  // Two extensions with the same name, number and password are ambiguous.
  return another === undefined ? trunk : 403;
}

function registeredBy({ envelope, flow }: Incoming, holder: Holder): SharedBinding {
  const to = parseUri(envelope.to.uri);
  const domain = to === null ? '' : writeHostPort(to);
  return {
    ...holder,
    callId: envelope.callId,
    sequence: envelope.cseq.number,
    transport: flow.transport,
    domain: domain.length > MAX_DOMAIN ? '' : domain,
    addressOf: (contact) => contactAddressOf(contact, flow, envelope.via),
  };
}

function contactOf({ contact, instance, registration, remainingSeconds }: Binding): Header {
  const device = instance === null ? '' : `;+sip.instance="${instance}"`;
  const flow = registration === null ? '' : `;reg-id=${registration}`;
  const seconds = Math.max(1, Math.round(remainingSeconds));
  return { name: 'contact', value: `<${contact}>;expires=${seconds}${device}${flow}` };
}

/**
 * The address for calls to a Contact: always the source address of the REGISTER, never an address that is only claimed.
 * Without `rport` (RFC 3581) the port of the Contact is used.
 */
function contactAddressOf(
  contact: string,
  { transport, remoteAddress, remotePort }: Flow,
  { parameters }: Via,
): Pick<Binding, 'address' | 'port' | 'isDirect'> {
  const uri = parseUri(contact);
  const destination = uri === null ? null : destinationOf(uri);
  const isThere = destination?.host === remoteAddress && destination.transport === transport;
  const named = isThere ? (destination.port ?? 5060) : null;
  if (transport !== 'udp') return { address: remoteAddress, port: remotePort, isDirect: false };
  const port = named === null || parameters.has('rport') ? remotePort : named;
  return { address: remoteAddress, port, isDirect: named === port };
}
