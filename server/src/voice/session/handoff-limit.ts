/** Two assistants that hand the customer to each other would loop forever. */
const MAX_IN_A_ROW = 4;

/** Limits consecutive handoffs without a customer message in between. */
export class HandoffLimit {
  #inARow = 0;
  #customerMessages = 0;

  /**
   * Requests one more handoff.
   * @param customerMessages number of customer messages in the call so far
   * @returns whether it is allowed
   */
  tryTake(customerMessages: number): boolean {
    if (customerMessages !== this.#customerMessages) this.#inARow = 0;
    this.#customerMessages = customerMessages;
    this.#inARow += 1;
    return this.#inARow <= MAX_IN_A_ROW;
  }
}
