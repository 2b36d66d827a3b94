import type { SttProvider } from '../interfaces/stt-provider.ts';

/** Transcribes nothing: without an STT provider customers type. Answers each segment with an empty transcript. */
export const typedTextStt: SttProvider = {
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
