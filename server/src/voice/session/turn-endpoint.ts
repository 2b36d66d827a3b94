import type { Judgement } from '../hearing/end-of-turn.ts';
import { FRAME_MS } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import { endpointByJudgement, judge, NOT_ASKED } from '../turns/endpoint-by-judgement.ts';
import { endpointBySilence } from '../turns/endpoint-by-silence.ts';

export interface TurnSoFar {
  /** Since the customer's last sound; 0 while they speak. */
  silenceMs: number;
  settings: Pick<VoiceSettings, 'endpointType' | 'endpointSilenceMs'>;
  /** Asks the judge of `endpoint_type: ai` about it. */
  judge(): Promise<Judgement>;
}

/** When the customer's turn is over: keeps what the policy of `endpoint_type` has to remember of it. */
export class TurnEndpoint {
  #revision = 0;
  #judged = NOT_ASKED;

  /** More of the turn was understood: what was judged on fewer words is judged again. */
  textChanged(): void {
    this.#revision += 1;
  }

  /** Another turn, or none. */
  reset(): void {
    this.#judged = NOT_ASKED;
  }

  /** Looked at with every frame. */
  isOver({ silenceMs, settings, judge: ask }: TurnSoFar): boolean {
    const { endpointType, endpointSilenceMs } = settings;
    const facts = { silenceMs, textRevision: this.#revision };
    // The next look is a frame away: a turn ends at the one that is nearer to its time.
    if (endpointType === 'vad') return endpointBySilence(facts, endpointSilenceMs - FRAME_MS / 2) === 'end';
    const { state, decision } = endpointByJudgement(this.#judged, facts, endpointSilenceMs);
    this.#judged = state;
    if (decision === 'ask') this.#ask(ask);
    return decision === 'end';
  }

  #ask(ask: () => Promise<Judgement>): void {
    const asked = this.#judged;
    void ask().then((judgement) => {
      if (this.#judged === asked) this.#judged = judge(asked, judgement);
    });
  }
}
