import { namesIn, SYSTEM_VARIABLES, unfilledNames } from '#contract/render-variables.ts';
import { useValues } from '../form/use-values.ts';
import { variablesOf } from '../form/variable-rows.ts';

const SYSTEM_VALUES = Object.fromEntries(SYSTEM_VARIABLES.map((name) => [name, true]));

/** The variables in the assistant's texts, and those among them without a value, a default or a system value. */
export function useUsedVariables(): { used: string[]; open: string[] } {
  const { variables, ...texts } = useValues([
    'initial_message',
    'system_prompt',
    'reengagement_prompt',
    'voice_mail_message',
    'variables',
  ]);
  const words = Object.values(texts).filter((text) => typeof text === 'string');
  return {
    used: namesIn(...words),
    open: unfilledNames(words, { ...SYSTEM_VALUES, ...variablesOf(variables) }),
  };
}
