import { useQuery } from '@tanstack/react-query';
import { numberOptions, type Option } from '../../../components/form/options.ts';
import { assistantNumbersQuery } from '../../../data/catalog.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { sessionQuery } from '../../../data/session.ts';
import { t } from '../../../lib/i18n/t.ts';

const SANDBOX = 'sandbox';

/** The numbers that a new assistant can have, and a new one of the sandbox where this server has it. */
export function useNumberOptions(type: 'inbound' | 'outbound'): Option[] {
  const session = useQuery(sessionQuery);
  const numbers = useQuery(assistantNumbersQuery(type));
  const own = numberOptions(numbers.data ?? []);
  if (session.data?.features.sandbox !== true) return own;
  return [
    ...own,
    { value: SANDBOX, label: t('New sandbox number'), hint: t('Free, for tests in this console.') },
  ];
}

/** A sandbox number, free and reachable only in this console, for the first inbound assistant of an account. */
export function useFirstNumber(type: 'inbound' | 'outbound'): typeof SANDBOX | null {
  const session = useQuery(sessionQuery);
  const numbers = useQuery(numberListQuery);
  const isFirst = numbers.data?.length === 0 && session.data?.features.sandbox === true;
  return type === 'inbound' && isFirst ? SANDBOX : null;
}

/** The choice as the id of a number, or a new one of the sandbox. */
export function numberOf(choice: string | null): number | typeof SANDBOX | null {
  return choice === null || choice === SANDBOX ? choice : Number(choice);
}
