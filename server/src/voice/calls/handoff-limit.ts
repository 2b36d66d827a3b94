/** Each of them may know somebody else who fits better; two that send the customer to each other would go on for ever. */
const MOST_IN_A_ROW = 4;

/** How often assistants may hand a customer over who says nothing in between. */
export class HandoffLimit {
  #inARow = 0;
  #customerMessages = 0;

  /** One more is wanted. @param customerMessages how many there were in the call by now; @returns whether it may be done */
  take(customerMessages: number): boolean {
    if (customerMessages !== this.#customerMessages) this.#inARow = 0;
    this.#customerMessages = customerMessages;
    this.#inARow += 1;
    return this.#inARow <= MOST_IN_A_ROW;
  }
}
