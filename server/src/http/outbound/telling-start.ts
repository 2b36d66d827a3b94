import type { Dispatcher } from 'undici';

/** Calls `onStart` when a request gets a connection and its first byte is about to go out. */
export function tellingStart(onStart: () => unknown): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    // The handler has been made for this one request: its own state stays where its listeners look for it.
    handler.onRequestStart = (controller, context) => {
      onStart();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}
