import type { MessagePort } from 'node:worker_threads';

/** Sends a message to the main thread; the buffers are transferred. */
export type PostReply = (message: unknown, buffers?: readonly ArrayBuffer[]) => void;

/** Handles a request. An error, thrown or rejected, closes the module. */
export type HandleRequest = (request: unknown) => void | Promise<void>;

/** Exported as `startModule` by a `*.worker-module.ts` file. */
export type StartModule = (reply: PostReply) => HandleRequest | Promise<HandleRequest>;

export interface ModuleFailure {
  type: 'failed';
  reason: string;
  wasStarted: boolean;
}

/** Messages from the worker thread. */
export type ModuleMessage<Message> = { type: 'reply'; message: Message } | ModuleFailure;

export interface LoadRequest {
  /** URL of the module file. */
  module: string;
  port: MessagePort;
}
