import type { ReactNode } from 'react';
import { Controller, type FieldPath } from 'react-hook-form';
import { COUNTRIES } from '../../../components/form/countries.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import type { Option } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { errorInLines } from '../../../lib/forms/line-errors.ts';
import { errorAt, firstErrorIn } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { addressesIn, type TrunkFormState, type TrunkValues } from './trunk-values.ts';

const KINDS: readonly Option[] = [
  { value: 'number', label: t('Number'), hint: t('Your provider’s server and Parley exchange calls.') },
  {
    value: 'extension',
    label: t('Extension'),
    hint: t('Parley registers at your PBX, or phones register here.'),
  },
];
const FORMATS: readonly Option[] = [
  { value: '+e164', label: '+40721234567' },
  { value: 'e164', label: '40721234567' },
  { value: 'national', label: '0721234567' },
];
const TRUSTS: readonly Option[] = [
  { value: 'auth', label: t('Username and password') },
  { value: 'ip', label: t('IP address') },
];

interface SectionProps {
  form: TrunkFormState;
}

export function LineFields({ form }: SectionProps) {
  return (
    <Section title={t('Number')}>
      <Choice form={form} name="sip_trunk_type" label={t('Type')} options={KINDS} />
      <Text
        form={form}
        name="phone_number"
        label={t('Phone number')}
        hint={t('International format, or the extension.')}
      />
      <Text form={form} name="nickname" label={t('Name')} hint={t('Only visible to you.')} />
      <Choice
        form={form}
        name="country_code"
        label={t('Country')}
        hint={t('Used for numbers without a country code.')}
        options={COUNTRIES}
        emptyLabel={t('None')}
      />
    </Section>
  );
}

export function ServerFields({ form, hasPassword }: SectionProps & { hasPassword: boolean }) {
  const isExtension = form.watch('sip_trunk_type') === 'extension';

  return (
    <Section title={t('SIP server')}>
      <Text
        form={form}
        name="sip_address"
        label={t('Server')}
        hint={
          isExtension
            ? t(
                'sip.example.com, optionally with :port, ;transport=tcp or tls, and ;media=srtp for encrypted audio. Use “dynamic” for phones that register here.',
              )
            : t(
                'sip.example.com, optionally with :port, ;transport=tcp or tls, and ;media=srtp for encrypted audio.',
              )
        }
      />
      <Text
        form={form}
        name="outbound_proxy"
        label={t('Outbound proxy')}
        hint={t('Optional. SIP requests are sent there instead of to the server.')}
      />
      <Text form={form} name="sip_username" label={t('Username')} />
      <Field
        label={t('Password')}
        hint={hasPassword ? t('Leave empty to keep the current password.') : undefined}
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
    </Section>
  );
}

export function InboundFields({ form }: SectionProps) {
  const isByAddress = form.watch('inbound_authorization_type') === 'ip';
  return (
    <Section title={t('Inbound calls')}>
      <Choice form={form} name="inbound_authorization_type" label={t('Authentication')} options={TRUSTS} />
      {isByAddress && (
        <Field
          label={t('Allowed IP addresses')}
          hint={t('One per line, such as 203.0.113.7 or 203.0.113.0/24.')}
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
    </Section>
  );
}

export function OutboundFields({ form }: SectionProps) {
  return (
    <Section title={t('Outbound calls')}>
      <Choice form={form} name="sip_calling_format" label={t('Number format')} options={FORMATS} />
      <Field
        label={t('SIP headers')}
        hint={t('One per line, such as X-Customer-Id: {{customer_id}}.')}
        error={firstErrorIn(form.formState.errors, 'sip_headers')}
      >
        {(control) => (
          <TextArea
            {...control}
            {...form.register('sip_headers')}
            spellCheck={false}
            className="font-mono text-sm"
          />
        )}
      </Field>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

interface TextProps extends SectionProps {
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
  /** Label of the empty option, stored as an empty string. */
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
