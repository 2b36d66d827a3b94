import { hostname } from 'node:os';
import pg from 'pg';
import type { SipConfig } from '../config/sip.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import { AppError, messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Database } from '../db/client.ts';
import { type AddressRange, addressRefusal } from '../http/outbound/address-rules.ts';
import {
  adoptBindings,
  changeBindings,
  findBindings,
  findBindingsAt,
} from '../modules/phone-numbers/sip-trunks/binding-store.ts';
import {
  type CallTrunk,
  knownTrunkRanges,
  registeringTrunks,
  trunkOfNumber,
  trunksAtAddress,
  trunksOfUsername,
} from '../modules/phone-numbers/sip-trunks/call-trunks.ts';
import type { BindingStore } from '../telephony/sip/registrar/binding.ts';
import { createSipAgent, type OtherProcesses, type SipAgent } from '../telephony/sip/sip-agent.ts';
import type { CertificatePair, CurrentCertificate } from '../telephony/sip/transport/own-certificate.ts';
import type { AcceptCall, OutboundRoute } from '../voice/legs/outbound-route.ts';
import { type Loop, startLoop } from '../work/loop.ts';
import { createProcessAddresses } from '../work/process-addresses.ts';
import { createProcessNames } from '../work/process-names.ts';
import { watchCertificate } from './sip-certificate.ts';
import { readSipFiles } from './sip-files.ts';

export interface SipDeps {
  config: SipConfig;
  connection: pg.PoolConfig;
  database: Database;
  secretBox: SecretBox;
  clock: Clock;
  log: Log;
  disposer: Disposer;
  /** Private ranges allowed for trunks and for addresses that trunk servers return. */
  allowPrivate: readonly AddressRange[];
  /** Id of this process in the `processes` table. */
  processId: string;
  /** Handles inbound calls; `line` of a call is the id of the trunk's number. */
  accept: AcceptCall;
}

export interface TrunkRoutes {
  /** The outbound route over the trunk of a number; null if the number has no trunk. */
  routeOf(numberId: number): Promise<OutboundRoute | null>;
  /** Ends a call of a dead process at its peer. Never rejects. @returns false if the peer did not confirm */
  sendPendingHangUp(pendingHangUp: string): Promise<boolean>;
}

/**
 * Starts SIP in this process. Throws a `ConfigError` for unusable TLS files. @returns null if the default port is taken
 */
export async function composeSip(deps: SipDeps): Promise<TrunkRoutes | null> {
  const agent = await openAgent(deps);
  if (agent === null) return null;
  const { disposer, connection, database, secretBox, log } = deps;
  disposer.own('sip', agent, (owned) => owned.close());
  const registrar = startRegistrar({
    connection,
    log,
    clock: systemClock,
    load: () => registeringTrunks({ database, secretBox }),
    keep: (trunks) => agent.keepRegistered(trunks),
  });
  disposer.own('sip registrations', registrar, (owned) => owned.stop());
  return {
    sendPendingHangUp: (pendingHangUp) =>
      agent.sendPendingHangUp(pendingHangUp, (id) => trunkOfNumber({ database, secretBox }, Number(id))),
    routeOf: async (numberId) => {
      const trunk = await trunkOfNumber({ database, secretBox }, numberId);
      return trunk === null ? null : agent.routeFor(trunk);
    },
  };
}

