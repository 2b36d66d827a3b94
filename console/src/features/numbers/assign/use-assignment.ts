import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import type { Option } from '../../../components/form/options.ts';
import { allAssistantsQuery, type ListedAssistant } from '../../../data/assistants.ts';
import { assignNumber, type PhoneNumber } from '../../../data/numbers.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useHolders } from '../use-holders.ts';
import { type Assignment, assignmentLoss } from './assignment-loss.ts';

export interface Assigning {
  /** Inbound assistants by number id. */
  holders: ReadonlyMap<number | null, ListedAssistant>;
  options: readonly Option[];
  /** A choice that takes a number from an assistant, until it is confirmed. */
  asked: (Assignment & { loss: string }) | null;
  choose: (number: PhoneNumber, assistantId: number | null) => void;
  assign: (assignment: Assignment) => Promise<unknown>;
  close: () => void;
}

/** Assigns numbers to inbound assistants, and asks before an assistant loses its number. */
export function useAssignment(numbers: readonly PhoneNumber[]): Assigning {
  const queries = useQueryClient();
  const holders = useHolders();
  const { data: assistants } = useQuery(allAssistantsQuery);
  const [asked, setAsked] = useState<Assigning['asked']>(null);
  const options = useMemo(
    () => (assistants ?? []).filter(({ type }) => type === 'inbound').map(optionOf),
    [assistants],
  );
  const { mutateAsync: assign } = useMutation({
    mutationFn: ({ number, assistant }: Assignment) => assignNumber(number.id, assistant?.id ?? null),
    onSuccess: async (_, { number, assistant }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['assistants'] }),
        queries.invalidateQueries({ queryKey: ['numbers', 'for-assistants'] }),
      ]);
      showSuccess(
        assistant === null
          ? t('No assistant answers {number} now.', { number: number.phone_number })
          : t('“{name}” now answers {number}.', {
              name: assistant.name,
              number: number.phone_number,
            }),
      );
    },
  });
  const choose = (number: PhoneNumber, assistantId: number | null): void => {
    const assistant = assistants?.find(({ id }) => id === assistantId) ?? null;
    const loss = assignmentLoss({ number, assistant }, { holder: holders.get(number.id), numbers });
    if (loss === null) void assign({ number, assistant }).catch(showError);
    else setAsked({ number, assistant, loss });
  };
  return { holders, options, asked, choose, assign, close: () => setAsked(null) };
}

function optionOf({ id, name, status }: ListedAssistant): Option {
  const option = { value: String(id), label: name };
  return status === 'active'
    ? option
    : { ...option, hint: t('Inactive. Assigning the number activates it.') };
}
