import type { MessagePort } from 'node:worker_threads';

/** Hands something back to whoever entered the room; the buffers go with it. */
export type Reply = (message: unknown, buffers?: readonly ArrayBuffer[]) => void;

/** Answers a request. What it throws, now or later, ends the room. */
export type AnswerRequest = (request: unknown) => void | Promise<void>;

/** What a file `*.room.ts` exports as `openRoom`. */
export type OpenRoom = (reply: Reply) => AnswerRequest | Promise<AnswerRequest>;

/** The room is closed. */
export interface RoomFailure {
  type: 'failed';
  reason: string;
  /** It had been opened before. */
  wasOpen: boolean;
}

/** From the thread to whoever entered a room. */
export type RoomMessage<Message> = { type: 'reply'; message: Message } | RoomFailure;

export interface EnterRequest {
  /** URL of the room's file. */
  room: string;
  port: MessagePort;
}
