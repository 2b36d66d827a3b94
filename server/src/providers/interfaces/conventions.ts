/** What the agent and the offline model both know about a request's form; real models simply read it. */

/** Heading of our own part of the system message; everything above it is the assistant's own prompt. */
export const RULES_HEADING = '# Rules of this conversation';

/** The built-in search tool; its result is `{ passages: [{ document_id, document, text, score, source }] }`. */
export const KNOWLEDGE_TOOL_NAME = 'search_knowledgebase';

/** `from` of the passages that `prompt` mode puts into the system message. */
export const PROMPT_PASSAGES = 'knowledgebase';

/** Stands in the place of the passages when they could not be looked for. */
export const LOOK_UP_FAILED = 'The documents could not be searched just now: say so instead of guessing.';

/** `from` of a transcript that is to be evaluated: a JSON object a line, `{"customer":"…"}` or `{"assistant":"…"}`. */
export const TRANSCRIPT = 'transcript';

/** Begins a message in the customer's place that holds what the operator wants, in words. */
export const INSTRUCTION_HEADING = 'Instruction from the operator, not heard by the customer:';

/** `status` in what a built-in tool answers whose work begins after the assistant's words; where an account's tool has one, it is a number. */
export const ORDERED = 'ordered';

/** Around a call that an instruction is about, a line for everything that was said, which begins with who said it. */
export const CALL_MARKS = {
  begin: '<call>',
  end: '</call>',
  customer: 'Customer: ',
  assistant: 'Assistant: ',
};

/** An instruction to say fixed words, which follow as a JSON string. */
export const SAY_EXACTLY = 'Say exactly these words and nothing else:';

/** An instruction to tell what tools brought that were still at work when the customer interrupted; their names follow, then a full stop. */
export const TOOL_ANSWERED = 'You were interrupted while a tool was at work. It has finished by now:';

/** Follows the name of a tool in the rules of a turn that must not call it again. */
export const STILL_AT_WORK = 'that you called before is still at work';
