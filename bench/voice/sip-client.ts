import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { type CodecName, mediaLines } from './caller-codec.ts';

/** An answered call: its media address, and how to end it. */
export interface PlacedCall {
  remotePort: number;
  answerMs: number;
  /** Resolves once the server has acknowledged it. */
  hangUp(): Promise<void>;
}

/** The call was refused, or canceled as requested. */
export class NotAnswered extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The call was refused with ${status}.`);
    this.status = status;
  }
}

interface Waiting {
  invite: string;
  startedAt: number;
  cancels: boolean;
  resolve(call: PlacedCall): void;
  reject(error: Error): void;
  dialog: { to: string; target: string } | null;
}

const REPEAT_MS = 500;
const MOST_REPEATS = 20;

/** A minimal SIP caller over UDP on loopback: INVITE, ACK, CANCEL, BYE. Independent of the product's SIP code. */
export class SipClient {
  readonly #socket: Socket;
  readonly #serverPort: number;
  readonly #calls = new Map<string, Waiting>();
  /** Pending requests by Call-ID and CSeq. */
  readonly #unheard = new Map<string, { timer: NodeJS.Timeout; heard(): void }>();
  #port = 0;

  private constructor(socket: Socket, serverPort: number) {
    this.#socket = socket;
    this.#serverPort = serverPort;
    socket.on('message', (packet) => this.#receive(packet.toString()));
  }

  static async open(serverPort: number): Promise<SipClient> {
    const client = new SipClient(createSocket('udp4'), serverPort);
    await new Promise<void>((resolve) => client.#socket.bind(0, '127.0.0.1', resolve));
    client.#port = client.#socket.address().port;
    return client;
  }

  /**
   * Rejects with `NotAnswered` if the call is refused or canceled in time.
   * @param about.cancels cancels at the first provisional response
   */
  place(about: {
    from: string;
    to: string;
    mediaPort: number;
    codec?: CodecName;
    cancels?: boolean;
  }): Promise<PlacedCall> {
    const callId = randomBytes(8).toString('hex');
    const sdp = [
      'v=0',
      `o=- 1 1 IN IP4 127.0.0.1`,
      's=-',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      ...mediaLines(about.codec ?? 'pcmu', about.mediaPort),
      'a=ptime:20',
      'a=sendrecv',
      '',
    ].join('\r\n');
    const target = `sip:${about.to}@127.0.0.1:${this.#serverPort}`;
    const from = `<sip:${about.from}@127.0.0.1:${this.#port}>;tag=${callId}`;
    const invite = this.#request('INVITE', target, {
      callId,
      from,
      to: `<${target}>`,
      sequence: 1,
      body: sdp,
    });
    const { cancels = false } = about;
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      this.#calls.set(callId, { invite, startedAt, cancels, resolve, reject, dialog: null });
      this.#ask(invite).catch(reject);
    });
  }

  close(): void {
    for (const { timer } of this.#unheard.values()) clearTimeout(timer);
    this.#socket.close();
  }

  #receive(text: string): void {
    if (!text.startsWith('SIP/2.0 ')) {
      this.#send(`SIP/2.0 200 OK\r\n${echoed(text)}Content-Length: 0\r\n\r\n`);
      return;
    }
    this.#unheard.get(keyOf(text))?.heard();
    const callId = header(text, 'Call-ID');
    const call = this.#calls.get(callId);
    if (call === undefined || !header(text, 'CSeq').endsWith('INVITE')) return;
    const status = Number(text.slice(8, 11));
    if (status < 200) this.#cancel(call);
    else if (status >= 300) this.#refused(text, call, status);
    else this.#answered(text, callId, call);
  }

  #cancel(call: Waiting): void {
    if (!call.cancels) return;
    call.cancels = false;
    this.#ask(derived(call.invite, 'CANCEL', header(call.invite, 'To'))).catch(call.reject);
  }

  #refused(text: string, call: Waiting, status: number): void {
    this.#send(derived(call.invite, 'ACK', header(text, 'To')));
    call.reject(new NotAnswered(status));
  }

  #answered(text: string, callId: string, call: Waiting): void {
    const to = header(text, 'To');
    const target = /<([^>]+)>/.exec(header(text, 'Contact'))?.[1] ?? '';
    const from = header(call.invite, 'From');
    this.#send(this.#request('ACK', target, { callId, from, to, sequence: 1 }));
    if (call.dialog !== null) return;
    call.dialog = { to, target };
    call.resolve({
      remotePort: Number(/^m=audio (\d+)/m.exec(text)?.[1]),
      answerMs: performance.now() - call.startedAt,
      hangUp: () => this.#ask(this.#request('BYE', target, { callId, from, to, sequence: 2 })),
    });
  }

  /** Retransmits until a response arrives; rejects without one. */
  #ask(request: string): Promise<void> {
    const key = keyOf(request);
    return new Promise((resolve, reject) => {
      let repeats = 0;
      const timer = setInterval(() => {
        repeats += 1;
        if (repeats <= MOST_REPEATS) return this.#send(request);
        over();
        reject(new Error(`No response to ${request.split(' ', 1)}.`));
      }, REPEAT_MS);
      const over = (): void => {
        clearInterval(timer);
        this.#unheard.delete(key);
      };
      const heard = (): void => {
        over();
        resolve();
      };
      this.#unheard.set(key, { timer, heard });
      this.#send(request);
    });
  }

  #request(
    method: string,
    target: string,
    about: { callId: string; from: string; to: string; sequence: number; body?: string },
  ): string {
    const { body = '' } = about;
    return [
      `${method} ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${this.#port};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`,
      'Max-Forwards: 70',
      `From: ${about.from}`,
      `To: ${about.to}`,
      `Call-ID: ${about.callId}`,
      `CSeq: ${about.sequence} ${method}`,
      `Contact: <sip:bench@127.0.0.1:${this.#port}>`,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  }

  #send(text: string): void {
    this.#socket.send(text, this.#serverPort, '127.0.0.1');
  }
}

/** A CANCEL, or the ACK to a refusal, with the Via header and CSeq number of the INVITE. */
function derived(invite: string, method: 'ACK' | 'CANCEL', to: string): string {
  const target = /^INVITE (\S+)/.exec(invite)?.[1] ?? '';
  const names = ['Via', 'Max-Forwards', 'From', 'Call-ID'];
  return [
    `${method} ${target} SIP/2.0`,
    ...names.map((name) => `${name}: ${header(invite, name)}`),
    `To: ${to}`,
    `CSeq: 1 ${method}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** Key of a request; its responses have the same. */
function keyOf(text: string): string {
  return `${header(text, 'Call-ID')} ${header(text, 'CSeq')}`;
}

function header(text: string, name: string): string {
  return new RegExp(`^${name}: *(.*)\\r?$`, 'im').exec(text)?.[1]?.trim() ?? '';
}

/** Headers that a response must copy. */
function echoed(request: string): string {
  const vias = request.split('\r\n').filter((line) => /^via:/i.test(line));
  const names = ['From', 'To', 'Call-ID', 'CSeq'];
  return `${[...vias, ...names.map((name) => `${name}: ${header(request, name)}`)].join('\r\n')}\r\n`;
}
