import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { header, methodOf } from '../../server/test/kit/campaigns/sip-words.ts';

/* One timer per instant that sends a prepared INVITE: a baseline for lateness. Each Call-ID is its instant. */
const socket = createSocket('udp4').bind(0, '127.0.0.1');
await once(socket, 'listening');
const { port } = socket.address();

process.once('message', ({ dueMs, carrierPort }: { dueMs: readonly number[]; carrierPort: number }) => {
  socket.on('message', (packet) => {
    const answer = packet.toString('latin1');
    if (methodOf(answer) === 'SIP/2.0' && !/^SIP\/2\.0 1/.test(answer)) {
      socket.send(request('ACK', header(answer, 'Call-ID')), carrierPort, '127.0.0.1');
    }
  });
  const late: number[] = [];
  for (const atMs of dueMs) {
    const invite = Buffer.from(request('INVITE', String(atMs)));
    const fire = (): void => {
      late.push(performance.timeOrigin + performance.now() - atMs);
      socket.send(invite, carrierPort, '127.0.0.1');
      if (late.length === dueMs.length) process.send?.({ late, port });
    };
    setTimeout(fire, Math.max(0, atMs - Date.now()));
  }
});
process.once('disconnect', () => process.exit());

function request(method: string, callId: string): string {
  const lines = [
    `${method} sip:+15550000000@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK-${callId}`,
    'From: <sip:timers@127.0.0.1>;tag=timers',
    'To: <sip:+15550000000@127.0.0.1>',
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    'Content-Length: 0',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
