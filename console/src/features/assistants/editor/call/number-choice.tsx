import { useQuery } from '@tanstack/react-query';
import { numberOptions } from '../../../../components/form/options.ts';
import type { Assistant } from '../../../../data/assistants.ts';
import { assistantNumbersQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { ManageLink } from '../form/manage-link.tsx';
import { useValues } from '../form/use-values.ts';

/** The account's numbers available to this assistant type, plus the assistant's current number. */
export function NumberChoice({ saved }: { saved: Assistant }) {
  const { type } = useValues(['type']);
  const free = useQuery(assistantNumbersQuery(type)).data ?? [];
  const all = useQuery(assistantNumbersQuery(null)).data ?? [];
  // The list for inbound assistants omits numbers in use, including this assistant's own.
  const own = all.filter(({ id }) => id === saved.phone_number_id && !free.some((one) => one.id === id));
  return (
    <ChoiceSetting
      path="phone_number_id"
      label={t('Phone number')}
      options={numberOptions([...own, ...free])}
      isId
      emptyLabel={t('None')}
      hint={
        type === 'inbound'
          ? t('Saving with a number activates the assistant.')
          : t('Campaigns can override it.')
      }
      aside={<ManageLink to="/numbers" />}
    />
  );
}
