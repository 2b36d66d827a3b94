import { once } from 'node:events';
import { createConnection } from 'node:net';
import { endsWithTest } from '../left-running.ts';

/** An event of a softphone, such as `CALL_DTMF_START` with the key. */
export interface PhoneEvent {
  type: string;
  param: string;
}

export interface BaresipControl {
  /** Sends a menu command such as `hold`. */
  command(name: string, parameters?: string): void;
  /** All events so far. */
  events: readonly PhoneEvent[];
}

/** Connects to the port of baresip's `ctrl_tcp` module. The connection closes with the test. */
export async function openControl(port: number): Promise<BaresipControl> {
  const socket = createConnection(port, '127.0.0.1');
  endsWithTest(() => socket.destroy());
  const events: PhoneEvent[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      bytes = takeMessages(Buffer.concat([bytes, chunk]), (message) => {
        if (isEvent(message)) events.push({ type: message.type, param: message.param ?? '' });
      });
    });
  await once(socket, 'connect');
  return {
    events,
    command: (name, parameters = '') => {
      const text = JSON.stringify({ command: name, params: parameters, token: name });
      socket.write(`${Buffer.byteLength(text)}:${text},`);
    },
  };
}

/** Parses netstrings of JSON (`length:JSON,`). @returns the incomplete rest */
function takeMessages(bytes: Buffer, taken: (message: unknown) => void): Buffer {
  const colon = bytes.indexOf(':');
  const end = colon + 1 + Number(bytes.toString('latin1', 0, colon));
  if (colon < 0 || bytes.length <= end) return bytes;
  taken(JSON.parse(bytes.toString('utf8', colon + 1, end)));
  return takeMessages(bytes.subarray(end + 1), taken);
}

function isEvent(message: unknown): message is { type: string; param?: string } {
  return typeof message === 'object' && message !== null && 'event' in message && 'type' in message;
}
