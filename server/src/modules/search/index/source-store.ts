import type { Executor } from '../../../db/client.ts';
import type { SourceKind } from './queue-store.ts';

/** A text of a source: an utterance, a message or a note. */
export interface SourceLine {
  id: number;
  sourceId: number;
  text: string;
  at: Date;
}

export interface Source {
  kind: SourceKind;
  id: number;
  userId: number;
  at: Date;
  channel: string | null;
  assistantId: number | null;
  /** ISO 639-1 codes of the assistant's languages. */
  languages: string[];
  /** Names and other values. */
  values: (string | null)[];
  phoneNumbers: (string | null)[];
}

/** SQL: languages of the assistant with this alias. */
const LANGUAGES = (assistant: string): string => `array(select iso_2 from languages
  where languages.id = ${assistant}.language_id or languages.id = any(${assistant}.secondary_language_ids))`;

/** SQL: texts and numbers among the values of a JSON object. */
const VALUES = (variables: string): string => `array(select value from json_each_text(${variables}))`;

/**
 * Reads calls that have ended, and locks them: a call that is deleted meanwhile waits, so that it leaves the index
 * afterwards. Of their variables, only those given with the call are theirs.
 */
export function readCalls(transaction: Executor, ids: readonly number[]): Promise<Source[]> {
  return transaction.query<Source>(
    `select 'call' as kind, call.id, call.user_id as "userId", call.created_at as at, call.type as channel,
       call.assistant_id as "assistantId", ${LANGUAGES('assistant')} as languages,
       call.external_id || array(select value from json_each_text(call.variables) given
         where key = any(call.given_variables)) as values,
       array[call.client_phone_number] as "phoneNumbers"
     from calls call left join assistants assistant on assistant.id = call.assistant_id
     where call.id = any($1) and call.ended_at is not null and call.deleted_at is null
     order by call.id for share of call`,
    [ids],
  );
}

export function readUtterances(transaction: Executor, callIds: readonly number[]): Promise<SourceLine[]> {
  return transaction.query<SourceLine>(
    `select id, call_id as "sourceId", content as text, said_at as at from call_transcript
     where call_id = any($1) order by call_id, said_at, id`,
    [callIds],
  );
}

/** Reads conversations in which the customer or a person wrote; opening the widget is no message. */
export function readConversations(transaction: Executor, ids: readonly number[]): Promise<Source[]> {
  return transaction.query<Source>(
    `select 'conversation' as kind, talk.id, talk.user_id as "userId", talk.updated_at as at, talk.type as channel,
       talk.assistant_id as "assistantId", ${LANGUAGES('assistant')} as languages,
       array[talk.customer_name, talk.customer_identifier] || array(
         select value from jsonb_each_text(talk.variables) given where key = any(talk.given_variables)) as values, array[talk.customer_phone] as "phoneNumbers"
     from conversations talk left join assistants assistant on assistant.id = talk.assistant_id
     where talk.id = any($1) and not (talk.type = 'widget' and talk.message_count <= 1)
     order by talk.id for key share of talk`,
    [ids],
  );
}

export function readMessages(
  transaction: Executor,
  conversationIds: readonly number[],
): Promise<SourceLine[]> {
  return transaction.query<SourceLine>(
    `select id, conversation_id as "sourceId", content as text, created_at as at from messages
     where conversation_id = any($1) order by conversation_id, id`,
    [conversationIds],
  );
}

export function readNotes(transaction: Executor, conversationIds: readonly number[]): Promise<SourceLine[]> {
  return transaction.query<SourceLine>(
    `select id, conversation_id as "sourceId", content as text, created_at as at from conversation_notes
     where conversation_id = any($1) order by conversation_id, id`,
    [conversationIds],
  );
}

/** Reads SMS, in the languages of all assistants of the account. */
export function readSms(transaction: Executor, ids: readonly number[]): Promise<Source[]> {
  return transaction.query<Source>(
    `select 'sms' as kind, sms.id, sms.user_id as "userId", sms.created_at as at, null as channel,
       null::bigint as "assistantId", array(select iso_2 from languages where id in (
         select unnest(language_id || secondary_language_ids) from assistants where user_id = sms.user_id)) as languages,
       '{}'::text[] as values,
       array[case sms.direction when 'inbound' then sms.from_number else sms.to_number end] as "phoneNumbers"
     from sms_messages sms where sms.id = any($1) order by sms.id for key share of sms`,
    [ids],
  );
}

export function readSmsTexts(transaction: Executor, ids: readonly number[]): Promise<SourceLine[]> {
  return transaction.query<SourceLine>(
    `select id, id as "sourceId", body as text, created_at as at from sms_messages where id = any($1) order by id`,
    [ids],
  );
}

/** Reads leads of campaigns that are not deleted. */
export function readLeads(transaction: Executor, ids: readonly number[]): Promise<Source[]> {
  return transaction.query<Source>(
    `select 'lead' as kind, lead.id, lead.user_id as "userId", lead.created_at as at, null as channel,
       campaign.assistant_id as "assistantId", '{}'::text[] as languages,
       lead.external_id || ${VALUES('lead.variables')} || array(
         select value from lead_contacts contact, json_each_text(contact.variables) where contact.lead_id = lead.id)
         as values,
       lead.phone_number || array(select phone_number from lead_contacts where lead_id = lead.id) as "phoneNumbers"
     from leads lead join campaigns campaign on campaign.id = lead.campaign_id and campaign.deleted_at is null
     where lead.id = any($1) order by lead.id for key share of lead`,
    [ids],
  );
}
