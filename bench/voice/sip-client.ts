import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

/** A call that was answered: where its media goes, and how it ends. */
export interface PlacedCall {
  remotePort: number;
  answerMs: number;
  hangUp(): void;
}

interface Waiting {
  invite: string;
  startedAt: number;
  resolve(call: PlacedCall): void;
  reject(error: Error): void;
  dialog: { to: string; target: string } | null;
}

/** The least of a SIP caller, on loopback over UDP: INVITE, ACK, BYE. Nothing of the product's own SIP is in it. */
export class SipClient {
  readonly #socket: Socket;
  readonly #serverPort: number;
  readonly #calls = new Map<string, Waiting>();
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

  /** Rejects with the status that refused it. */
  place(about: { from: string; to: string; mediaPort: number }): Promise<PlacedCall> {
    const callId = randomBytes(8).toString('hex');
    const sdp = [
      ...['v=0', `o=- 1 1 IN IP4 127.0.0.1`, 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
      ...[`m=audio ${about.mediaPort} RTP/AVP 0`, 'a=rtpmap:0 PCMU/8000', 'a=ptime:20', 'a=sendrecv', ''],
    ].join('\r\n');
    const target = `sip:${about.to}@127.0.0.1:${this.#serverPort}`;
    const from = `<sip:${about.from}@127.0.0.1:${this.#port}>;tag=${callId}`;
    const invite = this.#request('INVITE', target, {
      ...{ callId, from, to: `<${target}>`, sequence: 1 },
      body: sdp,
    });
    return new Promise((resolve, reject) => {
      this.#calls.set(callId, { invite, startedAt: performance.now(), resolve, reject, dialog: null });
      this.#send(invite);
    });
  }

  close(): void {
    this.#socket.close();
  }

  #receive(text: string): void {
    const callId = header(text, 'Call-ID');
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    if (text.startsWith('SIP/2.0 ')) this.#answered(text, callId, call);
    else this.#send(`SIP/2.0 200 OK\r\n${echoed(text)}Content-Length: 0\r\n\r\n`);
  }

  #answered(text: string, callId: string, call: Waiting): void {
    const status = Number(text.slice(8, 11));
    if (!header(text, 'CSeq').endsWith('INVITE') || status < 200) return;
    const to = header(text, 'To');
    const target = /<([^>]+)>/.exec(header(text, 'Contact'))?.[1] ?? '';
    const from = header(call.invite, 'From');
    const acknowledged = status < 300 ? target : /^INVITE (\S+)/.exec(call.invite)?.[1] || target;
    this.#send(this.#request('ACK', acknowledged, { callId, from, to, sequence: 1 }));
    if (status >= 300) {
      this.#calls.delete(callId);
      call.reject(new Error(`The call was refused with ${status}.`));
    } else if (call.dialog === null) {
      call.dialog = { to, target };
      call.resolve({
        remotePort: Number(/^m=audio (\d+)/m.exec(text)?.[1]),
        answerMs: performance.now() - call.startedAt,
        hangUp: () => this.#send(this.#request('BYE', target, { callId, from, to, sequence: 2 })),
      });
    }
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
      ...['Max-Forwards: 70', `From: ${about.from}`, `To: ${about.to}`, `Call-ID: ${about.callId}`],
      ...[`CSeq: ${about.sequence} ${method}`, `Contact: <sip:bench@127.0.0.1:${this.#port}>`],
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      ...[`Content-Length: ${body.length}`, '', body],
    ].join('\r\n');
  }

  #send(text: string): void {
    this.#socket.send(text, this.#serverPort, '127.0.0.1');
  }
}

function header(text: string, name: string): string {
  return new RegExp(`^${name}: *(.*)\\r?$`, 'im').exec(text)?.[1]?.trim() ?? '';
}

/** The headers that an answer repeats. */
function echoed(request: string): string {
  const vias = request.split('\r\n').filter((line) => /^via:/i.test(line));
  const names = ['From', 'To', 'Call-ID', 'CSeq'];
  return `${[...vias, ...names.map((name) => `${name}: ${header(request, name)}`)].join('\r\n')}\r\n`;
}
