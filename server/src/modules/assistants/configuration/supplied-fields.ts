import type { UpdateAssistant } from '#contract/assistants.ts';
import type { Holding } from '#contract/validation.ts';

/** The valid fields of a request. Invalid ones are absent; invalid list items are undefined. */
export type SuppliedFields = Holding<UpdateAssistant>;
