/** A partly filled-in template. */
export interface TemplateDraft {
  templateId: string | null;
  /** By placeholder number. */
  values: Readonly<Record<string, string>>;
}

export const NO_TEMPLATE: TemplateDraft = { templateId: null, values: {} };

/** Reads a stored draft; empty when it is invalid. */
export function readTemplateDraft(text: string): TemplateDraft {
  try {
    return draftOf(JSON.parse(text));
  } catch {
    return NO_TEMPLATE;
  }
}

function draftOf(kept: unknown): TemplateDraft {
  if (typeof kept !== 'object' || kept === null || !('templateId' in kept) || !('values' in kept)) {
    return NO_TEMPLATE;
  }
  const { templateId, values } = kept;
  if (typeof templateId !== 'string' || typeof values !== 'object' || values === null) return NO_TEMPLATE;
  const filled = Object.entries(values).map(([place, value]) => [place, String(value)] as const);
  return { templateId, values: Object.fromEntries(filled) };
}
