import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import type { ListenMessage } from '#contract/live-call.ts';
import type { Clock } from '../core/clock.ts';
import { pcmBytes } from '../core/pcm-bytes.ts';
import type { Identity } from '../http/find-caller.ts';
import type { OtherProcesses } from '../http/other-processes.ts';
import type { RawRequest } from '../http/route.ts';
import { defineSocketRoute, type SocketRoute } from '../http/socket-route.ts';
import { type CallLine, openCallLine, redeemCallLine } from '../modules/calls/live/call-line.ts';
import { HELD_CALL_PATH, MAX_TOKEN_CHARACTERS, redeemHeldCall } from '../modules/calls/live/held-call.ts';
import type { LiveCall } from '../modules/calls/live/live-calls.ts';
import type { AccountListener, LiveCallDependencies } from '../modules/calls/live/live-dependencies.ts';
import { joinSockets } from '../telephony/media-stream/join-sockets.ts';
import { keepAlive, QUICK_PING_MS } from '../telephony/socket-liveness.ts';
import { takeOverCall } from './take-over-socket.ts';

const MAX_MESSAGE_BYTES = 65_536;
const MAX_SOCKETS = 2000;
const JSON_HEADERS = { 'content-type': 'application/json' };

/** Access to calls of other processes. */
export function composeProcesses(
  others: Pick<OtherProcesses, 'of' | 'open' | 'forward'>,
  clock: Clock,
): LiveCallDependencies['processes'] {
  const request = (method: RawRequest['method'], body: string): RawRequest => ({
    method,
    url: '',
    headers: JSON_HEADERS,
    body: Buffer.from(body),
  });
  return {
    of: (processId) => others.of(processId),
    openAt: async (origin, path) => {
      const opened = await others.open(origin, path, request('GET', ''));
      if (opened instanceof WebSocket) whileOpen(opened, clock, () => undefined);
      return opened;
    },
    postTo: (origin, path, body) => others.forward(origin, path, request('POST', body)),
  };
}

/** WebSockets of running calls: for clients, and for other processes of the installation. */
export function liveCallSockets(dependencies: LiveCallDependencies): SocketRoute[] {
  const { clock } = dependencies;
  const held = {
    params: z.object({ token: z.string().max(MAX_TOKEN_CHARACTERS) }),
    resource: 'Call',
    maxPayloadBytes: MAX_MESSAGE_BYTES,
    maxSockets: MAX_SOCKETS,
  };
  return [
    defineSocketRoute({
      ...held,
      path: `${HELD_CALL_PATH}/events/:token`,
      admit: async ({ params }) => redeemHeldCall(dependencies, 'events', params.token),
      open: (admitted, socket) => sendEvents(admitted, socket, clock),
    }),
    defineSocketRoute({
      ...held,
      path: `${HELD_CALL_PATH}/listen/:token`,
      admit: async ({ params }) => redeemCallLine(dependencies, 'listen', params.token),
      open: (line, socket) => sendAudio(line, socket, clock),
    }),
    defineSocketRoute({
      ...held,
      path: `${HELD_CALL_PATH}/take-over/:token`,
      admit: async ({ params }) => redeemCallLine(dependencies, 'take-over', params.token),
      open: (line, socket) => connectSupervisor(line, socket, clock),
    }),
    defineSocketRoute({
      ...held,
      path: '/user/calls/:id/take-over',
      params: z.object({ id: pathId() }),
      admit: async ({ params: { id: callId }, authenticate }) =>
        admitClient(dependencies, 'take-over', { caller: await authenticate('agent'), callId }),
      abandon: (client) => abandon(dependencies, client),
      open: (client, socket) => {
        closeWithToken(dependencies, client, socket);
        connectSupervisor(client.line, socket, clock);
      },
    }),
    defineSocketRoute({
      ...held,
      path: '/user/calls/:id/listen',
      params: z.object({ id: pathId() }),
      admit: async ({ params: { id: callId }, authenticate }) =>
        admitClient(dependencies, 'listen', { caller: await authenticate('agent'), callId }),
      abandon: (client) => abandon(dependencies, client),
      open: (client, socket) => {
        closeWithToken(dependencies, client, socket);
        sendAudio(client.line, socket, clock);
      },
    }),
  ];
}