async function openAgent(deps: SipDeps): Promise<SipAgent | null> {
  const { config, database, secretBox, clock, log, processId, allowPrivate, accept } = deps;
  const { host, port, mediaAddress, rtpPorts, codecs, isOptional } = config;
  const stored = { database, secretBox };
  const { authorities, certificate: pair } = await readSipFiles(config);
  const certificate = pair === null ? null : renewedCertificate(deps, pair);
  try {
    return await createSipAgent({
      host,
      port,
      mediaAddress,
      rtpPorts,
      codecs,
      clock,
      log,
      certificate,
      authorities,
      onInvite: accept,
      refusalOf: (address) => addressRefusal(address, allowPrivate),
      directory: {
        trunksAt: (address) => trunksAtAddress(stored, address),
        knownRanges: () => knownTrunkRanges(stored),
        trunksNamed: (username) => trunksOfUsername(stored, username),
      },
      registrar: {
        bindings: bindingStore(database),
        host: mediaAddress ?? hostname(),
        processId,
        others: otherProcesses(stored, processId),
      },
    });
  } catch (error) {
    const advice = 'Set PARLEY_SIP_PORT to another port, or to off.';
    if (!isOptional) {
      throw new AppError('unavailable', `The SIP port cannot be opened: ${messageOf(error)}. ${advice}`, {
        cause: error,
      });
    }
    log.warn({ reason: messageOf(error) }, `SIP trunks cannot reach this process. ${advice}`);
    return null;
  }
}

function renewedCertificate(
  { config, clock, log, disposer }: SipDeps,
  first: CertificatePair,
): CurrentCertificate | null {
  if (config.tlsFiles === null) return null;
  const kept = watchCertificate(config.tlsFiles, first, { clock, log });
  return disposer.own('sip certificate', kept, (owned) => owned.stop()).current;
}

/** Finds other processes by their internal host and the SIP port in their bindings. */
function otherProcesses(
  { database, secretBox }: Pick<SipDeps, 'database' | 'secretBox'>,
  processId: string,
): OtherProcesses {
  const addresses = createProcessAddresses(database, processId);
  return {
    secretBox,
    names: createProcessNames(database, processId),
    hostOf: async (id) => {
      const origin = (await addresses.isAlive(id)) ? await addresses.of(id) : null;
      return origin === null ? null : new URL(origin).hostname.replace(/^\[|\]$/g, '');
    },
  };
}

function bindingStore(database: Database): BindingStore {
  return {
    change: (trunkId, decide) => changeBindings(database, trunkId, decide),
    adopt: (holder) => adoptBindings(database, holder),
    bindingsOf: (trunkId) => findBindings(database, trunkId),
    bindingsAt: (place) => findBindingsAt(database, place),
  };
}

/** Advisory lock key; the process that holds the lock registers. */
const REGISTRAR_LOCK = 7_263_510_847;
const INTERVAL_MS = 3000;

/** Timeouts for an unreachable database server. */
const CLIENT: pg.ClientConfig = {
  application_name: 'parley-registrar',
  query_timeout: 5000,
  connectionTimeoutMillis: 5000,
};

/**
 * Registers extensions at their servers from one process of the installation, the holder of an advisory lock. PostgreSQL
 * releases the lock when that process dies. Changed trunks are picked up within seconds.
 */
function startRegistrar(deps: {
  connection: pg.ClientConfig;
  log: Log;
  clock: Clock;
  load(): Promise<readonly CallTrunk[]>;
  keep(trunks: readonly CallTrunk[]): void;
}): Pick<Loop, 'stop'> {
  const { connection, load, keep } = deps;
  let holder: pg.Client | null = null;
  const giveUp = async (): Promise<void> => {
    const client = holder;
    holder = null;
    keep([]);
    await client?.end().catch(() => undefined);
  };
  const work = async (): Promise<void> => {
    try {
      holder ??= await takeLock(connection);
      if (holder === null) return;
      await holder.query('select 1');
      keep(await load());
    } catch (error) {
      // The lock may be lost, and another process may already register.
      await giveUp();
      throw error;
    }
  };
  const loop = startLoop({ ...deps, name: 'sip registrations', intervalMs: INTERVAL_MS, work });
  return {
    stop: async () => {
      await loop.stop();
      await giveUp();
    },
  };
}

/** Returns a connection that holds the lock; null if another process holds it. */
async function takeLock(connection: pg.ClientConfig): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, ...CLIENT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_taken: boolean }>(
      'select pg_try_advisory_lock($1) as is_taken',
      [REGISTRAR_LOCK],
    );
    if (rows[0]?.is_taken === true) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return null;
}
