import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.ts';

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  send(bytes: Buffer): void;
  close(): void;
}

/** Opens a connection. `onAnswer` receives each response's status, `onFailure` the end of the connection. */
export async function openConnection(
  port: number,
  onAnswer: (status: number) => void,
  onFailure: (error: Error) => void,
): Promise<Connection> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const reader = new AnswerReader(onAnswer);
  const fail = (error: Error) => {
    socket.removeAllListeners('close');
    onFailure(error);
  };
  socket.on('data', (chunk) => reader.push(chunk));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  return {
    send: (bytes) => socket.write(bytes),
    close: () => {
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}
