import type { UpdateAssistant } from '#contract/assistants.ts';
import type { Holding } from '#contract/validation.ts';

/** Fields of a request that hold by themselves; what is broken is absent, or undefined at its place in a list. */
export type SuppliedFields = Holding<UpdateAssistant>;
