import type { UpdateAssistant } from '#contract/assistants.ts';
import type { Holding } from '#contract/validation.ts';

/** Fields of a request that are valid on their own; invalid ones are absent, or undefined inside lists. */
export type SuppliedFields = Holding<UpdateAssistant>;
