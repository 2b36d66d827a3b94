import type { TurnSetup } from '../call-event.ts';
import type { CallAssistant } from '../call-host.ts';
import type { EngineEvent } from '../engines/engine.ts';
import type { Reply } from './reply.ts';

/** Configuration behind the current answers, updated while providers fail over. */
export class CurrentSetup {
  #setup: TurnSetup;

  constructor({ settings, model, realtimeModel, transcriber, synthesizer }: CallAssistant) {
    const { mode, endpointType, endpointSilenceMs } = settings;
    const common = { mode, endpointType, endpointSilenceMs };
    this.#setup = { ...common, model: realtimeModel ?? model.id, transcriber, synthesizer };
  }

  receive(event: EngineEvent): void {
    if (event.type === 'model-replaced') this.#setup = { ...this.#setup, model: event.by };
    else if (event.type === 'failed' && isFailover(event)) {
      const { part } = event;
      // A reopened session without `part` may be an STT or a TTS session.
      if (part !== 'voice') this.#setup = { ...this.#setup, transcriber: null };
      if (part !== 'transcriber') this.#setup = { ...this.#setup, synthesizer: null };
    }
  }

  of({ model }: Pick<Reply, 'model'>): TurnSetup {
    return model === null ? this.#setup : { ...this.#setup, model };
  }
}

export function isFailover(event: EngineEvent): boolean {
  return (
    event.type === 'model-replaced' || (event.type === 'failed' && event.replyId === null && !event.fatal)
  );
}
