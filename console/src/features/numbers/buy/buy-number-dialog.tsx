import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { COUNTRIES } from '../../../components/form/countries.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { type NumberSearch, searchNumbers } from '../../../data/numbers.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';
import { TYPED } from '../../../routing/search-change.ts';
import { numbersSearch } from '../numbers-search.ts';
import { Offer } from './offer.tsx';

/** @param shop name of the carrier that sells numbers */
export function BuyNumberDialog({ shop, onClose }: { shop: string; onClose: () => void }) {
  const { asked, isAsked, ask } = useNumberSearch();
  const [typed, setTyped] = useState(asked);
  const offers = useQuery({
    queryKey: ['numbers', 'offers', asked],
    queryFn: ({ signal }) => searchNumbers(asked, signal),
    enabled: isAsked,
    retry: false,
  });
  const fields = offers.error instanceof ApiError ? offers.error.fields : {};
  const isFieldError = Object.keys(fields).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask(typed);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Buy a number')}
      text={t('From {shop}. You see the price and confirm before buying.', { shop })}
    >
      <form
        onSubmit={submit}
        noValidate
        className="mb-4 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <Field label={t('Country')} error={fields['country_code']?.[0]}>
          {(control) => (
            <Select
              {...control}
              value={typed.country_code}
              options={COUNTRIES}
              onChange={(code) => setTyped({ ...typed, country_code: code ?? '' })}
            />
          )}
        </Field>
        <Field label={t('Contains digits')} error={fields['contains']?.[0]}>
          {(control) => (
            <Input
              {...control}
              value={typed.contains}
              inputMode="numeric"
              onChange={(event) => setTyped({ ...typed, contains: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" icon={<Search />} className="sm:mt-6.5" isBusy={offers.isFetching}>
          {t('Search', undefined, 'verb')}
        </Button>
        <div className="sm:col-span-3">
          <Switch
            label={t('Only numbers that can send SMS')}
            isOn={typed.sms_capable}
            onChange={(sms_capable) => setTyped({ ...typed, sms_capable })}
          />
        </div>
      </form>
      {isAsked && !isFieldError && (
        <Loaded query={offers}>
          {(numbers) =>
            numbers.length === 0 ? (
              <NothingForSale hasSms={asked.sms_capable} />
            ) : (
              <ul aria-label={t('Numbers for sale')} className="divide-y divide-line">
                {numbers.map((number) => (
                  <Offer key={number.phone_number} shop={shop} number={number} onBought={onClose} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}

/** Search for numbers, kept in the URL. */
function useNumberSearch() {
  const { country, digits = '', sms = false } = useSearch({ from: '/console/numbers' });
  const navigate = useNavigate({ from: '/numbers' });
  // A link with a country searches immediately; without a country, only after the button is pressed, so that its error shows.
  const [isPressed, setPressed] = useState(false);
  return {
    asked: { country_code: country ?? '', contains: digits, sms_capable: sms },
    isAsked: isPressed || country !== undefined,
    ask: ({ country_code, contains, sms_capable }: NumberSearch): void => {
      const typed = { country: country_code, digits: contains, sms: sms_capable };
      const search = (before: object) => numbersSearch({ ...before, ...typed });
      void navigate({ search, state: true, ...TYPED }).then(() => setPressed(true));
    },
  };
}

function NothingForSale({ hasSms }: { hasSms: boolean }) {
  return (
    <p className="text-ink-soft">
      {hasSms
        ? t('No numbers found. Try fewer digits, or include numbers without SMS.')
        : t('No numbers found. Try fewer digits.')}
    </p>
  );
}
