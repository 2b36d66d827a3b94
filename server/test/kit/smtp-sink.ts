import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they were sent. */
  source: string;
}

export interface SmtpSink {
  url: string;
  mails: ReceivedMail[];
  /** Answer to the next mails; null accepts them. */
  refusal: string | null;
  /** Recipients that are refused. */
  unknown: Set<string>;
  close(): Promise<void>;
}

/** A real SMTP server on loopback that keeps what it gets. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(
        sink.unknown.has(address)
          ? Object.assign(new Error('No such mailbox'), { responseCode: 550 })
          : undefined,
      );
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (sink.refusal !== null) {
          callback(Object.assign(new Error(sink.refusal), { responseCode: 451 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        sink.mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${portOf(listening.address())}`,
    mails: [],
    refusal: null,
    unknown: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The SMTP server is not listening.');
  return address.port;
}

/** The headers of a mail, unfolded, by lower-case name. */
export function headersOf({ source }: ReceivedMail): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
