import { FRAME_MS } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import type { TurnPrediction } from '../turn-detector/turn-detector.ts';
import { applyPrediction, endpointByPrediction, NOT_ASKED } from '../turns/endpoint-by-prediction.ts';
import { endpointBySilence } from '../turns/endpoint-by-silence.ts';

export interface TurnSoFar {
  /** Silence since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  settings: Pick<VoiceSettings, 'endpointType' | 'endpointSilenceMs'>;
  /** Asks the turn detector (`endpoint_type: ai`). */
  predict(): Promise<TurnPrediction>;
}

/** Detects the end of a turn by the policy of `endpoint_type`, and keeps its state. */
export class TurnEndpoint {
  #revision = 0;
  #predicted = NOT_ASKED;

  /** The transcript changed; earlier predictions are outdated. */
  textChanged(): void {
    this.#revision += 1;
  }

  reset(): void {
    this.#predicted = NOT_ASKED;
  }

  isOver({ silenceMs, settings, predict: ask }: TurnSoFar): boolean {
    const { endpointType, endpointSilenceMs } = settings;
    const facts = { silenceMs, textRevision: this.#revision };
    // Checks are 20 ms apart: the turn ends at the check nearest to the limit.
    if (endpointType === 'vad') return endpointBySilence(facts, endpointSilenceMs - FRAME_MS / 2) === 'end';
    const { state, decision } = endpointByPrediction(this.#predicted, facts, endpointSilenceMs);
    this.#predicted = state;
    if (decision === 'ask') this.#ask(ask);
    return decision === 'end';
  }

  #ask(ask: () => Promise<TurnPrediction>): void {
    const asked = this.#predicted;
    void ask().then((prediction) => {
      if (this.#predicted === asked) this.#predicted = applyPrediction(asked, prediction);
    });
  }
}
