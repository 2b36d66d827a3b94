/** A call that came in could not be answered, though its caller had not given up; the message is the account's to read. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}
