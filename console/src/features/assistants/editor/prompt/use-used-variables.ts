import { placeholdersIn } from '../../../../lib/placeholders.ts';
import { useValues } from '../form/use-values.ts';

/** Names of the variables that the assistant's texts use, each once. */
export function useUsedVariables(): string[] {
  const values = useValues(['initial_message', 'system_prompt', 'reengagement_prompt', 'voice_mail_message']);
  return placeholdersIn(Object.values(values).filter(Boolean).join('\n'));
}
