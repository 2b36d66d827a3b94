import {
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../../../src/telephony/sip/message/sip-message.ts';
import { eventually } from '../eventually.ts';

/** Messages received by a peer, which the test takes one by one. */
export interface MessageBox {
  /** All received messages, including retransmissions. */
  received: SipMessage[];
  add(message: SipMessage): void;
  /** The next untaken request with a method. */
  takeRequest(method: string): Promise<SipRequest>;
  /** The next untaken response to a method. */
  takeResponse(method: string): Promise<SipResponse>;
}

export function messageBox(): MessageBox {
  const received: SipMessage[] = [];
  const untaken: SipMessage[] = [];
  const take = async (matches: (message: SipMessage) => boolean): Promise<SipMessage> => {
    const message = await eventually(
      async () => untaken.find(matches),
      (found) => found !== undefined,
    );
    if (message === undefined) throw new Error('No message arrived.');
    untaken.splice(untaken.indexOf(message), 1);
    return message;
  };
  return {
    received,
    add: (message) => {
      received.push(message);
      untaken.push(message);
    },
    takeRequest: async (method) => {
      const message = await take((one) => one.kind === 'request' && one.method === method);
      if (message.kind !== 'request') throw new Error('It is a response.');
      return message;
    },
    takeResponse: async (method) => {
      const isAnswer = (one: SipMessage): boolean =>
        one.kind === 'response' && (headerOf(one, 'cseq') ?? '').endsWith(` ${method}`);
      const message = await take(isAnswer);
      if (message.kind !== 'response') throw new Error('It is a request.');
      return message;
    },
  };
}
