/** An inbound call could not be answered although the caller was still waiting. The message is shown to the account. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}
