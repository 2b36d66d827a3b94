import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { withinTime } from '../../core/within-time.ts';
import type { AcceptCall, OutboundRoute } from '../../voice/legs/outbound-route.ts';
import type { PortRange } from '../rtp/port-pair.ts';
import { AdmissionService } from './admission/admission.ts';
import { InboundService } from './agent/inbound-service.ts';
import { OwnNames } from './agent/own-names.ts';
import { RequestRouter } from './agent/request-router.ts';
import { InviteNames } from './calls/invite-names.ts';
import { DialogTable } from './dialog/dialogs.ts';
import type { SentBy } from './dialog/planned-invites.ts';
import { type PendingHangUpDeps, sendPendingHangUp } from './dialog/send-hang-up.ts';
import { writeHostPort } from './message/uri.ts';
import type { BindingStore } from './registrar/binding.ts';
import type { Telephones } from './registrar/find-telephones.ts';
import { keepReachable } from './registrar/keep-reachable.ts';
import { Registrar, type RegistrarOptions } from './registrar/registrar.ts';
import { Registrations } from './registration/registrations.ts';
import { FlowRelay } from './relay/flow-relay.ts';
import { FlowTokens } from './relay/flow-tokens.ts';
import { MessageSeals } from './relay/message-seals.ts';
import type { Stack } from './stack.ts';
import type { Incoming } from './transaction/server-transaction.ts';
import { Transactions } from './transaction/transactions.ts';
import type { Flow } from './transport/flow.ts';
import { LocalAddresses } from './transport/local-address.ts';
import { type Names, systemNames } from './transport/names.ts';
import type { CurrentCertificate } from './transport/own-certificate.ts';
import { ReachGuard, type RefusalOf } from './transport/reach-guard.ts';
import { Routes } from './transport/routes.ts';
import { Transports } from './transport/transports.ts';
import type { SipTrunk, TrunkDirectory } from './trunk/sip-trunk.ts';
import { trunkRoute } from './trunk/trunk-route.ts';

export interface SipAgentOptions {
  /** Name or IP address to listen on; `0.0.0.0` and `::` are all. */
  host: string;
  /** For UDP, TCP and TLS alike; 0: one that is free. */
  port: number;
  /** What peers are told to send to; null: our address on the way to them. */
  mediaAddress: string | null;
  rtpPorts: PortRange;
  /** Null: no TLS connections are taken. */
  certificate: CurrentCertificate | null;
  /** PEM certificates of those whose word on a TLS server is taken besides; null: Node's own alone. */
  authorities: string | null;
  /** Where nothing is sent because somebody names it: a private network that the operator has not opened. */
  refusalOf: RefusalOf;
  directory: TrunkDirectory;
  /** Decides what becomes of a call of a known trunk. */
  onInvite: AcceptCall;
  clock: Clock;
  log: Log;
  names?: Names;
  /** Where telephones register that can prove an extension's password; null: they cannot. */
  registrar?: RegistrarSetup | null;
}

/** The processes that share an installation. */
export interface OtherProcesses {
  /** The host that a living process is reached at by the others, at the port of its own; null: it is gone, or nobody knows. */
  hostOf(processId: string): Promise<string | null>;
  /** Equal in all of them. */
  secretBox: Pick<SecretBox, 'seal' | 'open' | 'sign'>;
  /** What each of them calls itself towards peers. */
  names: {
    /** Adds a name of this process. */
    add(name: SentBy): Promise<void>;
    /** None: it has called nobody. */
    of(processId: string): Promise<readonly SentBy[]>;
  };
}

export interface RegistrarSetup {
  bindings: BindingStore;
  /** Telephones that only another process reaches are called over it; null: it is the only one. */
  others: OtherProcesses | null;
  /** What this machine is called by others; with the port it names our socket, also after a restart. */
  host: string;
  processId: string;
}

