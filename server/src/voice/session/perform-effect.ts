import type { Engine } from '../engines/engine.ts';
import type { TurnEffect } from '../turns/customer-turn.ts';
import type { AnswerEffect } from './decide-answer.ts';
import type { Speech } from './speech.ts';
import type { TurnTaking } from './turn-taking.ts';

/** Effects that lead to further decisions, which the conversation makes. */
type LeadsOn =
  | 'interrupt'
  | 'answer'
  | 'recover-unanswered'
  | 'predict'
  | 'ask-to-repeat'
  | 'hand-over'
  | 'give-up';

export type FinalEffect = Exclude<TurnEffect | AnswerEffect, { type: LeadsOn }>;

interface Performers {
  engine: Engine;
  speech: Speech;
  turns: TurnTaking;
}

/** Performs an effect that nothing else in the conversation depends on. */
export function performEffect(effect: FinalEffect, { engine, speech, turns }: Performers): void {
  switch (effect.type) {
    case 'report-speech-start':
      engine.speechStarted();
      break;
    case 'report-speech-end':
      engine.speechStopped();
      break;
    case 'pause':
      speech.pause();
      break;
    case 'duck':
      speech.duck();
      break;
    case 'resume':
      speech.resume();
      break;
    case 'drop-held-audio':
      turns.dropHeldAudio();
      break;
    case 'request-answer':
      speech.answer(effect.turn);
      break;
    case 'say': {
      const { text, turn, purpose } = effect;
      void speech.say(text, { turn, purpose });
      break;
    }
    case 'prompt':
      void speech.prompt(effect.instruction, 'conversation');
      break;
    case 'accept-reply':
      speech.started(effect.replyId, effect.turn);
      break;
    case 'refuse-reply':
      engine.interrupt(effect.replyId, { text: '', audioMs: 0 });
      break;
    case 'cut':
      speech.cut();
  }
}
