/** Request conventions shared by the agent and the offline model; real models read them as prose. */

/** Heading of our part of the system message; the assistant's own prompt is above it. */
export const RULES_HEADING = '# Rules of this conversation';

/** Starts the rule that contains the assistant's first message as a JSON string. */
export const OPENED_WITH = 'You opened the conversation with:';

/** The built-in search tool; its result is `{ passages: [{ document_id, document, text, score, source }] }`. */
export const KNOWLEDGE_TOOL_NAME = 'search_knowledgebase';

/** `from` of the passages that `prompt` mode adds to the system message. */
export const PROMPT_PASSAGES = 'knowledgebase';

/** Replaces the passages when the search failed. */
export const SEARCH_FAILED = 'The documents could not be searched: say so instead of guessing.';

/** `from` of a transcript to be evaluated or summarized: JSON lines, `{"customer":"…"}` or `{"assistant":"…"}`. */
export const TRANSCRIPT = 'transcript';

/** `from` of the summary of a conversation's older messages: one fact per line. */
export const SUMMARY = 'summary';

/** Ends a request for the summary of a transcript, together with the earlier summary if there is one. */
export const WRITE_SUMMARY = 'Write the summary now.';

/** Limit of a summary. */
export const SUMMARY_CHARACTERS = 1_500;

/** Starts a user message that is an instruction of the operator. */
export const INSTRUCTION_HEADING = 'Instruction from the operator, not heard by the customer:';

/**
 * `status` of built-in tools whose work starts after the assistant has spoken. (In an account's tool it is a number.)
 */
export const ORDERED = 'ordered';

/** Marks around the transcript of a call in an instruction: one line per utterance, with a speaker prefix. */
export const CALL_MARKS = {
  begin: '<call>',
  end: '</call>',
  customer: 'Customer: ',
  assistant: 'Assistant: ',
};

/** An instruction to say fixed words, followed by a JSON string. */
export const SAY_EXACTLY = 'Say exactly these words and nothing else:';

/**
 * An instruction to report results of tools that were running when the customer interrupted; their names follow, then a
 * period.
 */
export const TOOL_ANSWERED = 'You were interrupted while a tool was running. It has now finished:';

/** Follows a tool's name in the rules of a turn that must not call it again. */
export const STILL_AT_WORK = 'that you called earlier is still running';