/** Our end of all SIP trunks of a process. */
export interface SipAgent {
  readonly port: number;
  /** The way out over a trunk; cheap, made anew for every call. */
  routeFor(trunk: SipTrunk): OutboundRoute;
  /** Keeps exactly these registered at their servers. One process of an installation does this. */
  keepRegistered(trunks: readonly SipTrunk[]): void;
  /**
   * Hangs up, or takes back, the call of a process that is gone (`MediaLeg.farewell`, `Dialing.left`, `writeDialled`).
   * @param trunkOf a trunk by its id; null: it is gone
   * @returns false: nobody could be told. Never rejects.
   */
  sendPendingHangUp(pendingHangUp: string, trunkOf: PendingHangUpDeps['trunkOf']): Promise<boolean>;
  /** Hangs up, takes registrations back, and closes everything within two seconds. */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 2000;

/** Listens; rejects where the port is taken, or the certificate cannot be used. */
export async function createSipAgent(options: SipAgentOptions): Promise<SipAgent> {
  const { clock, log, names = systemNames } = options;
  const [address = options.host] = await names.addresses(options.host);
  const transactions = new Transactions(clock);
  const dialogs = new DialogTable();
  const pending = new Set<{ cancel(): void }>();
  // Nothing can arrive before the event loop turns, when both exist.
  let router: RequestRouter | null = null;
  const receive = (bytes: Uint8Array, flow: Flow): void => {
    try {
      router?.received(bytes, flow);
    } catch (error) {
      // One message that we stumble over is no reason to drop every other call.
      log.error({ error }, 'A SIP message could not be handled.');
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
  const seals = others === null ? null : new MessageSeals(others.secretBox);
  const stack = stackOf({ ...options, names, address }, { transports, transactions, dialogs, guard, seals });
  const registrations = new Registrations(stack, log);
  const answer: RegistrarOptions['answer'] = (incoming, status, headers) =>
    router?.answer(incoming, status, headers);
  const service = new InboundService({ stack, admission, registrations, onInvite: options.onInvite, answer });
  const telephones = telephonesOf(options, transports.port);
  const tokens = telephones?.far?.tokens;
  const allows = (from: string): boolean => admission.allows(from);
  const refuse = ({ request, envelope, flow }: Incoming, status: number): void => {
    const back = transports.replyFlow(flow, envelope.via);
    router?.answer({ request, flow: seals?.isOver(flow) === true ? seals.over(back) : back }, status);
  };
  const isOurs = (contact: string): boolean => registrations.isContact(contact);
  const registrar =
    telephones === null ? null : openRegistrar({ ...telephones, stack, admission, isOurs, answer, log });
  router = new RequestRouter({
    stack,
    registered: registrar?.registered ?? null,
    replyFlow: (flow, via) => transports.replyFlow(flow, via),
    invited: (incoming) => service.invited(incoming),
    cancelled: (incoming) => service.cancelled(incoming),
    relay:
      tokens == null || seals === null
        ? null
        : new FlowRelay({ stack, tokens, seals, allows, answer: refuse }),
    seals,
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

/** Takes telephones in, and keeps the way to them open until it is stopped. */
function openRegistrar(options: RegistrarOptions): { registered(incoming: Incoming): void; stop(): void } {
  const service = new Registrar(options);
  const { stop } = keepReachable(options);
  return { registered: (incoming) => service.registered(incoming), stop };
}

function telephonesOf({ registrar, clock }: SipAgentOptions, port: number): Telephones | null {
  if (registrar == null) return null;
  const { bindings, host, processId, others } = registrar;
  const far =
    others === null ? null : { hostOf: others.hostOf, tokens: new FlowTokens(others.secretBox, clock) };
  return { bindings, holder: { place: writeHostPort({ host, port }), processId }, far };
}

interface Deps {
  transports: Transports;
  transactions: Transactions;
  dialogs: DialogTable;
  guard: ReachGuard;
  seals: MessageSeals | null;
}

function stackOf(
  {
    clock,
    address,
    mediaAddress,
    rtpPorts,
    names,
    refusalOf,
    registrar,
    log,
  }: SipAgentOptions & { address: string; names: Names },
  { transports, transactions, dialogs, guard, seals }: Deps,
): Stack {
  const addresses = new LocalAddresses({ advertised: mediaAddress, bound: address });
  const others = registrar?.others ?? null;
  const add = others?.names.add ?? (() => Promise.resolve());
  const own = new OwnNames({ add, port: transports.port, log });
  const routes = new Routes({
    flowTo: (target) => transports.flowTo(target),
    port: transports.port,
    addresses,
    names,
    clock,
  });
  return {
    clock,
    transactions,
    dialogs,
    seals,
    audio: { boundAddress: address, portRange: rtpPorts, clock, refusalOf },
    routes,
    homes: new Map(),
    invites: new InviteNames(others?.secretBox ?? null),
    processId: registrar?.processId ?? '',
    sentBy: (localAddress) => own.know(localAddress),
    wayTo: (destination, near) => routes.wayTo(destination, near),
    wayBack: (flow) => routes.wayBack(flow),
    letIn: (target) => guard.letIn(target),
    isConnected: (target) => transports.isConnected(target),
    addressTowards: (address) => addresses.towards(address),
  };
}
