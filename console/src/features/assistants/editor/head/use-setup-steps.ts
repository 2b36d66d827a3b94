import { useQuery } from '@tanstack/react-query';
import { isTestedQuery } from '../../../../data/first-steps.ts';
import { useValues } from '../form/use-values.ts';
import { useUsedVariables } from '../prompt/use-used-variables.ts';
import { type Step, setupSteps } from './open-steps.ts';

/** The assistant's checklist for the values in the form; undefined while it is unknown whether it was tested. */
export function useSetupSteps(assistantId: number): Step[] | undefined {
  const values = useValues([
    'type',
    'phone_number_id',
    'knowledgebase_id',
    'record',
    'notice_message',
    'variables',
  ]);
  const { used, open } = useUsedVariables();
  const { data: isTested } = useQuery(isTestedQuery(assistantId));
  if (isTested === undefined) return undefined;
  // A default in a text is no answer to a variable that waits for a value.
  const blank = new Set(values.variables.filter(({ value }) => value.trim() === '').map(({ name }) => name));
  const unfilled = used.filter((name) => open.includes(name) || blank.has(name));
  return setupSteps({
    type: values.type,
    unfilled,
    hasNumber: values.phone_number_id !== null,
    hasKnowledge: values.knowledgebase_id !== null,
    isRecorded: values.record,
    hasNotice: (values.notice_message ?? '') !== '',
    isTested,
  });
}
