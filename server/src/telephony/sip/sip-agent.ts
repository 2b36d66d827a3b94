import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { withinTime } from '../../core/within-time.ts';
import type { AcceptCall, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import type { PortRange } from '../rtp/port-pair.ts';
import { AdmissionService } from './admission/admission.ts';
import { InboundService } from './agent/inbound-service.ts';
import { RequestRouter } from './agent/request-router.ts';
import { DialogTable } from './dialog/dialogs.ts';
import { InviteIds } from './dialog/invite-ids.ts';
import type { SentBy } from './dialog/planned-invites.ts';
import { readReplaces } from './dialog/replaces.ts';
import { type PendingHangUpDeps, sendPendingHangUp } from './dialog/send-hang-up.ts';
import type { SipRequest } from './message/sip-message.ts';
import type { DialogHolder } from './message/tokens.ts';
import { writeHostPort } from './message/uri.ts';
import type { BindingStore } from './registrar/binding.ts';
import type { Telephones } from './registrar/find-telephones.ts';
import { keepReachable } from './registrar/keep-reachable.ts';
import { Registrar, type RegistrarOptions } from './registrar/registrar.ts';
import { Registrations } from './registrations.ts';
import { FlowRelay } from './relay/flow-relay.ts';
import { FlowTokens } from './relay/flow-tokens.ts';
import { MessageSigner } from './relay/message-signer.ts';
import { ALL_CODECS, type CodecName } from './sdp/audio-terms.ts';
import type { Stack } from './stack.ts';
import type { Incoming } from './transaction/server-transaction.ts';
import { Transactions } from './transaction/transactions.ts';
import type { Flow } from './transport/flow.ts';
import { LocalAddresses } from './transport/local-address.ts';
import { type NameResolver, systemResolver } from './transport/name-resolver.ts';
import type { CurrentCertificate } from './transport/own-certificate.ts';
import { ReachGuard, type RefusalOf } from './transport/reach-guard.ts';
import { Routes } from './transport/routes.ts';
import { Transports } from './transport/transports.ts';
import type { SipTrunk, TrunkDirectory } from './trunk/sip-trunk.ts';
import { trunkRoute } from './trunk-route.ts';

export interface SipAgentOptions {
  /** Name or IP address to listen on; `0.0.0.0` and `::` for all. */
  host: string;
  /** For UDP, TCP and TLS; 0 for any free port. */
  port: number;
  /** Address advertised to peers; null for the local address that routes to each of them. */
  mediaAddress: string | null;
  rtpPorts: PortRange;
  /** Codecs in order of preference; default: all. */
  codecs?: readonly CodecName[];
  /** Null to accept no TLS connections. */
  certificate: CurrentCertificate | null;
  /** PEM certificates of additional certificate authorities; null for only the ones Node.js trusts. */
  authorities: string | null;
  /** Refuses addresses in private networks that the operator has not allowed. */
  refusalOf: RefusalOf;
  directory: TrunkDirectory;
  /** Accepts or rejects an inbound call from a known trunk. */
  onInvite: AcceptCall;
  clock: Clock;
  log: Log;
  resolver?: NameResolver;
  /** Lets phones register for extensions by password; null to turn registration off. */
  registrar?: RegistrarSetup | null;
}

/** The other processes of this installation. */
export interface OtherProcesses {
  /** The internal host name of a live process; null if it is dead or has no known address. */
  hostOf(processId: string): Promise<string | null>;
  /** Has the same key in all processes. */
  secretBox: Pick<SecretBox, 'encrypt' | 'decrypt' | 'sign'>;
  /** The sent-by values (host and port) in the Via headers of each process. */
  names: {
    /** Adds a sent-by value of this process. */
    add(name: SentBy): Promise<void>;
    /** Empty if the process has sent no INVITE. */
    of(processId: string): Promise<readonly SentBy[]>;
  };
}

export interface RegistrarSetup {
  bindings: BindingStore;
  /** Other processes, which relay calls to phones that only they can reach; null if this is the only process. */
  others: OtherProcesses | null;
  /** Host name of this machine; with the port it identifies our socket across restarts. */
  host: string;
  processId: string;
}

/** The SIP user agent and registrar of one process. */
export interface SipAgent {
  readonly port: number;
  /** The outbound route over a trunk. Cheap enough to create per call. */
  routeFor(trunk: SipTrunk): OutboundRoute;
  /** Registers exactly these trunks at their servers. Only one process of an installation may do this. */
  keepRegistered(trunks: readonly SipTrunk[]): void;
  /**
   * Ends a call left behind by a dead process with BYE, CANCEL or a final response.
   * @param pendingHangUp from `MediaLeg.pendingHangUp`, `Dialing.left` or `writeDialed`
   * @param trunkOf finds a trunk by its id; null if deleted
   * @returns false if the peer did not confirm. Never rejects.
   */
  sendPendingHangUp(pendingHangUp: string, trunkOf: PendingHangUpDeps['trunkOf']): Promise<boolean>;
  /** Hangs up all calls, unregisters and closes all sockets within two seconds. */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 2000;

/** Starts listening. Rejects if the port is taken or the certificate is unusable. */
export async function createSipAgent(options: SipAgentOptions): Promise<SipAgent> {
  const { clock, log, resolver = systemResolver } = options;
  const [address = options.host] = await resolver.addresses(options.host);
  const transactions = new Transactions(clock);
  const dialogs = new DialogTable();
  const pending = new Set<{ cancel(): void }>();
  // Set below, before the event loop can deliver the first message.
  let router: RequestRouter | null = null;
  const receive = (bytes: Uint8Array, flow: Flow): void => {
    try {
      router?.received(bytes, flow);
    } catch (error) {
      // A bug in handling one message must not end all other calls.
      log.error({ error }, 'Failed to handle a SIP message.');
    }
  };
  const guard = new ReachGuard(options.refusalOf, { clock, log });
  const admission = new AdmissionService(clock, options.directory, log);
  const transports = await Transports.open({
    ...options,
    address,
    peers: admission,
    guard,
    listener: { received: (bytes, flow) => receive(bytes, flow) },
  });
  const others = options.registrar?.others ?? null;
  const signer = others === null ? null : new MessageSigner(others.secretBox);
  const stack = stackOf(
    { ...options, resolver, address },
    { transports, transactions, dialogs, guard, signer },
  );
  const registrations = new Registrations(stack, log);
  const answer: RegistrarOptions['answer'] = (incoming, status, headers) =>
    router?.answer(incoming, status, headers);
  const service = new InboundService({ stack, admission, registrations, onInvite: options.onInvite, answer });
  const telephones = telephonesOf(options, transports.port);
  const tokens = telephones?.otherProcesses?.tokens;
  const allows = (from: string): boolean => admission.allows(from);
  const refuse = ({ request, envelope, flow }: Incoming, status: number): void => {
    const back = transports.replyFlow(flow, envelope.via);
    router?.answer(
      { request, flow: signer?.isSignedFlow(flow) === true ? signer.signedFlow(back) : back },
      status,
    );
  };
  const isOurs = (contact: string): boolean => registrations.isContact(contact);
  const registrar =
    telephones === null ? null : openRegistrar({ ...telephones, stack, admission, isOurs, answer, log });
  router = new RequestRouter({
    stack,
    registered: registrar?.registered ?? null,
    replyFlow: (flow, via) => transports.replyFlow(flow, via),
    invited: (incoming) => service.invited(incoming),
    canceled: (incoming) => service.canceled(incoming),
    relay:
      tokens == null || signer === null || others === null
        ? null
        : new FlowRelay({
            stack,
            tokens,
            signer,
            processId: stack.processId,
            hostOf: others.hostOf,
            replacedHolder: (invite) => replacedHolder(invite, stack.invites),
            trunksOver: (incoming) => registrations.trunksOver(incoming),
            allows,
            answer: refuse,
          }),
    signer,
    allows,
  });
  return {
    port: transports.port,
    routeFor: (trunk) => trunkRoute(trunk, { stack, pending, telephones }),
    keepRegistered: (trunks) => registrations.keep(trunks),
    sendPendingHangUp: (pendingHangUp, trunkOf) => {
      const sentBy = async (id: string): Promise<readonly SentBy[]> => (await others?.names.of(id)) ?? [];
      return sendPendingHangUp({ stack, tokens: tokens ?? null, trunkOf, sentBy }, pendingHangUp);
    },
    close: async () => {
      service.close();
      registrar?.stop();
      for (const call of pending) call.cancel();
      const goodbyes = [registrations.close(), ...dialogs.all().map((user) => user.close())];
      await withinTime(clock, CLOSE_WITHIN_MS, Promise.allSettled(goodbyes));
      transactions.close();
      await transports.close();
    },
  };
}

/** The process that holds the dialog which an INVITE replaces; null if the INVITE names none. */
function replacedHolder(invite: SipRequest, ids: InviteIds): DialogHolder | null {
  const replaces = readReplaces(invite);
  return replaces === null || replaces === 'malformed' ? null : ids.holderOfTag(replaces.localTag);
}

/** Starts the registrar and the NAT keep-alive of registered phones. */
function openRegistrar(options: RegistrarOptions): { registered(incoming: Incoming): void; stop(): void } {
  const service = new Registrar(options);
  const { stop } = keepReachable(options);
  return { registered: (incoming) => service.registered(incoming), stop };
}

function telephonesOf({ registrar, clock }: SipAgentOptions, port: number): Telephones | null {
  if (registrar == null) return null;
  const { bindings, host, processId, others } = registrar;
  const otherProcesses =
    others === null ? null : { hostOf: others.hostOf, tokens: new FlowTokens(others.secretBox, clock) };
  return { bindings, holder: { place: writeHostPort({ host, port }), processId }, otherProcesses };
}

interface Deps {
  transports: Transports;
  transactions: Transactions;
  dialogs: DialogTable;
  guard: ReachGuard;
  signer: MessageSigner | null;
}

function stackOf(
  {
    clock,
    address,
    mediaAddress,
    rtpPorts,
    codecs = ALL_CODECS,
    resolver,
    refusalOf,
    registrar,
    log,
  }: SipAgentOptions & { address: string; resolver: NameResolver },
  { transports, transactions, dialogs, guard, signer }: Deps,
): Stack {
  const addresses = new LocalAddresses({ advertised: mediaAddress, bound: address });
  const others = registrar?.others ?? null;
  const processId = registrar?.processId ?? '';
  const add = others?.names.add ?? (() => Promise.resolve());
  const own = new SentByNames({ add, port: transports.port, log });
  const invites = new InviteIds(others?.secretBox ?? null);
  const routes = new Routes({
    flowTo: (target) => transports.flowTo(target),
    port: transports.port,
    addresses,
    resolver,
    clock,
  });
  return {
    clock,
    transactions,
    dialogs,
    signer,
    audio: { boundAddress: address, portRange: rtpPorts, clock, refusalOf, codecs },
    routes,
    registeredFlows: new Map(),
    invites,
    processId,
    localTag: (token) =>
      others === null ? token : invites.tagHeldBy(token, { processId, port: transports.port }),
    publishSentBy: (localAddress) => own.publish(localAddress),
    pathTo: (destination, near) => routes.pathTo(destination, near),
    returnPath: (flow) => routes.returnPath(flow),
    allowTarget: (target) => guard.allowTarget(target),
    isConnected: (target) => transports.isConnected(target),
    localAddressFor: (address) => addresses.localAddressFor(address),
  };
}

interface NameDeps {
  /** Stores a sent-by value of this process for the others. */
  add(name: SentBy): Promise<void>;
  port: number;
  log: Log;
}

/** Publishes the sent-by values of this process (RFC 3261 18.1.1) before they are first used. */
class SentByNames {
  readonly #deps: NameDeps;
  readonly #known = new Map<string, Promise<void>>();

  constructor(deps: NameDeps) {
    this.#deps = deps;
  }

  /** Resolves when the value is stored, or when storing failed; the next call then tries again. */
  publish(host: string): Promise<void> {
    const known = this.#known.get(host) ?? this.#add(host);
    this.#known.set(host, known);
    return known;
  }

  async #add(host: string): Promise<void> {
    const { add, port, log } = this.#deps;
    try {
      await add({ host, port });
    } catch (error) {
      this.#known.delete(host);
      log.warn({ error, host }, 'Failed to store the SIP sent-by value of this process.');
    }
  }
}
