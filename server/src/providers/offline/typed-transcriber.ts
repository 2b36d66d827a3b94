import type { Transcriber } from '../interfaces/transcriber.ts';

/** Hears nothing: without a speech-to-text provider the words of a call are typed. Says at once that nothing was understood. */
export const typedTranscriber: Transcriber = {
  code: 'offline',
  open: (_options, listener) => {
    let isOpen = true;
    return {
      write: () => undefined,
      speechStarted: () => undefined,
      speechStopped: () => {
        if (isOpen) listener({ type: 'final', text: '', language: null });
      },
      close: () => {
        isOpen = false;
      },
    };
  },
};
