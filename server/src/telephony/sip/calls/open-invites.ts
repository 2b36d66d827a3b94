import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import type { InviteAttempt } from './invite-attempt.ts';

type Told = (left: () => readonly string[]) => void;

/** The INVITEs of one call, at all of its servers and telephones, until their last word: any of them may ring. */
export class OpenInvites {
  readonly #told: Told | undefined;
  readonly #farewells = new Map<InviteAttempt, { text: string; isEarly: boolean }>();

  /** @param told whenever one has gone out */
  constructor(told: Told | undefined) {
    this.#told = told;
  }

  sent(attempt: InviteAttempt): void {
    this.#farewells.set(attempt, { text: attempt.farewell(null), isEarly: false });
    this.#told?.(this.#left);
  }

  heard(attempt: InviteAttempt, response: SipResponse): void {
    const known = this.#farewells.get(attempt);
    if (known === undefined) return;
    if (response.status >= 200) this.over(attempt);
    else if (!known.isEarly && readEnvelope(response)?.toTag != null) {
      const early = dialogOfAnswer(attempt.invite.request, response);
      this.#farewells.set(attempt, { text: attempt.farewell(early), isEarly: true });
    }
  }

  readonly #left = (): readonly string[] => [...this.#farewells.values()].map(({ text }) => text);

  over(attempt: InviteAttempt): void {
    this.#farewells.delete(attempt);
  }
}
