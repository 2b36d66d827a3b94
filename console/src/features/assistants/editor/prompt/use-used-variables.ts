import { namesIn, SYSTEM_VARIABLES, unfilledNames } from '#contract/render-variables.ts';
import { useValues } from '../form/use-values.ts';
import { variablesOf } from '../variables/variable-rows.ts';

const SYSTEM_VALUES = Object.fromEntries(SYSTEM_VARIABLES.map((name) => [name, true]));

/** Variables that the assistant's texts use, and those of them that have no value here, no default, and are known to no call by itself. */
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
