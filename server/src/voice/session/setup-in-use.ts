import type { TurnSetup } from '../call-event.ts';
import type { CallAssistant } from '../call-host.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { Reply } from './reply.ts';

/** What an assistant's answers are given with, as far as it is told while providers are lost and replaced. */
export class SetupInUse {
  #setup: TurnSetup;

  constructor({ settings, model, realtimeModel, transcriber, synthesizer }: CallAssistant) {
    const { mode, endpointType, endpointSilenceMs } = settings;
    const heardBy = { mode, endpointType, endpointSilenceMs };
    this.#setup = { ...heardBy, model: realtimeModel ?? model.id, transcriber, synthesizer };
  }

  receive(event: EngineEvent): void {
    if (event.type === 'model-replaced') this.#setup = { ...this.#setup, model: event.by };
    // Whether it was the ears or the voice, and who stands in, is not told.
    else if (isTakeOver(event)) this.#setup = { ...this.#setup, transcriber: null, synthesizer: null };
  }

  of({ model }: Pick<Reply, 'model'>): TurnSetup {
    return model === null ? this.#setup : { ...this.#setup, model };
  }
}

/** One provider is lost, and another goes on. */
export function isTakeOver(event: EngineEvent): boolean {
  return (
    event.type === 'model-replaced' || (event.type === 'failed' && event.replyId === null && !event.fatal)
  );
}
