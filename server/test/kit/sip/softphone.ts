import { randomUUID } from 'node:crypto';
import { digestResponse } from '../../../src/telephony/sip/auth/digest-response.ts';
import { headerOf, headersOf, type SipResponse } from '../../../src/telephony/sip/message/sip-message.ts';
import type { Binding, BindingStore } from '../../../src/telephony/sip/registrar/binding.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import { newBranch, openSipPeer, type SipPeer } from './sip-peer.ts';
import { testTrunk } from './test-agent.ts';

/** An extension whose telephones register here: 1001, with the name desk and the password secret. */
export function extension(changes: Partial<SipTrunk> = {}): SipTrunk {
  const trunk = testTrunk(5060, { id: '7', type: 'extension', phoneNumber: '1001', username: 'desk' });
  return { ...trunk, address: 'dynamic', ...changes };
}

/** Bindings without a database; time stands still for them. */
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
  /** User part of To. */
  named?: string;
  /** Lines; default: where the phone is. */
  contacts?: string[];
  headers?: string[];
  sequence?: number;
  callId?: string;
  /** Whether Via asks for answers where the packet came from. */
  hasReturnPort?: boolean;
  /** What proves; default: a right one. */
  authorization?: string;
}

export interface Softphone extends SipPeer {
  callId: string;
  /** One REGISTER as it is, without a proof unless one is given; its answer. */
  register(port: number, options?: RegisterOptions): Promise<SipResponse>;
  /** The same with a proof that answers a challenge; the last answer. */
  enrol(port: number, options?: RegisterOptions): Promise<SipResponse>;
}

/** A telephone on loopback that registers when it is told to. */
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
    enrol: async (port, options = {}) => {
      const challenge = await register(port, options);
      const authorization = proofOf(challenge, port, options);
      return register(port, { ...options, authorization });
    },
  };
}

/** The value of Authorization that answers a challenge. */
export function proofOf(challenge: SipResponse, port: number, options: RegisterOptions = {}): string {
  const { username = 'desk', password = 'secret' } = options;
  const nonce = /nonce="([^"]+)"/.exec(headerOf(challenge, 'www-authenticate') ?? '')?.[1] ?? '';
  const uri = `sip:127.0.0.1:${port}`;
  const quality = { nonceCount: '00000001', clientNonce: 'c' };
  const about = { algorithm: 'MD5', realm: 'parley', method: 'REGISTER', username, password, nonce } as const;
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

/** The Contacts of an answer, without their parameters, as the registrar lists them. */
export function contactsOf(response: SipResponse): string[] {
  return headersOf(response, 'contact').map((value) => value.replace(/^<|>.*$/g, ''));
}
