import { randomUUID } from 'node:crypto';
import { digestResponse } from '../../../src/telephony/sip/auth/digest-response.ts';
import { headerOf, headersOf, type SipResponse } from '../../../src/telephony/sip/message/sip-message.ts';
import type { Binding, BindingStore } from '../../../src/telephony/sip/registrar/binding.ts';
import { newBranch, openSipPeer, type SipPeer } from './sip-peer.ts';
import { type TestTrunk, testTrunk } from './test-agent.ts';

/** Extension 1001 for phones that register here, with username `desk` and password `secret`. */
export function extension(changes: Partial<TestTrunk> = {}): TestTrunk {
  const trunk = testTrunk(5060, { id: '7', type: 'extension', phoneNumber: '1001', username: 'desk' });
  return { ...trunk, address: 'dynamic', ...changes };
}

/** In-memory bindings that never expire. */
export function memoryBindings(): BindingStore & { all: Map<string, readonly Binding[]> } {
  const all = new Map<string, readonly Binding[]>();
  return {
    all,
    change: async (trunkId, decide) => {
      const decision = decide(all.get(trunkId) ?? []);
      if (decision.bindings !== null) all.set(trunkId, decision.bindings);
      return decision;
    },
    adopt: async () => undefined,
    bindingsOf: async (trunkId) => all.get(trunkId) ?? [],
    bindingsAt: async (place) => [...all.values()].flat().filter((binding) => binding.place === place),
  };
}

export interface RegisterOptions {
  username?: string;
  password?: string;
  /** User part of the To header. */
  named?: string;
  /** Contact headers; the phone's own address by default. */
  contacts?: string[];
  headers?: string[];
  sequence?: number;
  callId?: string;
  /** True if the Via header has `rport`. */
  hasReturnPort?: boolean;
  /** Authorization header; valid credentials by default. */
  authorization?: string;
}

export interface Softphone extends SipPeer {
  callId: string;
  /** Sends one REGISTER, without credentials unless given; returns the response. */
  register(port: number, options?: RegisterOptions): Promise<SipResponse>;
  /** Registers with credentials for the challenge; returns the last response. */
  registerAuthenticated(port: number, options?: RegisterOptions): Promise<SipResponse>;
}

/** Opens a scripted phone on loopback. */
export async function openSoftphone(address = '127.0.0.1'): Promise<Softphone> {
  const peer = await openSipPeer(address);
  const callId = randomUUID();
  let sequence = 0;
  const register = (port: number, options: RegisterOptions = {}): Promise<SipResponse> => {
    sequence = options.sequence ?? sequence + 1;
    peer.send(port, registerText(peer.port, port, { callId, ...options, sequence }));
    return peer.takeResponse('REGISTER');
  };
  return {
    ...peer,
    callId,
    register,
    registerAuthenticated: async (port, options = {}) => {
      const challenge = await register(port, options);
      const authorization = authorizationFor(challenge, port, options);
      return register(port, { ...options, authorization });
    },
  };
}

/** The Authorization header value that answers a challenge. */
export function authorizationFor(
  challenge: SipResponse,
  port: number,
  options: Pick<RegisterOptions, 'username' | 'password'> & { method?: string } = {},
): string {
  const { username = 'desk', password = 'secret', method = 'REGISTER' } = options;
  const nonce = /nonce="([^"]+)"/.exec(headerOf(challenge, 'www-authenticate') ?? '')?.[1] ?? '';
  const uri = `sip:127.0.0.1:${port}`;
  const quality = { nonceCount: '00000001', clientNonce: 'c' };
  const about = { algorithm: 'MD5', realm: 'parley', method, username, password, nonce } as const;
  const response = digestResponse({ ...about, uri, quality });
  return `Digest username="${username}", realm="parley", nonce="${nonce}", uri="${uri}", response="${response}", qop=auth, nc=00000001, cnonce="c", algorithm=MD5`;
}

function registerText(
  from: number,
  to: number,
  options: RegisterOptions & { callId: string; sequence: number },
): string {
  const { callId, sequence, named = 'desk', headers = [], authorization, hasReturnPort = true } = options;
  const contacts = options.contacts ?? [`<sip:desk@127.0.0.1:${from}>`];
  return [
    `REGISTER sip:127.0.0.1:${to} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${from}${hasReturnPort ? ';rport' : ''};branch=${newBranch()}`,
    `From: <sip:${named}@127.0.0.1:${to}>;tag=phone`,
    `To: <sip:${named}@127.0.0.1:${to}>`,
    `Call-ID: ${callId}`,
    `CSeq: ${sequence} REGISTER`,
    ...contacts.map((contact) => `Contact: ${contact}`),
    ...headers,
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** Contacts of a response, without parameters. */
export function contactsOf(response: SipResponse): string[] {
  return headersOf(response, 'contact').map((value) => value.replace(/^<|>.*$/g, ''));
}
