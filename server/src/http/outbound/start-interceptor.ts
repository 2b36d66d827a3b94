import type { Dispatcher } from 'undici';

/** An interceptor that calls `onStart` before the first byte of a request is sent. */
export function startInterceptor(onStart: () => unknown): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    // The handler belongs to this request only, so it can be modified in place.
    handler.onRequestStart = (controller, context) => {
      onStart();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}