function sendEvents(
  { call, after }: { call: LiveCall; after: number },
  socket: WebSocket,
  clock: Clock,
): void {
  const stop = call.feed.follow(after, {
    event: (fed) => socket.send(JSON.stringify(fed)),
    ended: () => socket.close(),
  });
  whileOpen(socket, clock, stop);
}

/** A quarter of a second of stereo at 16 kHz. A listener who is further behind loses frames. */
const MAX_QUEUED_BYTES = 16_000;

function sendAudio(line: CallLine, socket: WebSocket, clock: Clock): void {
  if (line.kind === 'elsewhere') {
    forwardAudio(line.holder, socket, clock);
    return;
  }
  const { call, session } = line;
  const format = {
    type: 'format',
    encoding: 'pcm_s16le',
    sample_rate: session.sampleRateHz,
    channels: ['customer', 'assistant'],
  } satisfies ListenMessage;
  socket.send(JSON.stringify(format));
  const stop = session.listen((stereo) => sendFrame(socket, pcmBytes(stereo)));
  call.listeners += 1;
  const end = (): void => {
    socket.send(JSON.stringify({ type: 'ended' } satisfies ListenMessage));
    socket.close();
  };
  call.over.addEventListener('abort', end, { once: true });
  whileOpen(socket, clock, () => {
    call.over.removeEventListener('abort', end);
    call.listeners -= 1;
    stop();
  });
}

/** An admitted client of the account. */
interface Client {
  line: CallLine;
  /** Ends with the client's token. */
  listener: AccountListener;
}

/** Counts the client as one of the account's live connections, then opens its line. Throws as both. */
async function admitClient(
  dependencies: LiveCallDependencies,
  purpose: 'listen' | 'take-over',
  { caller, callId }: { caller: Identity; callId: number },
): Promise<Client> {
  const { changes } = dependencies;
  const listener = await changes.join(caller);
  try {
    return { listener, line: await openCallLine(dependencies, purpose, { userId: caller.userId, callId }) };
  } catch (error) {
    changes.leave(listener);
    throw error;
  }
}

/** Gives a call of another process back at once. */
function abandon({ changes }: LiveCallDependencies, { line, listener }: Client): void {
  changes.leave(listener);
  if (line.kind === 'elsewhere') line.holder.terminate();
}

function connectSupervisor(line: CallLine, socket: WebSocket, clock: Clock): void {
  if (line.kind === 'here') takeOverCall(line, socket, clock);
  else joinSockets(socket, line.holder, { clock, pingMs: QUICK_PING_MS });
}

function sendFrame(socket: WebSocket, frame: Uint8Array): void {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount <= MAX_QUEUED_BYTES) socket.send(frame);
}

function forwardAudio(holder: WebSocket, socket: WebSocket, clock: Clock): void {
  holder.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary && Buffer.isBuffer(data)) sendFrame(socket, data);
    else socket.send(String(data));
  });
  holder.on('close', () => socket.close());
  holder.resume();
  whileOpen(socket, clock, () => holder.close());
}

/** Keeps a connection alive, and calls `closed` once when it is closed. */
function whileOpen(socket: WebSocket, clock: Clock, closed: () => void): void {
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    closed();
  };
  if (socket.readyState === socket.OPEN) socket.once('close', end);
  else end();
  keepAlive(socket, { clock }, over.signal);
}

/** Closes a connection when its token is revoked. */
function closeWithToken({ changes }: LiveCallDependencies, { listener }: Client, socket: WebSocket): void {
  // Not closed gracefully: the client could delay the end by 30 seconds, and speak until then.
  const end = (): void => socket.terminate();
  if (listener.over.aborted) end();
  listener.over.addEventListener('abort', end, { once: true });
  const leave = (): void => changes.leave(listener);
  if (socket.readyState === socket.OPEN) socket.once('close', leave);
  else leave();
}
