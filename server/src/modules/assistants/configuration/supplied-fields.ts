import type { UpdateAssistant } from '#contract/assistants.ts';

/** Fields of a request that hold by themselves; what is broken is absent. */
export type SuppliedFields = Partial<UpdateAssistant>;
