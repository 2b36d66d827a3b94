import type { ReactNode } from 'react';
import { Controller, type FieldPath } from 'react-hook-form';
import { COUNTRIES } from '../../../components/form/countries.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import type { Option } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { errorInLines } from '../../../lib/forms/line-errors.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { addressesIn, type TrunkFormState, type TrunkValues } from './trunk-values.ts';

const KINDS: readonly Option[] = [
  { value: 'number', label: 'A number', hint: 'Calls come and go between two servers.' },
  { value: 'extension', label: 'An extension', hint: 'Parley registers there, or telephones register here.' },
];
const FORMATS: readonly Option[] = [
  { value: '+e164', label: '+40721234567' },
  { value: 'e164', label: '40721234567' },
  { value: 'national', label: '0721234567' },
];
const TRUSTS: readonly Option[] = [
  { value: 'auth', label: 'By user name and password' },
  { value: 'ip', label: 'By the address they come from' },
];

interface PartProps {
  form: TrunkFormState;
}

export function LineFields({ form }: PartProps) {
  return (
    <Part title="The line">
      <Choice form={form} name="sip_trunk_type" label="Kind" options={KINDS} />
      <Text
        form={form}
        name="phone_number"
        label="Number"
        hint="In international format, or the extension’s digits."
      />
      <Text form={form} name="nickname" label="Name" hint="To tell trunks apart; nobody outside sees it." />
      <Choice
        form={form}
        name="country_code"
        label="Country"
        hint="Numbers that come without a country code are read as of this one."
        options={COUNTRIES}
        emptyLabel="None"
      />
    </Part>
  );
}

export function ServerFields({ form, hasPassword }: PartProps & { hasPassword: boolean }) {
  const isExtension = form.watch('sip_trunk_type') === 'extension';
  const dynamic = isExtension ? ' “dynamic”: softphones register here.' : '';
  return (
    <Part title="The other side">
      <Text
        form={form}
        name="sip_address"
        label="Server"
        hint={`sip.example.com, with :port and ;transport=tcp or tls where needed, and ;media=srtp for encrypted sound.${dynamic}`}
      />
      <Text
        form={form}
        name="outbound_proxy"
        label="Outbound proxy"
        hint="Where requests are sent instead."
      />
      <Text form={form} name="sip_username" label="User name" />
      <Field
        label="Password"
        hint={hasPassword ? 'There is one. Left empty, it stays.' : undefined}
        error={errorAt(form.formState.errors, 'sip_password')}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('sip_password')}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
      <Choice form={form} name="sip_calling_format" label="Numbers are sent as" options={FORMATS} />
    </Part>
  );
}

export function InboundFields({ form }: PartProps) {
  const isByAddress = form.watch('inbound_authorization_type') === 'ip';
  return (
    <Part title="Calls that come in">
      <Choice form={form} name="inbound_authorization_type" label="Are trusted" options={TRUSTS} />
      {isByAddress && (
        <Field
          label="Addresses"
          hint="One to a line: 203.0.113.7 or 203.0.113.0/24."
          error={errorInLines(
            form.formState.errors,
            'allowed_inbound_ips',
            addressesIn(form.watch('allowed_inbound_ips')),
          )}
        >
          {(control) => (
            <TextArea {...control} {...form.register('allowed_inbound_ips')} className="font-mono text-sm" />
          )}
        </Field>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

interface TextProps extends PartProps {
  name: FieldPath<TrunkValues>;
  label: string;
  hint?: string;
}

function Text({ form, name, label, hint }: TextProps) {
  return (
    <Field label={label} hint={hint} error={errorAt(form.formState.errors, name)}>
      {(control) => <Input {...control} {...form.register(name)} spellCheck={false} autoComplete="off" />}
    </Field>
  );
}

interface ChoiceProps extends TextProps {
  options: readonly Option[];
  /** Offers to choose nothing, which is the empty text. */
  emptyLabel?: string;
}

function Choice({ form, name, label, hint, options, emptyLabel }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} error={errorAt(form.formState.errors, name)}>
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Select
              {...control}
              {...(emptyLabel !== undefined && { emptyLabel })}
              value={field.value === '' ? null : field.value}
              options={options}
              onChange={(value) => field.onChange(value ?? '')}
            />
          )}
        />
      )}
    </Field>
  );
}
