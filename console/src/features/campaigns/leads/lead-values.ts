import type { Resolver } from 'react-hook-form';
import { type CreateLead, createLeadRequest, type UpdateLead, updateLeadRequest } from '#contract/leads.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import type { Lead } from '../../../data/leads.ts';
import { nestErrors } from '../../../lib/forms/nest-errors.ts';
import { t } from '../../../lib/i18n/t.ts';
import { changedVariables, rowsOf, type VariableRow, variablesOf } from './variable-rows.ts';

interface ContactValues {
  phone_number: string;
  variables: VariableRow[];
  /** Stored values, so that untouched ones keep their type. */
  stored: Record<string, unknown>;
}

export interface LeadValues {
  phone_number: string;
  variables: VariableRow[];
  secondary_contacts: ContactValues[];
  allow_dupplicate: boolean;
}

export const NEW_CONTACT: ContactValues = { phone_number: '', variables: [], stored: {} };

/** Initial values of the form. @param lead null for a new lead */
export function leadValues(lead: Lead | null): LeadValues {
  if (lead === null) {
    const variables = [{ name: 'name', value: '' }];
    return { phone_number: '', variables, secondary_contacts: [], allow_dupplicate: false };
  }
  return {
    phone_number: lead.phone_number,
    variables: rowsOf(lead.variables),
    secondary_contacts: lead.secondary_contacts.map(({ phone_number, variables }) => ({
      phone_number,
      variables: rowsOf(variables),
      stored: variables,
    })),
    allow_dupplicate: false,
  };
}

export function leadRequest(values: LeadValues, campaignId: number): CreateLead {
  return {
    campaign_id: campaignId,
    phone_number: values.phone_number.trim(),
    variables: withoutEmpty(variablesOf(values.variables)),
    secondary_contacts: contactsOf(values),
    allow_dupplicate: values.allow_dupplicate,
  };
}

/** Only the changed fields, to interfere as little as possible with a lead that is being called. */
export function leadUpdate(values: LeadValues, lead: Lead): UpdateLead {
  const number = values.phone_number.trim();
  const variables = changedVariables(values.variables, lead.variables);
  const contacts = contactsOf(values);
  const stored = contactsOf(leadValues(lead));
  return {
    ...(number !== lead.phone_number && { phone_number: number }),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(JSON.stringify(contacts) !== JSON.stringify(stored) && { secondary_contacts: contacts }),
  };
}

function contactsOf({ secondary_contacts }: LeadValues) {
  return secondary_contacts.map(({ phone_number, variables, stored }) => ({
    phone_number: phone_number.trim(),
    variables: withoutEmpty(variablesOf(variables, stored)),
  }));
}

/** Drops variables without a value. */
function withoutEmpty(variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null));
}

/** Validates the request with the contract's schema and messages. */
export function leadResolver(campaignId: number, lead: Lead | null): Resolver<LeadValues> {
  return (values) => {
    const result =
      lead === null
        ? validate(createLeadRequest, normalizeInput(leadRequest(values, campaignId)))
        : validate(updateLeadRequest, normalizeInput(leadUpdate(values, lead)));
    if (lead !== null && values.phone_number.trim() === '') {
      return {
        values: {},
        errors: nestErrors<LeadValues>({ phone_number: [t('The phone number field is required.')] }),
      };
    }
    return result.ok ? { values, errors: {} } : { values: {}, errors: nestErrors<LeadValues>(result.fields) };
  };
}
