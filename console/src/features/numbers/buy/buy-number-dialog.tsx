import { useQuery } from '@tanstack/react-query';
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
import { Offer } from './offer.tsx';

/** @param shop the carrier's name */
export function BuyNumberDialog({ shop, onClose }: { shop: string; onClose: () => void }) {
  const [typed, setTyped] = useState<NumberSearch>({ country_code: '', contains: '', sms_capable: false });
  const [asked, setAsked] = useState<NumberSearch | null>(null);
  const offers = useQuery({
    queryKey: ['numbers', 'offers', asked],
    queryFn: ({ signal }) => (asked === null ? [] : searchNumbers(asked, signal)),
    enabled: asked !== null,
    retry: false,
  });
  const fields = offers.error instanceof ApiError ? offers.error.fields : {};
  const isFieldError = Object.keys(fields).length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(typed);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Buy a number"
      text={`From ${shop}. Nothing is bought before you have seen the price and said yes.`}
    >
      <form
        onSubmit={submit}
        noValidate
        className="mb-4 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <Field label="Country" error={fields['country_code']?.[0]}>
          {(control) => (
            <Select
              {...control}
              value={typed.country_code}
              options={COUNTRIES}
              onChange={(code) => setTyped({ ...typed, country_code: code ?? '' })}
            />
          )}
        </Field>
        <Field label="With these digits" error={fields['contains']?.[0]}>
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
          Search
        </Button>
        <div className="sm:col-span-3">
          <Switch
            label="Only numbers that can send SMS"
            isOn={typed.sms_capable}
            onChange={(sms_capable) => setTyped({ ...typed, sms_capable })}
          />
        </div>
      </form>
      {asked !== null && !isFieldError && (
        <Loaded query={offers}>
          {(numbers) =>
            numbers.length === 0 ? (
              <p className="text-ink-soft">
                No such number is for sale. Try fewer digits
                {asked.sms_capable && ', or also numbers without SMS'}.
              </p>
            ) : (
              <ul aria-label="Numbers for sale" className="divide-y divide-line">
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
