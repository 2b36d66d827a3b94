import { useQuery } from '@tanstack/react-query';
import { numberOptions } from '../../../../components/form/options.ts';
import type { Assistant } from '../../../../data/assistants.ts';
import { assistantNumbersQuery } from '../../../../data/catalogue.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { useValues } from '../form/use-values.ts';

/** The account's numbers that this type may have, and the one it has. */
export function NumberChoice({ saved }: { saved: Assistant }) {
  const { type } = useValues(['type']);
  const free = useQuery(assistantNumbersQuery(type)).data ?? [];
  const all = useQuery(assistantNumbersQuery(null)).data ?? [];
  // Lists for inbound assistants leave out what is taken, by this one too.
  const own = all.filter(({ id }) => id === saved.phone_number_id && !free.some((one) => one.id === id));
  return (
    <ChoiceSetting
      path="phone_number_id"
      label="Phone number"
      options={numberOptions([...own, ...free])}
      isId
      emptyLabel="None"
      hint={
        type === 'inbound'
          ? 'An inbound assistant with a number becomes active when it is saved. Numbers of others are not offered.'
          : 'Campaigns can choose numbers of their own. Without any, one of the account is used.'
      }
      aside={<ManageLink to="/numbers" />}
    />
  );
}
