import type { CallOverrides } from '#contract/calls.ts';
import type { Catalog } from '../../../core/catalog.ts';
import { AppError } from '../../../core/errors.ts';
import { overrideErrors, settleOverrides } from '../../assistants/rules.ts';
import type { StoredTexts } from '../../assistants/variables/unfilled-variables.ts';
import type { AssistantRow } from './assistant-row.ts';

/**
 * The assistant as one call uses it. Throws `unavailable`, with a message for the account's owner, if the assistant was
 * changed after the request so that the overrides no longer fit it.
 */
export function withOverrides(
  catalog: Catalog,
  row: AssistantRow,
  overrides: CallOverrides | null | undefined,
): AssistantRow {
  if (overrides == null) return row;
  const [problem] = Object.values(overrideErrors(catalog, overrides, row)).flat();
  if (problem !== undefined) {
    throw new AppError('unavailable', `The overrides of this call no longer fit its assistant. ${problem}`);
  }
  return {
    ...row,
    ...settleOverrides(row, overrides, catalog),
    variables: { ...row.variables, ...overrides.variables },
  };
}

/** The texts of an assistant as one call uses them. */
export function overriddenTexts(texts: StoredTexts, overrides: CallOverrides | null): StoredTexts {
  if (overrides === null) return texts;
  return {
    ...texts,
    initial_message: overrides.initial_message ?? texts.initial_message,
    system_prompt: overrides.system_prompt ?? texts.system_prompt,
    variables: { ...texts.variables, ...overrides.variables },
  };
}
