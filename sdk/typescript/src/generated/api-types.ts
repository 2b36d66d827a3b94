// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

import type { Uploadable } from '../upload.ts';

/** The session of the invited person, or the password. */
export interface AcceptInvitationRequest {
  /** Required for a new person. */
  name?: string | null | undefined;
  /**
   * A new password of at least 8 characters, or the existing one. Not needed by the invited person’s own
   * session.
   */
  password?: string | null | undefined;
}

export interface AcceptInvitationResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: AccountOfPerson;
}

export interface Account {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Email address. */
  email: string;
}

export interface AccountListResponse {
  /** The result. */
  data: Array<AccountOfPerson>;
}

/** An account that the person belongs to. */
export interface AccountOfPerson {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Your role there. */
  role: Role;
  /** True for the account of the request’s session. */
  is_current: boolean;
}

export interface AddToBlacklistRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Why; null or empty if unknown. */
  reason?: string | null | undefined;
}

export interface AddToBlacklistResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: BlacklistedNumber;
}

export interface AiSwitchResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Its id. */
    id: string;
    /** False while a person answers instead of the assistant. */
    ai_enabled: boolean;
  };
}

export interface AllowedMcpTool {
  /** Id of the MCP server. */
  server_id: number;
  /** The server’s name for the tool. */
  tool: string;
}

export type AmbientSound = 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';

export type AnsweredBy = 'human' | 'machine' | 'unknown';

export interface ApiKey {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** When the key was last used, to the minute; null if never. */
  last_used_at: string | null;
  /** When it was created. */
  created_at: string;
}

export interface AssignNumberRequest {
  /** An inbound assistant; null for no assistant. */
  assistant_id: number | null;
}

export interface AssignNumberResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: AssignedNumber;
}

/** The new assignee. Omitted fields become null. */
export interface AssignRequest {
  /** A member of the account; null for no member. */
  person_id?: number | null | undefined;
  /** A group; null for no group. */
  group_id?: number | null | undefined;
}

/** The assistant that answers a number, and what the assignment replaced. */
export interface AssignedNumber {
  /** Id of the phone number, from `GET /user/phone-numbers/all`; null to remove it. */
  phone_number_id: number;
  /** The assistant that answers the number from now on. */
  assistant_id: number | null;
  /**
   * The assistant that answered the number before, and no longer answers it; null if it had no
   * assistant.
   */
  previous_assistant_id: number | null;
  /** The previous number of the assistant, which it no longer answers; null if it had no other number. */
  previous_phone_number_id: number | null;
}

/** The full representation, as lists return it. */
export interface Assistant {
  /** Its id. */
  id: number;
  /** Its UUID. */
  uuid: string;
  /** Id of the account. */
  user_id: number;
  /** Always 1; kept for older clients. */
  instance_id: number;
  /** Id of the phone number, from `GET /user/phone-numbers/all`; null to remove it. */
  phone_number_id: number | null;
  /** Always null; kept for older clients. */
  engine_id: null;
  /** Always null; kept for older clients. */
  synthesizer_id: null;
  /** Always null; kept for older clients. */
  transcriber_id: null;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id: number;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id: number;
  /** The language. */
  language: {
    /** Its id. */
    id: number;
    /** Its name. */
    name: string;
    /** Two-letter ISO 639-1 code of the language. */
    iso_2: string;
  };
  /** Other languages that the assistant recognizes and switches to. */
  secondary_language_ids: Array<number>;
  /**
   * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
   * the other modes.
   */
  llm_model_id: number | null;
  /**
   * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
   * modes; null in `pipeline` mode.
   */
  multimodal_model_id: number | null;
  /**
   * Language model for chats of an assistant with a realtime model; null for the default of the
   * installation.
   */
  chat_llm_fallback_id: number | null;
  /**
   * Speech-to-text provider, from `GET /user/assistants/transcriber-providers`; null to choose by
   * language. In `pipeline` mode only.
   */
  transcriber_provider_id: number | null;
  /**
   * Text-to-speech provider, from `GET /user/assistants/synthesizer-providers`; null to choose by
   * language.
   */
  synthesizer_provider_id: number | null;
  /** Id of the knowledgebase; null to remove it. */
  knowledgebase_id: number | null;
  /**
   * `function_call`: the model searches when it needs to. `prompt`: relevant passages are added to every
   * prompt, in `pipeline` mode only.
   */
  knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid' | null;
  /** Always null; kept for older clients. */
  flows_platform_id: null;
  /** Its name. */
  name: string;
  /** Whether the assistant answers calls or makes them. */
  type: AssistantType;
  /** `active` assistants answer calls to their number. */
  status: AssistantStatus;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode: EngineMode;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
  /** First words of the assistant. May contain `{{variables}}`. */
  initial_message: string;
  /** Instructions for the language model. May contain `{{variables}}`. */
  system_prompt: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /** Built-in tools that the assistant may use. */
  tools: Array<BuiltInTool>;
  /** Ids of the mid-call tools that the assistant may use. */
  tool_ids: Array<number>;
  /** Ids of the MCP servers whose tools the assistant may use. */
  mcp_server_ids: Array<number>;
  /** Tools of these servers that the assistant may use. A server without an entry offers all its tools. */
  mcp_tools: Array<AllowedMcpTool>;
  /** Appearance of the chat widget, and who may embed it. */
  widget_settings: WidgetSettings;
  /** Allows anyone to start a conversation without credentials of the account. Default: true. */
  is_public: boolean;
  /** Tells the model the customer’s name and number. Default: true. */
  share_customer_details: boolean;
  /**
   * What happens after two requests in a row to repeat. `transfer`: to the number of the `call_transfer`
   * tool. Default: `end_call`.
   */
  unclear_speech_action: UnclearSpeechAction;
  /** Sends `call.ended` to `webhook_url`. Default: false. */
  is_webhook_active: boolean;
  /** URL that gets webhooks; null to remove it. */
  webhook_url: string | null;
  /** URL that is asked for variables when a call comes in; null to remove it. */
  inbound_webhook_url: string | null;
  /** Sends the webhook only for calls that were answered. Default: true. */
  send_webhook_only_on_completed: boolean;
  /** Adds `recording_url` to the webhook. Default: true. */
  include_recording_in_webhook: boolean;
  /** Extracts the values of `post_call_schema` after calls and conversations. Default: true. */
  post_call_evaluation: boolean;
  /** Values to extract, such as whether the goal was reached. */
  post_call_schema: Array<PostCallField>;
  /** Lets the voice express emotions, if it can. Default: true. */
  tts_emotion_enabled: boolean;
  /** How even the voice sounds, from 0 to 1. Default: 0.7. */
  voice_stability: string;
  /** How close the voice stays to its original, from 0 to 1. Default: 0.5. */
  voice_similarity: string;
  /** Speed of the voice, from 0.7 to 1.2. Default: 1. */
  speech_speed: string;
  /** Rewrites numbers, dates and codes as words before a text-to-speech voice reads them. */
  speech_normalization: boolean;
  /** How to say words. Takes precedence over the account’s entries for the same words. */
  pronunciations: Array<Pronunciation>;
  /** Words and phrases that customers are likely to say, if the transcriber uses keywords. */
  transcriber_keywords: Array<string>;
  /** Randomness of the language model, from 0 to 1. Default: 0.1. */
  llm_temperature: string;
  /** How sure a realtime model must be that the customer speaks, from 0 to 1; null for automatic. */
  turn_detection_threshold: number | null;
  /** Lets the customer interrupt the assistant. Always true with realtime models. Default: true. */
  allow_interruptions: boolean;
  /**
   * `greeting`: only a “hello?” does not interrupt the first message. `always`: nothing does. Default:
   * `greeting`.
   */
  protect_first_message: FirstMessageProtection;
  /** Says short phrases while the model thinks, in `pipeline` mode only. Default: false. */
  fillers: 0 | 1;
  /** Phrases by the tone of the customer’s words; phrases of the language by default. */
  filler_config: FillerConfig;
  /** Records calls. Default: false. */
  record: boolean;
  /**
   * Stores and shows `•` for each key that the customer presses; the model and the account’s tools get
   * the keys. Default: false.
   */
  mask_keypad_input: boolean;
  /** Removes background noise from the customer’s audio. Default: true. */
  enable_noise_cancellation: boolean;
  /** Waits until the customer speaks before the first message. Default: false. */
  wait_for_customer: boolean;
  /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
  max_duration: number;
  /** Ends a call after this many seconds of silence, from 1 to 360. Default: 40. */
  max_silence_duration: number;
  /** Ends a call without speech for this many seconds after the answer, from 1 to 120; null for no limit. */
  max_initial_silence_duration: number | null;
  /** Seconds an outbound call rings before it is given up, from 1 to 60. Default: 30. */
  ringing_time: number;
  /** Seconds of silence after which the assistant speaks again, from 7 to 600. Default: 30. */
  reengagement_interval: number;
  /** Instruction for what to say after a silence; null for the default. */
  reengagement_prompt: string | null;
  /** Ends the call when an answering machine answers. Default: true. */
  end_call_on_voicemail: 0 | 1;
  /** Said to an answering machine before the call ends; null for nothing. */
  voice_mail_message: string | null;
  /** Spoken before the first message of a call and cannot be interrupted; null to remove it. */
  notice_message: string | null;
  /** How the end of the customer’s turn is found: `vad` by silence, `ai` also by meaning. Default: `vad`. */
  endpoint_type: EndpointType;
  /** Pause after the customer’s words before the assistant answers, from 0 to 5. Default: 0.5. */
  endpoint_sensitivity: number;
  /** How long the customer must speak to interrupt, from 0 to 5. Default: 0.5. */
  interrupt_sensitivity: number;
  /** Words that the customer must say to interrupt, from 0 to 10; null for no minimum. */
  min_interrupt_words: number | null;
  /** Background sound of calls. Default: `off`. */
  ambient_sound: AmbientSound;
  /** Volume of the background sound, from 0 to 1. Default: 0.5. */
  ambient_sound_volume: string;
  /** Minutes without a message after which a conversation ends, from 1 to 1440. Default: 30. */
  conversation_inactivity_timeout: number | null;
  /** Answers to one customer in 24 hours, on messaging channels and over the API; null for no limit. */
  max_replies_per_customer_day: number | null;
  /** Sends the webhook again when a conversation ends a second time. Default: false. */
  conversation_ended_retrigger: boolean;
  /** URL that gets `conversation.ended`; null to remove it. */
  conversation_ended_webhook_url: string | null;
  /** Always null: deleted assistants are not listed. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface AssistantIdRequest {
  /** Id of the assistant. */
  assistant_id: number;
}

/**
 * Average latency in milliseconds of the assistant's last answers in calls, at most 50; null if
 * nothing was measured. Counts only answers with the requested mode, end-of-turn detection, model,
 * transcriber and synthesizer. The stages are those of `latency` in `GET /user/calls/{id}`.
 */
export interface AssistantLatencyResponse {
  /** The result. */
  data: {
    /** Number of measured answers. */
    answers: number;
    /** Milliseconds from the end of speech until the turn was over; null if not measured. */
    endpoint_ms: number | null;
    /** Milliseconds until the transcript; null if not measured. */
    transcript_ms: number | null;
    /** Milliseconds until the model’s first words; null if not measured. */
    model_ms: number | null;
    /** Milliseconds until the first audio; null if not measured. */
    speech_ms: number | null;
    /** Milliseconds in all; null if not measured. */
    total_ms: number | null;
    /** The 90th percentile. */
    slow_total_ms: number | null;
    /** Expected time of each stage, in order. */
    parts: Array<{
      /** For a realtime model, `model` covers everything after `wait`. */
      name: 'wait' | 'transcript' | 'model' | 'speech';
      /** Expected milliseconds; null if unknown. */
      milliseconds: number | null;
      /**
       * `setting`: the saved pause. `assistant`: measured in its own answers. `account`: measured in answers
       * of the account's other assistants that use the same provider. `typical`: not measured, a usual value
       * for the vendor. `unknown`: no provider for this stage.
       */
      source: 'setting' | 'assistant' | 'account' | 'typical' | 'unknown';
      /** Number of measured answers. */
      answers: number;
    }>;
    /** The mode of the estimate: as saved, or as requested. */
    mode: EngineMode;
    /**
     * Providers in use, as catalog codes; null if the mode has no such stage or the installation has no
     * provider.
     */
    providers: {
      /** Name of the model. */
      model: string | null;
      /** Code of the speech-to-text provider; null without one. */
      transcriber: string | null;
      /** Code of the text-to-speech provider; null without one. */
      synthesizer: string | null;
    };
  };
}

/** A number that can be assigned to an assistant. */
export interface AssistantNumber {
  /** Its id. */
  id: number;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code: string;
  /** The kind in words. */
  type_label: string;
  /** True if no inbound assistant answers the number. */
  is_available: boolean;
}

export type AssistantStatus = 'inactive' | 'active';

export interface AssistantSummary {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its current state. */
  status: AssistantStatus;
  /** Whether the assistant answers calls or makes them. */
  type: AssistantType;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode: EngineMode;
}

export type AssistantType = 'inbound' | 'outbound';

export interface Attachment {
  /** Its id. */
  id: number;
  /** Media type. */
  content_type: string;
  /** Name of the file; null without one. */
  file_name: string | null;
  /** Its current state. */
  status: 'waiting' | 'stored' | 'failed';
  /** Size in bytes; null until stored. */
  byte_count: number | null;
  /** What is wrong, in a sentence. */
  error: string | null;
  /** Transcript of a voice message or text of a document, up to 2,000 characters; null for other files. */
  text: string | null;
  /** Why a voice message or document could not be read. */
  text_error: string | null;
}

export type AuditAction =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'exported'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off';

export type AuditActor = 'person' | 'api_key' | 'visitor' | 'terminal' | 'system';

/** One changed field. */
export interface AuditChange {
  /** Name of the field. */
  field: string;
  /**
   * The previous value; null for new objects and secrets. URLs have no user, password or query, and
   * those of webhooks no path.
   */
  before: unknown;
  /** The new value; null for secrets. */
  after: unknown;
  /** True for passwords, keys and headers, whose values are never recorded. */
  is_secret: boolean;
}

/**
 * An entry of the audit log. Entries cannot be changed or deleted. The server removes them after its
 * retention period.
 */
export interface AuditEntry {
  /** Its id. */
  id: number;
  /** When it happened. */
  created_at: string;
  /** Who did it. */
  actor: {
    /** `visitor`: a request without a login. `terminal`: a command on the server. `system`: Parley itself. */
    kind: AuditActor;
    /** Id of the person or API key; otherwise null. */
    id: number | null;
    /** Name at that time; null for visitors, the terminal and the system. */
    name: string | null;
  };
  /** IP address of the client; null without a request. */
  address: string | null;
  /** What was done. */
  action: AuditAction;
  /** What was changed. */
  object: {
    /** Its kind. */
    type: AuditObject;
    /** Its id; null if it has none. */
    id: string | null;
    /** Name at that time; null if it has none. */
    name: string | null;
  };
  /** Changed settings, by name of the field. */
  changes: Array<AuditChange>;
}

export interface AuditEntryResponse {
  /** The result. */
  data: AuditEntry;
}

export type AuditObject =
  | 'account'
  | 'alert_settings'
  | 'api_key'
  | 'assistant'
  | 'audit_log'
  | 'campaign'
  | 'canned_reply'
  | 'do_not_call_number'
  | 'document'
  | 'export'
  | 'inbox_group'
  | 'inbox_group_member'
  | 'invitation'
  | 'knowledgebase'
  | 'mcp_server'
  | 'member'
  | 'phone_number'
  | 'sender'
  | 'session'
  | 'sip_trunk'
  | 'template'
  | 'tool'
  | 'vendor'
  | 'webhook_endpoint'
  | 'webhook_secret'
  | 'widget';

export interface BalanceResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Balance in US dollars. */
    balance: number;
    /** Balance in US dollars with six decimals, as text. */
    balance_exact: string;
  };
}

export type BlacklistSource = 'request' | 'call' | 'message';

/** A number that the account must not call or send messages to. */
export interface BlacklistedNumber {
  /** Its id. */
  id: number;
  /** E.164, or a channel's user id of a customer. */
  phone_number: string;
  /**
   * `request`: added through the API or console; `call`: the person asked during a call; `message`: they
   * sent STOP.
   */
  source: BlacklistSource;
  /** Why; null or empty if unknown. */
  reason: string | null;
  /** The call in which the person asked; otherwise null. */
  call_id: number | null;
  /** When it was created. */
  created_at: string;
}

/** One item of an assistant's `tools`: a flat object whose fields depend on `type`. */
export type BuiltInTool =
  | {
      /** The tool; it decides which other fields there are. */
      type: 'call_transfer';
      /** Target of the transfer: a number in international format, or a SIP address. */
      phone_number: string;
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
      /** Uses a SIP address instead of a phone number. */
      custom?: boolean | null | undefined;
      /** IANA time zone in which the transfer is available. */
      timezone?: string | null | undefined;
      /** Briefs the person before the customer is connected. */
      warm_transfer?: boolean | null | undefined;
      /** Said to the person before the customer is connected. */
      warm_transfer_message?: string | null | undefined;
      /** Sent with the transfer if it goes over a SIP trunk. */
      sip_headers?:
        | Array<{
            /** Its name. */
            name: string;
            /** The value; null if unknown. */
            value: string;
          }>
        | null
        | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'warm_call_transfer';
      /** Number, or with `custom_sip` the SIP address, of the person who takes the call. */
      supervisor_phone: string;
      /** Id of the number that calls the person. */
      outbound_phone_id: number;
      /** When the assistant should use the tool. */
      description: string;
      /** True if `supervisor_phone` is a SIP address. */
      custom_sip?: boolean | null | undefined;
      /** Number that the person sees. */
      caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
      /** Number to show with `caller_id_mode` `custom`. */
      custom_caller_id?: string | null | undefined;
      /** What the customer hears while waiting. */
      hold_music?: 'hold_music' | 'none' | null | undefined;
      /** Volume of the hold music, from 0 to 100. */
      hold_music_volume?: number | null | undefined;
      /** Said to the customer before they wait. */
      hold_message?: string | null | undefined;
      /** How to summarize the call for the person. */
      summary_instructions?: string | null | undefined;
      /** First words to the person. */
      briefing_initial_message?: string | null | undefined;
      /** Said to both when they are connected. */
      connected_message?: string | null | undefined;
      /** Headers of outgoing SIP requests. */
      sip_headers?:
        | Array<{
            /** Its name. */
            name: string;
            /** The value; null if unknown. */
            value: string;
          }>
        | null
        | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'collect_keypad';
      /** Seconds without a key after which input ends, from 1 to 30. */
      timeout?: number | null | undefined;
      /** Key that ends the input. */
      stop_key?: string | null | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'end_call';
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'dtmf_input';
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'assistant_transfer';
      /** Id of the assistant. */
      assistant_id: number;
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
      /** Said to the customer before the other assistant takes over. */
      message_before_transfer?: string | null | undefined;
      /** Lets the other assistant say its first message. */
      speak_transfer_greeting?: boolean | null | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'schedule_callback';
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
      /** The outbound assistant that calls back; null for this one, if it is outbound. */
      assistant_id?: number | null | undefined;
      /** How many days ahead a callback may be, from 1 to 30. */
      max_days_ahead?: number | null | undefined;
      /** In the customer's local time, within the legal hours. A start after the end runs past midnight. */
      allowed_hours_start_time?: string | null | undefined;
      /** Last minute of the calling hours, `HH:MM`. Default: 23:59. */
      allowed_hours_end_time?: string | null | undefined;
    }
  | {
      /** The tool; it decides which other fields there are. */
      type: 'handoff_to_human';
      /** When the assistant should use the tool. */
      description?: string | null | undefined;
      /** The group that gets conversations during its opening hours; null for all members, at any time. */
      group_id?: number | null | undefined;
      /** Message to the customer when a person takes over. */
      message?: string | null | undefined;
      /** Message to the customer outside the opening hours of the group; the assistant keeps answering. */
      closed_message?: string | null | undefined;
    };

/** Each number is validated on its own, so that an invalid one affects no other. */
export interface BulkBlacklistRequest {
  /** The numbers. */
  phone_numbers: Array<unknown>;
  /** For all of them; listed numbers keep theirs. */
  reason?: string | null | undefined;
}

export interface BulkBlacklistResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Newly added ones. */
    added: number;
    /** Those on the list already. */
    listed: number;
    /** Invalid ones; nothing was stored. */
    invalid: number;
    /** One for each item of `phone_numbers`, in the same order. */
    results: Array<{
      /** Position in the request, from 0. */
      index: number;
      /** `listed`: the number was on the list already. */
      status: 'added' | 'listed' | 'invalid';
      /** In international format; null if invalid. */
      phone_number: string | null;
      /** Why it is invalid; otherwise empty. */
      errors: Array<string>;
    }>;
  };
}

export type BulkConversationAction = 'assign' | 'snooze' | 'close' | 'reopen' | 'add_tags' | 'remove_tags';

/** What happened to the conversations. */
export interface BulkConversations {
  /** Number of conversations that were changed. */
  changed: number;
  /** Conversations that were not changed, in the order of the request. */
  skipped: Array<{
    /** Its id. */
    id: string;
    /** `unchanged`: it was in this state already; `too_many_tags`: it would have more than 20 tags. */
    reason: SkipReason;
  }>;
}

/** One change to several conversations. */
export interface BulkConversationsRequest {
  /** UUIDs of the conversations; repeated ones count once. */
  ids: Array<string>;
  /** `start` or `stop`. */
  action: BulkConversationAction;
  /** `assign`: a member of the account; null for no member. */
  person_id?: number | null | undefined;
  /** `assign`: a group; null for no group. */
  group_id?: number | null | undefined;
  /** Required for `snooze`: when the conversations open again, in the next 366 days. */
  until?: string | null | undefined;
  /** Required for `add_tags` and `remove_tags`. */
  tags?: Array<string> | null | undefined;
}

export interface BulkConversationsResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: BulkConversations;
}

export interface BulkLeadsRequest {
  /** Id of the campaign that gets the leads. */
  campaign_id: number;
  /** Allows several leads with the same number in the campaign. */
  allow_dupplicate?: boolean | null | undefined;
  /**
   * Objects with the fields of `POST /user/lead`. Each is validated on its own, so that an invalid one
   * affects no other.
   */
  leads: Array<unknown>;
}

export interface BulkLeadsResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Newly created ones. */
    created: number;
    /** Changed ones. */
    updated: number;
    /** Those that were there already; nothing was stored. */
    duplicates: number;
    /** Invalid ones; nothing was stored. */
    invalid: number;
    /** One for each item of `leads`, in the same order. */
    results: Array<{
      /** Position in the request, from 0. */
      index: number;
      /**
       * `updated`: a lead of the campaign has the external id. `duplicate`: a lead has the number; nothing
       * was stored.
       */
      status: 'created' | 'updated' | 'duplicate' | 'invalid';
      /** The created or updated lead; otherwise null. */
      id: number | null;
      /** Id in your own system; null without one. */
      external_id: string | null;
      /** By field; empty unless invalid. */
      errors: Record<string, Array<string>>;
    }>;
  };
}

/** Sent to the assistant's `webhook_url`. Later versions may add fields. */
export interface CallEndedPayload {
  /** Name of the event. */
  event: 'call.ended';
  /** Its kind. */
  type: 'call.ended';
  /** Its id. */
  id: number;
  /** As passed to `make_call`. */
  external_id: string | null;
  /** The assistant. Null if the call reached no assistant. */
  assistant: {
    /** Its id. */
    id: number;
    /** Its UUID. */
    uuid: string;
    /** Its name. */
    name: string;
  } | null;
  /** The campaign. Null if no campaign made the call. */
  campaign: {
    /** Its id. */
    id: number;
    /** Its name. */
    name: string;
  } | null;
  /** The customer’s number. Null for a withheld number or a web call. */
  customer_phone: string | null;
  /** The assistant’s number. Null for a web call. */
  assistant_phone: string | null;
  /** Seconds from answer to end; 0 if the call was not answered. */
  duration: number;
  /** A final status. */
  status: CallStatus;
  /** A sentence that explains why the call ended. */
  end_reason: string | null;
  /** Values of the assistant's `post_call_schema`; null if the call does not contain them. */
  extracted_variables: Record<string, string | number | boolean | null>;
  /** Why values are missing although the evaluation was on; null if nothing went wrong. */
  evaluation_error: string | null;
  /** The assistant's variables, overridden by those of the call. */
  input_variables: Record<string, unknown>;
  /** From `make_call`; null without overrides. */
  overrides: {
    /** Instructions for the language model. May contain `{{variables}}`. */
    system_prompt?: string | undefined;
    /** First words of the assistant. May contain `{{variables}}`. */
    initial_message?: string | undefined;
    /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
    voice_id?: number | undefined;
    /** Id of the language, from `GET /user/assistants/languages`. */
    language_id?: number | undefined;
    /**
     * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
     * the other modes.
     */
    llm_model_id?: number | null | undefined;
    /**
     * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
     * modes; null in `pipeline` mode.
     */
    multimodal_model_id?: number | null | undefined;
    /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
    max_duration?: number | null | undefined;
    /** Values for `{{names}}` in the assistant’s texts, by name. */
    variables?: Record<string, unknown> | null | undefined;
  } | null;
  /** What was said or written, oldest first. */
  transcript: Array<{
    /** The text. */
    text: string;
    /** Its kind. */
    type: 'transcript';
    /** `bot` is the assistant; includes only speech that was played to the caller. */
    sender: CallSpeaker;
    /** Present if a supervisor spoke to the caller instead of the assistant. */
    speaker?: 'supervisor' | undefined;
    /** When it happened. */
    timestamp: string;
  }>;
  /** One line per utterance: `AI: …`, `Customer: …`. */
  formatted_transcript: string;
  /** Only with the assistant's `include_recording_in_webhook`; null without a recording. */
  recording_url?: string | null | undefined;
  /** Who answered; null if the call was not answered. */
  answered_by: AnsweredBy | null;
  /** Sum of the account's charges for the call, in dollars. */
  total_cost: number;
  /** In dollars; null until the carrier reports it, which is usually after this event. */
  carrier_cost: number | null;
  /** When it was created. */
  created_at: string;
  /** When it was finished. */
  finished_at: string;
  /** The lead of the call. Null if the call is not part of a campaign. */
  lead: {
    /** Its id. */
    id: number;
    /** Id in your own system; null without one. */
    external_id: string | null;
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string;
    /** Values for `{{names}}` in the assistant’s texts, by name. */
    variables: Record<string, unknown>;
    /** Its current state. */
    status: string;
    /** Calls so far. */
    call_tries: number;
    /** Whether the goal was met. Null if the campaign has no goal or the result is not known yet. */
    goal_met: boolean | null;
    /** When it was created. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** The campaign. */
    campaign: {
      /** Its id. */
      id: number;
      /** Its name. */
      name: string;
    };
  } | null;
  /** Transfers, oldest first. */
  transfers: Array<{
    /** Its kind. */
    kind: 'blind' | 'warm' | 'assistant';
    /** Where to: a number, a SIP address, or an assistant. */
    target: string;
    /** How it went. */
    outcome: 'connected' | 'failed';
    /** Why; null or empty if unknown. */
    reason: string | null;
    /** Milliseconds since the call was answered. */
    at_ms: number;
  }>;
  /** Tool calls, oldest first. */
  function_calls: Array<FunctionCall>;
}

/** A call in a list. */
export interface CallItem {
  /** Its id. */
  id: number;
  /** As passed to `make_call`; calls of a campaign have the lead's in `lead_external_id`. */
  external_id: string | null;
  /** Ids stay after assistant, campaign or lead were deleted. */
  assistant_id: number | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** Id of the campaign; null without one. */
  campaign_id: number | null;
  /** Name of the campaign; null without one. */
  campaign_name: string | null;
  /** Id of the lead; null without one. */
  lead_id: number | null;
  /** The lead’s id in your own system; null without one. */
  lead_external_id: string | null;
  /** Its kind. */
  type: CallType;
  /** Seconds since the call was answered, until its end or until now; 0 if it was not answered. */
  duration: number;
  /** The assistant’s number; null for a web call. */
  assistant_phone_number: string | null;
  /** The customer’s number. Null for a withheld number or a web call. */
  client_phone_number: string | null;
  /** Its current state. */
  status: CallStatus;
  /** What was said or written, oldest first. */
  transcript: Array<CallTranscriptItem>;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /**
   * Extracted values. Null until the evaluation is complete; empty if the assistant has post-call
   * evaluation turned off.
   */
  evaluation: Array<EvaluatedField> | null;
  /** The latest response to the post-call webhook; null if no webhook was sent. */
  webhook_response: {
    /** HTTP status. Null if there was no response. */
    status_code: number | null;
    /** The text or body. */
    body: string;
    /** Attempts so far. */
    attempts: number;
  } | null;
  /** Carrier cost in dollars of the call and its transfers; null if unknown. */
  carrier_cost: number | null;
  /** Sum of the account's charges for the call, in dollars. */
  total_cost: number;
  /** Who answered; null if the call was not answered. */
  answered_by: AnsweredBy | null;
  /** True if the assistant left its voicemail message. */
  voicemail_left: boolean;
  /**
   * URL of a stereo WAV file with the customer on the left channel and the assistant on the right; null
   * without a recording.
   */
  recording_url: string | null;
  /** Scheduled time; null for an immediate call. */
  scheduled_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface CallMessageResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
}

export type CallOrder = 'created_at' | 'duration' | 'total_cost';

/**
 * Fields of the assistant that one call replaces, by the rules of an update: null restores the field's
 * default. `variables` are added to the assistant's own.
 */
export interface CallOverrides {
  /** Instructions for the language model. May contain `{{variables}}`. */
  system_prompt?: string | undefined;
  /** First words of the assistant. May contain `{{variables}}`. */
  initial_message?: string | undefined;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id?: number | undefined;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id?: number | undefined;
  /**
   * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
   * the other modes.
   */
  llm_model_id?: number | null | undefined;
  /**
   * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
   * modes; null in `pipeline` mode.
   */
  multimodal_model_id?: number | null | undefined;
  /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
  max_duration?: number | null | undefined;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
}

export type CallSpeaker = 'bot' | 'human';

export type CallStatus =
  | 'scheduled'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'ended_by_customer'
  | 'ended_by_assistant'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled';

export interface CallTranscriptItem {
  /** The text. */
  text: string;
  /** Its kind. */
  type: 'transcript';
  /** `bot` is the assistant; includes only speech that was played to the caller. */
  sender: CallSpeaker;
  /** Present if a supervisor spoke to the caller instead of the assistant. */
  speaker?: 'supervisor' | undefined;
  /** When it happened. */
  timestamp: string;
}

export type CallType = 'inbound' | 'outbound' | 'web';

/** All details of one call. */
export interface CallView {
  /** Its id. */
  id: number;
  /** As passed to `make_call`; calls of a campaign have the lead's in `lead_external_id`. */
  external_id: string | null;
  /** Ids stay after assistant, campaign or lead were deleted. */
  assistant_id: number | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** Id of the campaign; null without one. */
  campaign_id: number | null;
  /** Name of the campaign; null without one. */
  campaign_name: string | null;
  /** Id of the lead; null without one. */
  lead_id: number | null;
  /** The lead’s id in your own system; null without one. */
  lead_external_id: string | null;
  /** Its kind. */
  type: CallType;
  /** Seconds since the call was answered, until its end or until now; 0 if it was not answered. */
  duration: number;
  /** The assistant’s number; null for a web call. */
  assistant_phone_number: string | null;
  /** The customer’s number. Null for a withheld number or a web call. */
  client_phone_number: string | null;
  /** Its current state. */
  status: CallStatus;
  /** What was said or written, oldest first. */
  transcript: Array<CallTranscriptItem>;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /**
   * Extracted values. Null until the evaluation is complete; empty if the assistant has post-call
   * evaluation turned off.
   */
  evaluation: Array<EvaluatedField> | null;
  /** The latest response to the post-call webhook; null if no webhook was sent. */
  webhook_response: {
    /** HTTP status. Null if there was no response. */
    status_code: number | null;
    /** The text or body. */
    body: string;
    /** Attempts so far. */
    attempts: number;
  } | null;
  /** Carrier cost in dollars of the call and its transfers; null if unknown. */
  carrier_cost: number | null;
  /** Sum of the account's charges for the call, in dollars. */
  total_cost: number;
  /** Who answered; null if the call was not answered. */
  answered_by: AnsweredBy | null;
  /** True if the assistant left its voicemail message. */
  voicemail_left: boolean;
  /**
   * URL of a stereo WAV file with the customer on the left channel and the assistant on the right; null
   * without a recording.
   */
  recording_url: string | null;
  /** Scheduled time; null for an immediate call. */
  scheduled_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it started to ring; null if it did not. */
  ringing_at: string | null;
  /** When it was answered; null if it was not. */
  answered_at: string | null;
  /** When it ended; null while it runs. */
  ended_at: string | null;
  /** From `make_call`; null without overrides. */
  overrides: {
    /** Instructions for the language model. May contain `{{variables}}`. */
    system_prompt?: string | undefined;
    /** First words of the assistant. May contain `{{variables}}`. */
    initial_message?: string | undefined;
    /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
    voice_id?: number | undefined;
    /** Id of the language, from `GET /user/assistants/languages`. */
    language_id?: number | undefined;
    /**
     * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
     * the other modes.
     */
    llm_model_id?: number | null | undefined;
    /**
     * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
     * modes; null in `pipeline` mode.
     */
    multimodal_model_id?: number | null | undefined;
    /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
    max_duration?: number | null | undefined;
    /** Values for `{{names}}` in the assistant’s texts, by name. */
    variables?: Record<string, unknown> | null | undefined;
  } | null;
  /** A sentence that explains why the call ended; null while it is in progress. */
  end_reason: string | null;
  /**
   * Recording status. `off`: recording was disabled when the call began. `empty`: the call ended before
   * any audio was stored.
   */
  recording_state: 'kept' | 'running' | 'unanswered' | 'off' | 'empty';
  /**
   * Length in milliseconds of the audio before the answer, such as an announcement, at the start of the
   * recording. A moment of the call is that much later in the recording. Null without a recording or
   * such audio.
   */
  recording_ringing_ms: number | null;
  /** Why evaluation values are missing; null if the evaluation succeeded. */
  evaluation_error: string | null;
  /** Transfers, oldest first. */
  transfers: Array<{
    /** Its kind. */
    kind: 'blind' | 'warm' | 'assistant';
    /** Where to: a number, a SIP address, or an assistant. */
    target: string;
    /** How it went. */
    outcome: 'connected' | 'failed';
    /** Why; null or empty if unknown. */
    reason: string | null;
    /** Milliseconds since the call was answered. */
    at_ms: number;
  }>;
  /** Tool calls, oldest first; a call without a known outcome has an error with the code `timeout`. */
  function_calls: Array<FunctionCall>;
  /**
   * For each answer, the time from the end of the customer's speech to the first audio of the answer,
   * split by stage.
   */
  latency: Array<{
    /** Milliseconds since the call was answered. */
    at_ms: number;
    /** Milliseconds from the end of speech until the turn was over; null if not measured. */
    endpoint_ms: number | null;
    /** Milliseconds until the transcript; null if not measured. */
    transcript_ms: number | null;
    /** Milliseconds until the model’s first words; null if not measured. */
    model_ms: number | null;
    /** Milliseconds until the first audio; null if not measured. */
    speech_ms: number | null;
    /** Milliseconds in all; null if not measured. */
    total_ms: number;
  }>;
  /**
   * Fallbacks that took over from failed providers, oldest first. `part`: `realtime` is a realtime
   * model, `model` a language model. `from` and `to` are catalog codes; `reason` is empty if the model
   * had failed before the call.
   */
  fallbacks: Array<{
    /** What failed. */
    part: 'voice' | 'transcriber' | 'model' | 'realtime';
    /** Code of the provider that failed. */
    from: string;
    /** Code of the provider that took over. */
    to: string;
    /** Why; null or empty if unknown. */
    reason: string;
    /** When it happened. */
    at: string;
  }>;
  /** Other events, oldest first: tool calls, DTMF keys, interruptions, provider failures. */
  events: Array<{
    /** Its kind. */
    type: string;
    /** Milliseconds since the call was answered. */
    at_ms: number;
    /** The result. */
    data: Record<string, unknown>;
  }>;
  /** Language model requests by model, including failed requests and the evaluation. */
  models: Array<{
    /** Name of the model. */
    model: string;
    /** Number of calls. */
    calls: number;
    /** Tokens of the prompts; null if unknown. */
    input_tokens: number;
    /** Tokens of the answers; null if unknown. */
    output_tokens: number;
    /** Vendor cost in dollars; null if the cost of any request is unknown. */
    cost: number | null;
  }>;
  /** Charges, and refunds as negative amounts, in dollars, oldest first; `total_cost` is their sum. */
  costs: Array<{
    /** Its kind. */
    kind: string;
    /** Amount in US dollars. */
    amount: number;
    /** Why; null without a note. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }>;
}

export interface Campaign {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its current state. */
  status: CampaignStatus;
  /** Concurrent calls, from 1 to the limit of the plan. Default: 3. */
  max_calls_in_parallel: number;
  /** Completes the campaign when all leads are finished. Default: true. */
  mark_complete_when_no_leads: boolean;
  /** Start of the calling hours, `HH:MM`, in the campaign’s time zone. Default: 00:00. */
  allowed_hours_start_time: string;
  /** Last minute of the calling hours, `HH:MM`. Default: 23:59. */
  allowed_hours_end_time: string;
  /** Days on which the campaign calls. Default: all. */
  allowed_days: Array<Weekday>;
  /** Further attempts for each lead, from 1 to 5. Default: 3. */
  max_retries: number;
  /** Minutes between attempts. */
  retry_interval: number;
  /** Minutes after a call by another campaign of the account before this one calls the same number. */
  contact_pause: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Id of the assistant. */
  assistant_id: number;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
  /** Calls again after an answering machine. Default: false. */
  retry_on_voicemail: boolean;
  /** Calls again if the goal was not met. Default: false. */
  retry_on_goal_incomplete: boolean;
  /** Name of the extracted value that says whether the goal was met; null for no goal. */
  goal_completion_variable: string | null;
  /**
   * Numbers to call from, in this order; empty means the assistant's number, or any number of the
   * account. If every chosen number was released, the campaign cannot call until this list is changed.
   */
  phone_number_ids: Array<number>;
  /**
   * True if numbers were chosen. The campaign then uses only those, even when all were released and
   * `phone_number_ids` is empty.
   */
  has_chosen_numbers: boolean;
  /**
   * A sentence that explains why the campaign stopped automatically, or completed at its end date;
   * otherwise null.
   */
  stop_reason: string | null;
  /** No call begins before this time. Null: calls begin when the campaign is started. */
  starts_at: string | null;
  /**
   * No call begins at or after this time; the campaign then completes, even with leads left. Null: no
   * end date.
   */
  ends_at: string | null;
  /** When it started; null if it has not. */
  started_at: string | null;
  /** When it was completed; null if it has not been. */
  completed_at: string | null;
}

/** Limits of the installation for an account, and the hours in which calls are allowed. */
export interface CampaignLimits {
  /** How many campaigns the account may have. */
  campaigns: number;
  /** Maximum concurrent calls of one campaign. */
  max_calls_in_parallel: number;
  /** Hours in which calls are allowed. */
  calling_hours: {
    /** First minute, counted from midnight, in the called person’s time. */
    start_minute: number;
    /** Minute after the last, counted from midnight. */
    end_minute: number;
  };
  /** Calling hours of campaigns that call only from sandbox numbers. */
  sandbox_calling_hours: {
    /** First minute, counted from midnight, in the called person’s time. */
    start_minute: number;
    /** Minute after the last, counted from midnight. */
    end_minute: number;
  };
}

export interface CampaignLimitsResponse {
  /** The result. */
  data: CampaignLimits;
}

/** The current state of a campaign. */
export interface CampaignMonitor {
  /** Its id. */
  id: number;
  /** Its current state. */
  status: CampaignStatus;
  /** When these figures were computed. */
  generated_at: string;
  /** Maximum concurrent calls. */
  places: number;
  /** Sentences about settings without effect, and about what prevents the campaign from calling. */
  hints: Array<string>;
  /** Calls or attempts, oldest first. */
  live: Array<{
    /** Id of the call. */
    call_id: number;
    /** Id of the lead. Null if the lead was deleted. */
    lead_id: number | null;
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string | null;
    /** Its current state. */
    status: 'initiated' | 'ringing' | 'in-progress';
    /** When the call entered this status. */
    since: string;
  }>;
  /** Number of leads. */
  leads: {
    /** Their number in all. */
    total: number;
    /** Leads that will not be called again. */
    finished: number;
  };
  /** Since midnight in the campaign's time zone. */
  today: {
    /** Number of calls. */
    calls: number;
    /** Calls still in progress. As in the report, they are not yet counted as answered. */
    running: number;
    /** Finished calls in which a person spoke. */
    answered: number;
  };
  /** Calls started in each of the last 15 minutes; the last entry is the current minute. */
  minutes: Array<number>;
}

export interface CampaignMonitorResponse {
  /** The result. */
  data: CampaignMonitor;
}

export interface CampaignProgress {
  /** Id of the campaign; null without one. */
  campaign_id: number;
  /** Number of leads. */
  leads: number;
  /** Leads that will not be called again. */
  finished: number;
  /** Calls that are dialing or ringing. */
  ringing: number;
  /** Calls in which someone speaks. */
  talking: number;
}

export interface CampaignProgressResponse {
  /** The result. */
  data: Array<CampaignProgress>;
}

export interface CampaignReport {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its current state. */
  status: CampaignStatus;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
  /** When these figures were computed. */
  generated_at: string;
  /** Number of leads that reached each step. */
  funnel: {
    /** Number of leads. */
    leads: number;
    /** At least one call was started. */
    called: number;
    /** Answered calls or leads. */
    answered: number;
    /** The goal was met. */
    converted: number;
  };
  /** Number of leads. */
  leads: {
    /** Newly created ones. */
    created: number;
    /** Those scheduled for later. */
    scheduled: number;
    /** Leads being called. */
    processing: number;
    /** Leads that wait for another attempt. */
    rescheduled: number;
    /** Completed ones. */
    completed: number;
    /** Leads without another attempt. */
    'reached-max-retries': number;
    /** Leads on the do-not-call list. */
    blacklisted: number;
  };
  /** Attempts so far. */
  attempts: {
    /** All calls that were started. */
    total: number;
    /** Calls in progress. */
    running: number;
    /** A person spoke, or the speaker is unknown. */
    answered: number;
    /** Calls answered by a machine. */
    machine: number;
    /** Calls without an answer. */
    no_answer: number;
    /** Calls to a busy number. */
    busy: number;
    /** How many, or whether it, failed. */
    failed: number;
    /** Share of finished calls. */
    answer_rate: number | null;
    /** Attempts per called lead, without deleted leads; null before the first call. */
    per_called_lead: number | null;
    /** Seconds from answer to end. */
    average_duration: number | null;
  };
  /** Leads by goal outcome; null if the campaign has no goal. */
  goal: {
    /** Name of the goal’s value. */
    variable: string;
    /** Leads that met the goal. */
    met: number;
    /** Leads that did not meet the goal. */
    missed: number;
    /** `met` as a share of the leads with a known outcome; null without any. */
    rate: number | null;
  } | null;
  /** Cost in US dollars; null if unknown. */
  cost: {
    /** Their number in all. */
    total: number;
    /**
     * Cost of the calls to leads that were not deleted, divided by the number of these leads that
     * answered.
     */
    per_answered_lead: number | null;
    /** Cost per met goal, in US dollars; null without one. */
    per_goal: number | null;
  };
  /** Hours with calls, in the campaign's time zone, in order. */
  hours: Array<{
    /** All calls that were started. */
    total: number;
    /** A person spoke, or the speaker is unknown. */
    answered: number;
    /** Calls answered by a machine. */
    machine: number;
    /** Calls without an answer. */
    no_answer: number;
    /** Calls to a busy number. */
    busy: number;
    /** How many, or whether it, failed. */
    failed: number;
    /** Share of finished calls. */
    answer_rate: number | null;
    /** Hour of the day, from 0 to 23. */
    hour: number;
  }>;
  /** Unfinished leads by the reason they are waiting; largest group first. */
  waiting: Array<{
    /** Its code. */
    code: WaitingCode;
    /** The text. */
    text: string;
    /** Until when; null if unknown. */
    until: string | null;
    /** Number of leads. */
    leads: number;
  }>;
  /** Numbers that are never called, by reason; largest group first. */
  left_out: Array<{
    /** Its code. */
    code: UndialableCode;
    /** The text. */
    text: string;
    /** Number or ids of phone numbers. */
    numbers: number;
  }>;
}

export interface CampaignReportResponse {
  /** The result. */
  data: CampaignReport;
}

export interface CampaignResponse {
  /** The result. */
  data: Campaign;
}

export type CampaignStatus = 'draft' | 'in-progress' | 'stopped' | 'completed';

export interface CannedRepliesResponse {
  /** The result. */
  data: Array<CannedReply>;
}

/** A text that teammates insert into their messages. */
export interface CannedReply {
  /** Its id. */
  id: number;
  /** Typed after `/` in the composer. */
  shortcut: string;
  /** The text, with variables. */
  content: string;
  /** When it last changed. */
  updated_at: string;
}

export interface CannedReplyRequest {
  /** Typed after `/` in the composer. */
  shortcut: string;
  /** The text, with variables such as `{{visitor.name}}`, `{{visitor.phone}}` and `{{agent.name}}`. */
  content: string;
}

export interface CannedReplyResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: CannedReply;
}

/** A message of a messaging conversation, as agents see it. */
export interface ChannelMessage {
  /** Its id. */
  id: number;
  /** `user` for the customer, `assistant` for the other side. */
  role: MessageRole;
  /** `ai`, `customer`, or `human` for a member of the account. */
  author: MessageAuthor;
  /** The teammate who wrote it; null for others and for messages through an API key. */
  author_name: string | null;
  /** Text of the message. */
  content: string;
  /** When it was created. */
  created_at: string;
  /** Null for messages from the customer. */
  delivery: Delivery | null;
  /** Files of the message. */
  attachments: Array<Attachment>;
  /** Why the assistant did not answer this message; null if it did or will. */
  unanswered_reason: string | null;
  /** Time of the latest edit by the author in the messaging app. */
  edited_at: string | null;
  /** The author deleted the message in the messaging app: its content and attachments are gone. */
  deleted_at: string | null;
  /** The customer's reaction, an emoji. */
  reaction: string | null;
  /** What the message refers to; null for nothing. */
  about: MessageReference | null;
}

export interface ChannelMessagesResponse {
  /** The result. */
  data: Array<ChannelMessage>;
  /** The customer’s 24-hour window. */
  session_status: SessionStatus;
}

/** One row of the ledger. `amount` is positive when the account paid; `balance_effect` is its negation. */
export interface Charge {
  /** Its id. */
  id: number;
  /** Its kind. */
  kind: ChargeKind;
  /** Amount in US dollars. */
  amount: number;
  /** Amount in US dollars with six decimals, as text. */
  amount_exact: string;
  /** Change of the balance in US dollars, as text. */
  balance_effect: string;
  /** The reason in words. */
  why: string;
  /** Id of the conversation. */
  conversation_id: string | null;
  /** Id of the message; null without one. */
  message_id: number | null;
  /** The charged object if it is not a conversation or message, such as `sms:12`. */
  reference: string | null;
  /** When it was created. */
  created_at: string;
}

export type ChargeKind =
  | 'widget_message'
  | 'msgapp_message'
  | 'sms_message'
  | 'call_minute'
  | 'refund'
  | 'opening'
  | 'credit'
  | 'adjustment';

export interface ConfirmSecondFactorRequest {
  /** The current code of the authenticator app, or a recovery code. */
  code: string;
}

export type ContentChannel = 'inbound' | 'outbound' | 'web' | 'test' | 'widget' | 'msgapp' | 'api';

/** A call, conversation, lead or SMS that contains all searched words. */
export interface ContentHit {
  /** Its kind. */
  kind: ContentKind;
  /** The id that its endpoints accept; for a conversation its UUID. */
  id: string;
  /** The customer's name, number or identifier; `Web call` or `Visitor` without one. */
  name: string;
  /** Where the message was sent or received. Null for leads and SMS. */
  channel: ContentChannel | null;
  /** Id of the assistant. */
  assistant_id: number | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** The campaign of a call or lead. */
  campaign_id: number | null;
  /** Name of the campaign; null without one. */
  campaign_name: string | null;
  /** Start of the call, latest message or note, creation of the lead, or time of the SMS. */
  at: string;
  /** Where the excerpt was said; null if only the name, number or another value matches. */
  line: {
    /** `human` for notes, and for SMS that you sent. */
    author: MessageAuthor;
    /** When it happened. */
    at: string;
    /** Calls: time since the call was answered. */
    offset_ms: number | null;
    /** Conversations: the message; null for a note. */
    message_id: number | null;
    /** Conversations: the internal note; null for a message. */
    note_id: number | null;
  } | null;
  /** The sentence with the most searched words, in parts; empty without a `line` or value. */
  excerpt: Array<ExcerptPart>;
}

export type ContentKind = 'call' | 'conversation' | 'lead' | 'sms';

/** Newest first. */
export interface ContentSearchResponse {
  /** The result. */
  data: Array<ContentHit>;
  /** For the next page; null on the last one. */
  next_cursor: string | null;
}

/** Sent to the assistant's `conversation_ended_webhook_url`. Later versions may add fields. */
export interface ConversationEndedPayload {
  /** Name of the event. */
  event: 'conversation.ended';
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the assistant. Null if the conversation's sender no longer has an assistant. */
  assistant_id: string | null;
  /** The assistant. */
  assistant: {
    /** Its id. */
    id: number;
    /** Its UUID. */
    uuid: string;
    /** Its name. */
    name: string;
  } | null;
  /** Only `msgapp` and `widget` conversations send this event. */
  type: ConversationType;
  /** Number of messages. */
  message_count: number;
  /** Its current state. */
  status: 'ended';
  /** Values of the assistant's `post_call_schema`; null if the conversation does not contain them. */
  extracted_variables: Record<string, string | number | boolean | null>;
  /** Why values are missing although the evaluation was on; null if nothing went wrong. */
  evaluation_error: string | null;
  /** The assistant's variables, overridden by those of the conversation. */
  input_variables: Record<string, unknown>;
  /** What was said or written, oldest first. */
  transcript: Array<{
    /** `user` for the customer, `assistant` for the other side. */
    role: MessageRole;
    /** Text of the message. */
    content: string;
    /** When it happened. */
    timestamp: string;
  }>;
  /** One line per message: `AI: …`, `Customer: …`. */
  formatted_transcript: string;
  /** The customer’s number. Null if the customer did not share it. */
  customer_phone: string | null;
  /** The customer's id in the channel; null if unknown. */
  customer_identifier: string | null;
  /** Name of the customer; null if unknown. */
  customer_name: string | null;
  /** The sender that the customer wrote to; null in the widget. */
  sender: {
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string;
    /** Name that customers see. */
    display_name: string;
  } | null;
  /** Sum of the account's charges for the conversation, in dollars. */
  total_cost: number;
  /** When it was created. */
  created_at: string;
  /** When it ended; null while it runs. */
  ended_at: string;
}

/** What happened to a conversation in the inbox. Names are those of the time. */
export interface ConversationEvent {
  /** Its id. */
  id: number;
  /** Its kind. */
  kind: ConversationEventKind;
  /** Name of the member or API key; null if the customer or the assistant caused it. */
  author: string | null;
  /** The member who did it; null for an API key or a former member, the customer or the assistant. */
  person_id: number | null;
  /** `assigned`: name of the new member, else of the new group; null if it was unassigned. */
  assignee: string | null;
  /** `snoozed`: when the conversation opens again. */
  snoozed_until: string | null;
  /** When it was created. */
  created_at: string;
}

export type ConversationEventKind = 'assigned' | 'snoozed' | 'closed' | 'reopened';

export interface ConversationEventsResponse {
  /** The result. */
  data: Array<ConversationEvent>;
}

export interface ConversationItem {
  /** Its id. */
  id: string;
  /** Id of the assistant. Null if the conversation's sender has no assistant. */
  assistant_id: string | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** Its kind. */
  type: ConversationType;
  /** Number of messages. */
  message_count: number;
  /** Sum of the charges, in US dollars. */
  total_cost: number;
  /** False while a person answers instead of the assistant. */
  ai_enabled: boolean;
  /** True if the account must not contact the customer first. */
  has_opted_out: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/**
 * Data of the `state` event, sent to subscribers of a conversation immediately and after every change.
 * A subscriber with fewer messages than `message_count` reads the history again.
 */
export interface ConversationState {
  /** Number of messages. */
  message_count: number;
  /** False while a person answers instead of the AI. */
  ai_enabled: boolean;
  /** An `ended` conversation is still answered when the visitor writes again. */
  status: ConversationStatus;
}

export type ConversationStatus = 'active' | 'ended';

export type ConversationType = 'test' | 'widget' | 'msgapp' | 'api';

/** All details of one conversation. */
export interface ConversationView {
  /** Its id. */
  id: string;
  /** Id of the assistant. Null if the sender of a msgapp conversation has no assistant. */
  assistant_id: string | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** Its kind. */
  type: ConversationType;
  /** An `ended` conversation is still answered when the customer writes again. */
  status: ConversationStatus;
  /** Number of messages. */
  message_count: number;
  /** Sum of the charges, in US dollars. */
  total_cost: number;
  /** False while a person answers instead of the assistant. */
  ai_enabled: boolean;
  /** Why and until when the assistant does not answer this customer; null if it answers. */
  silence: {
    /** Why; null or empty if unknown. */
    reason: SilenceReason;
    /** Since when. */
    since: string;
    /** Until when; null if unknown. */
    until: string;
  } | null;
  /** Summary of messages too old for the assistant's history, one fact per line; null without one. */
  summary: string | null;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /**
   * For `api`, the client's own id of the customer; for `msgapp`, the channel's id, if the channel
   * provides one.
   */
  customer_identifier: string | null;
  /** The customer’s number; null if unknown. */
  customer_phone: string | null;
  /** Name of the customer; null if unknown. */
  customer_name: string | null;
  /** The visitor of a widget; null if the page did not identify the visitor. */
  visitor: Visitor | null;
  /** True if the account must not contact the customer first. */
  has_opted_out: boolean;
  inbox: InboxState;
  /** Who spoke or sent it. */
  sender: {
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string;
    /** Name that customers see. */
    display_name: string;
  } | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it ended; null while it runs. */
  ended_at: string | null;
  /**
   * Evaluation after the conversation's latest end; null until complete, empty if post-call evaluation
   * is off or the customer wrote nothing.
   */
  evaluation: Array<EvaluatedField> | null;
  /** Why evaluation values are missing; null if the evaluation succeeded. */
  evaluation_error: string | null;
  /** What was said or written, oldest first. */
  transcript: Array<{
    /** `user` for the customer, `assistant` for the other side. */
    role: MessageRole;
    /** `ai`, `customer`, or `human` for a member of the account. */
    author: MessageAuthor;
    /** The teammate who wrote it; null for others and for messages through an API key. */
    author_name: string | null;
    /** Text of the message. */
    content: string;
    /** Files of the message. */
    attachments: Array<Attachment>;
    /** Tool calls, oldest first. */
    function_calls: Array<FunctionCall>;
    /** Model requests behind this answer, oldest first; empty for messages written by people. */
    model_calls: Array<ModelCall>;
    /** When it was created. */
    created_at: string;
  }>;
  /** Charges, and refunds as negative amounts, in dollars, oldest first; `total_cost` is their sum. */
  costs: Array<{
    /** Its kind. */
    kind: string;
    /** Amount in US dollars. */
    amount: number;
    /** Why; null without a note. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }>;
}

export interface ConversationViewResponse {
  /** The result. */
  data: ConversationView;
}

export interface CreateApiKeyRequest {
  /** Its name. */
  name: string;
  /** When it expires; null for never. */
  expires_at?: string | null | undefined;
  /** Role of the key, `admin` by default; at most your own role. */
  role?: Role | null | undefined;
}

export interface CreateApiKeyResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The new key. */
  api_key: {
    /** Its name. */
    name: string;
    /** Send it as `Authorization: Bearer …`. */
    token: string;
    /** When it was created. */
    created_at: string;
  };
}

export interface CreateAssistantRequest {
  /** Its name. */
  name: string;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id: number;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id: number;
  /** Whether the assistant answers calls or makes them. */
  type: AssistantType;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode: EngineMode;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
  /** First words of the assistant. May contain `{{variables}}`. */
  initial_message: string;
  /** Instructions for the language model. May contain `{{variables}}`. */
  system_prompt: string;
  /**
   * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
   * the other modes.
   */
  llm_model_id?: number | null | undefined;
  /**
   * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
   * modes; null in `pipeline` mode.
   */
  multimodal_model_id?: number | null | undefined;
  /**
   * Language model for chats of an assistant with a realtime model; null for the default of the
   * installation.
   */
  chat_llm_fallback_id?: number | null | undefined;
  /** How sure a realtime model must be that the customer speaks, from 0 to 1; null for automatic. */
  turn_detection_threshold?: number | null | undefined;
  /** Id of the knowledgebase; null to remove it. */
  knowledgebase_id?: number | null | undefined;
  /** Id of the phone number, from `GET /user/phone-numbers/all`; null to remove it. */
  phone_number_id?: number | null | undefined;
  /**
   * Text-to-speech provider, from `GET /user/assistants/synthesizer-providers`; null to choose by
   * language.
   */
  synthesizer_provider_id?: number | null | undefined;
  /**
   * Speech-to-text provider, from `GET /user/assistants/transcriber-providers`; null to choose by
   * language. In `pipeline` mode only.
   */
  transcriber_provider_id?: number | null | undefined;
  /** Ends a call without speech for this many seconds after the answer, from 1 to 120; null for no limit. */
  max_initial_silence_duration?: number | null | undefined;
  /** Instruction for what to say after a silence; null for the default. */
  reengagement_prompt?: string | null | undefined;
  /** Said to an answering machine before the call ends; null for nothing. */
  voice_mail_message?: string | null | undefined;
  /** Spoken before the first message of a call; cannot be interrupted. */
  notice_message?: string | null | undefined;
  /** Words that the customer must say to interrupt, from 0 to 10; null for no minimum. */
  min_interrupt_words?: number | null | undefined;
  /** URL that gets webhooks; null to remove it. */
  webhook_url?: string | null | undefined;
  /** Minutes without a message after which a conversation ends, from 1 to 1440. Default: 30. */
  conversation_inactivity_timeout?: number | null | undefined;
  /** Answers to one customer in 24 hours, on messaging channels and over the API; null: unlimited. */
  max_replies_per_customer_day?: number | null | undefined;
  /** URL that gets `conversation.ended`; null to remove it. */
  conversation_ended_webhook_url?: string | null | undefined;
  /** Stored as sent. Listing the main language here has no effect. */
  secondary_language_ids?: Array<number> | null | undefined;
  /**
   * `function_call`: the model searches when it needs to. `prompt`: relevant passages are added to every
   * prompt, in `pipeline` mode only.
   */
  knowledgebase_mode?: 'function_call' | 'prompt' | null | undefined;
  /** Ids of the mid-call tools that the assistant may use. */
  tool_ids?: Array<number> | null | undefined;
  /** Ids of the MCP servers whose tools the assistant may use. */
  mcp_server_ids?: Array<number> | null | undefined;
  /** Tools of these servers that the assistant may use. A server without an entry offers all its tools. */
  mcp_tools?: Array<AllowedMcpTool> | null | undefined;
  /** Built-in tools that the assistant may use. */
  tools?: Array<BuiltInTool> | null | undefined;
  /** Lets the voice express emotions, if it can. Default: true. */
  tts_emotion_enabled?: boolean | null | undefined;
  /** How even the voice sounds, from 0 to 1. Default: 0.7. */
  voice_stability?: number | null | undefined;
  /** How close the voice stays to its original, from 0 to 1. Default: 0.5. */
  voice_similarity?: number | null | undefined;
  /** Speed of the voice, from 0.7 to 1.2. Default: 1. */
  speech_speed?: number | null | undefined;
  /** Rewrites numbers, dates and codes as words before a text-to-speech voice reads them. */
  speech_normalization?: boolean | null | undefined;
  /** Take precedence over the account's entries for the same words. */
  pronunciations?: Array<Pronunciation> | null | undefined;
  /** Words and phrases that customers are likely to say, if the speech-to-text provider uses keywords. */
  transcriber_keywords?: Array<string> | null | undefined;
  /** Randomness of the language model, from 0 to 1. Default: 0.1. */
  llm_temperature?: number | null | undefined;
  /** Lets the customer interrupt the assistant. Always true with realtime models. Default: true. */
  allow_interruptions?: boolean | null | undefined;
  /** `greeting`: only a "hello?" does not interrupt the first message; `always`: nothing does. */
  protect_first_message?: FirstMessageProtection | null | undefined;
  /** Says short phrases while the model thinks, in `pipeline` mode only. Default: false. */
  fillers?: boolean | null | undefined;
  /** Phrases by the tone of the customer’s words; phrases of the language by default. */
  filler_config?: FillerConfig | null | undefined;
  /** Records calls. Default: false. */
  record?: boolean | null | undefined;
  /**
   * Stores and shows `•` for each key that the customer presses; the model and the account's tools get
   * the keys.
   */
  mask_keypad_input?: boolean | null | undefined;
  /** Removes background noise from the customer’s audio. Default: true. */
  enable_noise_cancellation?: boolean | null | undefined;
  /** Waits until the customer speaks before the first message. Default: false. */
  wait_for_customer?: boolean | null | undefined;
  /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
  max_duration?: number | null | undefined;
  /** Ends a call after this many seconds of silence, from 1 to 360. Default: 40. */
  max_silence_duration?: number | null | undefined;
  /** Seconds an outbound call rings before it is given up, from 1 to 60. Default: 30. */
  ringing_time?: number | null | undefined;
  /** Seconds of silence after which the assistant speaks again, from 7 to 600. Default: 30. */
  reengagement_interval?: number | null | undefined;
  /** Ends the call when an answering machine answers. Default: true. */
  end_call_on_voicemail?: boolean | null | undefined;
  /** How the end of the customer’s turn is found: `vad` by silence, `ai` also by meaning. Default: `vad`. */
  endpoint_type?: EndpointType | null | undefined;
  /** Pause after the customer’s words before the assistant answers, from 0 to 5. Default: 0.5. */
  endpoint_sensitivity?: number | null | undefined;
  /** How long the customer must speak to interrupt, from 0 to 5. Default: 0.5. */
  interrupt_sensitivity?: number | null | undefined;
  /** Background sound of calls. Default: `off`. */
  ambient_sound?: AmbientSound | null | undefined;
  /** Volume of the background sound, from 0 to 1. Default: 0.5. */
  ambient_sound_volume?: number | null | undefined;
  /** Sends `call.ended` to `webhook_url`. Default: false. */
  is_webhook_active?: boolean | null | undefined;
  /** Sends the webhook only for calls that were answered. Default: true. */
  send_webhook_only_on_completed?: boolean | null | undefined;
  /** Adds `recording_url` to the webhook. Default: true. */
  include_recording_in_webhook?: boolean | null | undefined;
  /** Extracts the values of `post_call_schema` after calls and conversations. Default: true. */
  post_call_evaluation?: boolean | null | undefined;
  /** Values to extract, such as whether the goal was reached. */
  post_call_schema?: Array<PostCallField> | null | undefined;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Sends the webhook again when a conversation ends a second time. Default: false. */
  conversation_ended_retrigger?: boolean | null | undefined;
  /** Appearance of the chat widget, and who may embed it. */
  widget_settings?: WidgetSettingsChanges | null | undefined;
  /** Allows anyone to start a conversation without credentials of the account. */
  is_public?: boolean | null | undefined;
  /** Tells the model the customer's name and number. */
  share_customer_details?: boolean | null | undefined;
  /**
   * Applies after two requests in a row to repeat speech that was not understood. `transfer`: to the
   * number of the `call_transfer` tool; without that tool, or if the transfer fails, as `end_call`.
   * `continue`: keeps listening.
   */
  unclear_speech_action?: UnclearSpeechAction | null | undefined;
}

export interface CreateCampaignRequest {
  /** Its name. */
  name: string;
  /** Id of the assistant. */
  assistant_id: number;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone?: string | null | undefined;
  /** Concurrent calls, from 1 to the limit of the plan. Default: 3. */
  max_calls_in_parallel?: number | null | undefined;
  /** A start after the end means that the window runs past midnight. The end minute is included. */
  allowed_hours_start_time?: string | null | undefined;
  /** Last minute of the calling hours, `HH:MM`. Default: 23:59. */
  allowed_hours_end_time?: string | null | undefined;
  /** Days on which windows begin. */
  allowed_days?: Array<Weekday> | null | undefined;
  /** Further attempts for each lead, from 1 to 5. Default: 3. */
  max_retries?: number | null | undefined;
  /** Minutes between attempts, from 10 to 4320. Default: 60. */
  retry_interval?: number | null | undefined;
  /** Minutes after a call by another campaign before this one calls the same number. Default: 60. */
  contact_pause?: number | null | undefined;
  /** Calls again after an answering machine. Default: false. */
  retry_on_voicemail?: boolean | null | undefined;
  /** Calls again if the goal was not met. Default: false. */
  retry_on_goal_incomplete?: boolean | null | undefined;
  /** Name of the extracted value that says whether the goal was met; null for no goal. */
  goal_completion_variable?: string | null | undefined;
  /** Completes the campaign when all leads are finished. Default: true. */
  mark_complete_when_no_leads?: boolean | null | undefined;
  /** Ids of the numbers to call from; empty for the assistant’s number. */
  phone_number_ids?: Array<number> | null | undefined;
  /** No call begins before this time. Null: calls begin when the campaign is started. */
  starts_at?: string | null | undefined;
  /**
   * No call begins at or after this time; the campaign then completes, even with leads left. Null: no
   * end date.
   */
  ends_at?: string | null | undefined;
}

export interface CreateDocumentResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: CreatedDocument;
}

/** Null resets a field to its default: no description, no headers, active. */
export interface CreateEndpointRequest {
  /** Its URL. */
  url: string;
  /** Names of events, or `*` for all, including those of later versions. */
  events: Array<
    | 'call.started'
    | 'call.ended'
    | 'call.transferred'
    | 'conversation.started'
    | 'conversation.ended'
    | 'conversation.handed_off'
    | 'message.received'
    | 'message.sent'
    | 'message.status'
    | 'lead.updated'
    | 'campaign.started'
    | 'campaign.completed'
    | 'campaign.paused'
    | 'contact.opted_out'
    | 'document.active'
    | 'document.failed'
    | 'balance.low'
    | 'sender.changed'
    | 'alert.opened'
    | 'alert.resolved'
    | '*'
  >;
  /** Its description. */
  description?: string | null | undefined;
  /** Sent with each webhook to the URL, including those of assistants. */
  headers?: Array<ToolHeader> | null | undefined;
  /** An inactive endpoint gets no new events. Default: true. */
  is_active?: boolean | null | undefined;
}

export interface CreateInvitationRequest {
  /** Email address. */
  email: string;
  /** At most your own role. */
  role: Role;
}

export interface CreateInvitationResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Invitation;
  /** The link for the invited person. It is shown only once. */
  url: string;
  /** True if the link was sent to the person by email. */
  is_emailed: boolean;
}

export interface CreateKnowledgebaseRequest {
  /** Its name. */
  name: string;
  /** Its description. */
  description?: string | null | undefined;
}

export interface CreateLeadRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Id of the campaign; null without one. */
  campaign_id: number;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** If the campaign has a lead with this id, that lead is changed, and its variables are merged. */
  external_id?: string | null | undefined;
  /** Allows a second lead with the same number in a campaign. */
  allow_dupplicate?: boolean | null | undefined;
  /** Other numbers, called in order when the previous one does not answer. */
  secondary_contacts?:
    | Array<{
        /** Number in international format (E.164), such as `+14155550123`. */
        phone_number: string;
        /** Values for `{{names}}` in the assistant’s texts, by name. */
        variables?: Record<string, unknown> | null | undefined;
        /** If absent, a number that stays keeps its id. */
        external_id?: string | null | undefined;
      }>
    | null
    | undefined;
}

export interface CreateMcpServerRequest {
  /** Its name. */
  name: string;
  /** URL of the server, which speaks Streamable HTTP. */
  url: string;
  /** Headers of the requests. */
  headers?: Array<ToolHeader> | null | undefined;
  /** Seconds for each tool call, from 1 to 30. Default: 10. */
  timeout?: number | null | undefined;
}

export interface CreateSenderRequest {
  /** Code of the provider. */
  provider: string;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Name that customers see. */
  display_name?: string | null | undefined;
  /** Id of the assistant. */
  assistant_id?: number | null | undefined;
  /** Access to the carrier’s API; its fields depend on the provider. Never returned. */
  credentials?: Record<string, unknown> | null | undefined;
}

export interface CreateToolRequest {
  /** Its name. */
  name: string;
  /** Its description. */
  description: string;
  /** URL to call. After the host, it may contain `{parameters}`. */
  endpoint: string;
  /** HTTP method. */
  method: ToolMethod;
  /** Seconds to wait for a response, from 1 to 30. Default: 10. */
  timeout?: number | null | undefined;
  /** Headers of the requests. */
  headers?: Array<ToolHeader> | null | undefined;
  /** Values that the assistant collects for the request. */
  schema?: Array<ToolParameter> | null | undefined;
}

export interface CreateTrunkRequest {
  /**
   * `number`: a trunk with a phone number. `extension`: an extension of a PBX, or a phone that registers
   * here.
   */
  sip_trunk_type: SipTrunkType;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Host and port of the SIP server, optionally with `;transport=tcp` and `;media=srtp`. */
  sip_address: string;
  /** Name for your own use; null without one. */
  nickname?: string | null | undefined;
  /** User name at the SIP server; null without one. */
  sip_username?: string | null | undefined;
  /** Password at the SIP server. Never returned. */
  sip_password?: string | null | undefined;
  /** How called numbers are written. */
  sip_calling_format?: SipCallingFormat | null | undefined;
  /** `auth`: incoming calls need the password. `ip`: they come from `allowed_inbound_ips`. */
  inbound_authorization_type?: InboundAuthorization | null | undefined;
  /** Addresses and ranges that incoming calls may come from. */
  allowed_inbound_ips?: Array<string> | null | undefined;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code?: string | null | undefined;
  /** `false` means that there is no proxy. */
  outbound_proxy?: string | null | undefined;
  /** Sent with every outgoing call and transfer of the trunk. */
  sip_headers?:
    | Array<{
        /** Its name. */
        name: string;
        /** The value; null if unknown. */
        value: string;
      }>
    | null
    | undefined;
}

/** Response to creating a document. */
export interface CreatedDocument {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its description. */
  description: string;
  /** Its kind. */
  type: DocumentType;
  /** The kind in words. */
  type_label: string;
  /** Its current state. */
  status: DocumentStatus;
  /** The state in words. */
  status_label: string;
  /** When it was created. */
  created_at: string;
}

/** Delivery state of a message to a customer; `error` explains the carrier's code in a sentence. */
export interface Delivery {
  /** Id for tracking the delivery: `GET /user/msgapp/messages/{id}`. */
  msgapp_message_id: number;
  /** The carrier’s id of the message; null until it is known. */
  message_sid: string | null;
  /** State of the delivery. */
  state: DeliveryState;
  /** Code of the error for programs. */
  error_code: string | null;
  /** What is wrong, in a sentence. */
  error: string | null;
  /** When it last changed. */
  updated_at: string;
}

export interface DeliveryAttempt {
  /** Its number, from 1. */
  number: number;
  /** When it started; null if it has not. */
  started_at: string;
  /** When it was finished. */
  finished_at: string;
  /** HTTP status. Null without a response. */
  status_code: number | null;
  /** Why the attempt failed; otherwise null. */
  reason: string | null;
  /** First 4 KiB of the response. */
  response_body: string;
}

export type DeliveryOrder = 'created_at' | 'finished_at';

export interface DeliveryResponse {
  /** The result. */
  data: WebhookDeliveryDetail;
}

export type DeliveryState = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';

export type DeliveryStatus = 'pending' | 'held' | 'delivered' | 'failed';

export interface Document {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its description. */
  description: string;
  /** Its kind. */
  type: DocumentType;
  /** The kind in words. */
  type_label: string;
  /** Its current state. */
  status: DocumentStatus;
  /** The state in words. */
  status_label: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Why processing failed; otherwise null. */
  error: string | null;
  /**
   * Sentences about missing content of a searchable document: unreadable pages, pages beyond the limit,
   * linked files, and why the last refresh failed; null if nothing is missing.
   */
  warning: string | null;
  /** When the searchable passages were last read from the source; null if never. */
  last_read_at: string | null;
  /** Pages read from a PDF or website; null for other documents and until the first reading ends. */
  pages: number | null;
  /** Stage of processing. Searchable by words from `embedding` on. */
  stage: DocumentStage;
  /**
   * Progress of the current stage, in pages, or in passages while embedding. `total` is null while
   * unknown.
   */
  progress: {
    /** Pages or passages that are done. */
    done: number;
    /** Their number in all. */
    total: number | null;
  };
}

/** A searchable passage of a document. */
export interface DocumentChunk {
  /** Position in the document, from 0. */
  position: number;
  /** Headings above the passage, outermost first, separated by ` › `. */
  heading: string;
  /** The text. */
  text: string;
  /** The page's URL, or `page 3`; null if the document has no parts. */
  source: string | null;
  /** True once the passage can be found by meaning; it can always be found by words. */
  is_embedded: boolean;
}

export interface DocumentListResponse {
  /** The result. */
  data: Array<Document>;
}

export interface DocumentResponse {
  /** The result. */
  data: Document;
}

export type DocumentStage = 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';

export type DocumentStatus = 'processing' | 'active' | 'failed';

export type DocumentType = 'website' | 'pdf' | 'txt' | 'docx';

export interface EnableEndpointResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: WebhookEndpoint;
}

export interface EnableWebhookRequest {
  /** Id of the assistant. */
  assistant_id: number;
  /** URL that gets webhooks; null to remove it. */
  webhook_url: string;
}

export interface EndpointListResponse {
  /** The result. */
  data: Array<WebhookEndpoint>;
}

export type EndpointType = 'vad' | 'ai';

export type EngineMode = 'pipeline' | 'multimodal' | 'dualplex';

/** Value of one `post_call_schema` field; null if the conversation does not contain it. */
export interface EvaluatedField {
  /** Its name. */
  name: string;
  /** Its kind. */
  type: ValueType;
  /** The value; null if unknown. */
  value: string | number | boolean | null;
  /** Its description. */
  description: string;
}

export interface ExcerptPart {
  /** The text. */
  text: string;
  /** True for a word that was searched. */
  is_match: boolean;
}

export type ExportFormat = 'csv' | 'jsonl';

/** Documents of all knowledgebases, latest failure first. */
export interface FailedDocumentsResponse {
  /** The result. */
  data: Array<{
    /** Its id. */
    id: number;
    /** Its name. */
    name: string;
    /** Its description. */
    description: string;
    /** Its kind. */
    type: DocumentType;
    /** The kind in words. */
    type_label: string;
    /** Its current state. */
    status: DocumentStatus;
    /** The state in words. */
    status_label: string;
    /** When it was created. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** Why processing failed; otherwise null. */
    error: string | null;
    /**
     * Sentences about missing content of a searchable document: unreadable pages, pages beyond the limit,
     * linked files, and why the last refresh failed; null if nothing is missing.
     */
    warning: string | null;
    /** When the searchable passages were last read from the source; null if never. */
    last_read_at: string | null;
    /** Pages read from a PDF or website; null for other documents and until the first reading ends. */
    pages: number | null;
    /** Stage of processing. Searchable by words from `embedding` on. */
    stage: DocumentStage;
    /**
     * Progress of the current stage, in pages, or in passages while embedding. `total` is null while
     * unknown.
     */
    progress: {
      /** Pages or passages that are done. */
      done: number;
      /** Their number in all. */
      total: number | null;
    };
    /** The knowledgebase of the document. */
    knowledgebase: {
      /** Its id. */
      id: number;
      /** Its name. */
      name: string;
    };
  }>;
}

export interface FillerConfig {
  /** Phrases after something pleasant. */
  positive?: Array<string> | undefined;
  /** Phrases after something unpleasant. */
  negative?: Array<string> | undefined;
  /** Phrases after a question. */
  question?: Array<string> | undefined;
  /** Phrases after anything else. */
  neutral?: Array<string> | undefined;
}

export type FirstMessageProtection = 'off' | 'greeting' | 'always';

export interface FoundThing {
  /** Its kind. */
  kind: SearchKind;
  /** The id that the object's endpoints accept; for a conversation its UUID. */
  id: string;
  /** Its name. */
  name: string;
  /** Distinguishes objects with the same name; may be empty. */
  detail: string;
  /** The parent: the knowledge base of a document, the campaign of a lead, the sender of a template. */
  parent_id: string | null;
  /** When it happened; null for objects that are not events. */
  at: string | null;
}

export interface FunctionCall {
  /** Its name. */
  name: string;
  /** Arguments of the tool, by name. */
  arguments: Record<string, unknown>;
  /** Result of the tool. */
  result: Record<string, unknown>;
}

export interface GenerateReplyRequest {
  /** Id of the assistant. */
  assistant_id: number | string;
  /** Your own id of the customer. */
  customer_identifier: string;
  /** What the customer wrote. */
  message: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
}

export interface GenerateReplyResponse {
  /** True if the request was carried out. */
  success: true;
  /** Id of the conversation. */
  conversation_id: string;
  /** Your own id of the customer. */
  customer_identifier: string;
  /** The answer; null if a person answers. */
  reply: string | null;
  /** Tool calls, oldest first. */
  function_calls: Array<FunctionCall>;
  /** True if a person answers instead of the assistant. */
  ai_disabled: boolean;
}

/** Members who share conversations. */
export interface Group {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** By name. */
  members: Array<InboxPerson>;
  /** When the group takes conversations from assistants; null for always. */
  hours: WeekHours | null;
  /** IANA time zone of the hours; null for that of the account. */
  timezone: string | null;
  /** True if the group takes conversations now. */
  is_open: boolean;
}

/** A group of members. */
export interface GroupName {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
}

export interface GroupRequest {
  /** Its name. */
  name: string;
  /** Ids of members of the account. */
  member_ids: Array<number>;
  /** When the group takes conversations from assistants; null for always. */
  hours?: WeekHours | null | undefined;
  /** IANA time zone of the hours; null for that of the account. */
  timezone?: string | null | undefined;
}

export interface GroupResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Group;
}

export interface GroupsResponse {
  /** The result. */
  data: Array<Group>;
}

/** `message`: said to the customer before the call ends. */
export interface HangUpRequest {
  /** Said to the customer before the call ends. */
  message?: string | null | undefined;
}

export interface HistoryMessage {
  /** `user` for the customer, `assistant` for the other side. */
  role: MessageRole;
  /** Text of the message. */
  content: string;
  /**
   * Name of the teammate who wrote a message of a widget conversation; absent for other messages, null
   * if the widget hides names.
   */
  author_name?: string | null | undefined;
  /** Tool calls, oldest first. */
  function_calls?: Array<FunctionCall> | undefined;
  /** Files of the message, listed in `content` as `[attachment: …]`; absent without files. */
  files?: Array<VisitorFile> | undefined;
}

export interface HistoryResponse {
  /** Its current state. */
  status: true;
  /** Messages, oldest first. */
  history: Array<HistoryMessage>;
}

export interface HumanMessageRequest {
  /** Text of the message. */
  message: string;
}

export interface HumanMessageResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** `user` for the customer, `assistant` for the other side. */
    role: MessageRole;
    /** Text of the message. */
    content: string;
    /**
     * Name of the teammate who wrote a message of a widget conversation; absent for other messages, null
     * if the widget hides names.
     */
    author_name?: string | null | undefined;
    /** Tool calls, oldest first. */
    function_calls?: Array<FunctionCall> | undefined;
    /** Files of the message, listed in `content` as `[attachment: …]`; absent without files. */
    files?: Array<VisitorFile> | undefined;
    /** Id of the message; null without one. */
    message_id: number;
    /** Messaging channel only: the id for tracking the message's delivery. */
    msgapp_message_id?: number | undefined;
  };
}

export interface IdentifyVisitorRequest {
  /** JSON Web Token (HS256), signed with the widget's secret. */
  token?: string | null | undefined;
  /** Details without a token; they are not verified. */
  visitor?: VisitorDetails | null | undefined;
  /** The visitor's open conversation. */
  conversation_id?: string | null | undefined;
  /** Random text, the same when the request is repeated, because a token can be used once. */
  request_key?: string | null | undefined;
}

export interface IdentifyVisitorResponse {
  /** Its current state. */
  status: true;
  /** The visitor from now on. */
  visitor: Visitor;
  /** Opens conversations as the verified user for 30 days; null without a token. */
  visitor_key: string | null;
  /** The conversation to continue: the open one, or the latest of the verified user. */
  conversation_id: string | null;
}

export interface ImportLeadsResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: ImportReport;
}

export interface ImportReport {
  /** True if nothing was stored. */
  dry_run: boolean;
  /** Character set of the file. */
  charset: string;
  /** Separator of the columns. */
  delimiter: string;
  /** Name of the imported sheet of a workbook; null for other files. */
  sheet: string | null;
  /** Number of the row with the column names. */
  header_row: number;
  /** How the file's columns were interpreted. */
  columns: {
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string;
    /** Further numbers. */
    secondary: Array<string>;
    /** Id in your own system. Null without external ids. */
    external_id: string | null;
    /** Values for `{{names}}` in the assistant’s texts, by name. */
    variables: Array<string>;
    /** All column names. A repeated name has a number: `Notes (2)`. */
    available: Array<string>;
  };
  /** The first valid rows, as leads. */
  sample: Array<{
    /** Number in international format (E.164), such as `+14155550123`. */
    phone_number: string;
    /** Further numbers. */
    secondary: Array<string>;
    /** Values for `{{names}}` in the assistant’s texts, by name. */
    variables: Record<string, unknown>;
  }>;
  /** Decisions that the file left open, in sentences. */
  guesses: Array<string>;
  /** Rows after the header: the sum of `created`, `updated`, `duplicates` and `invalid`. */
  rows: number;
  /** Newly created ones. */
  created: number;
  /** Rows that match a lead of the campaign by external id. */
  updated: number;
  /** Created leads whose numbers are on the do-not-call list and are never called. */
  blacklisted: number;
  /** Those that were there already; nothing was stored. */
  duplicates: number;
  /** Duplicates of an earlier row of the file. The other duplicates are already in the campaign. */
  repeated: number;
  /** Invalid ones; nothing was stored. */
  invalid: number;
  /** The first rejected rows; the file's first row is row 1. */
  errors: Array<{
    /** Number of the row, from 1. */
    row: number;
    /** Name of the column. */
    column: string;
    /** What was done, or what is wrong, in a sentence. */
    message: string;
  }>;
  /** Number of rejected rows after those in `errors`. */
  more_errors: number;
  /**
   * Warnings about variables of the campaign's assistant that have no value in the file or the
   * assistant.
   */
  warnings: Array<string>;
  /** Variables of the assistant that rows have no value for, with what these leads hear instead. */
  missing_variables: Array<{
    /** As the assistant's texts write it. */
    name: string;
    /** Leads without a value for it. */
    leads: number;
    /** What these leads hear: the assistant's own value. Null: the placeholder is left out. */
    value: string | null;
    /** Phone numbers of up to three of these leads. */
    examples: Array<string>;
  }>;
}

export type InboundAuthorization = 'auth' | 'ip';

/** Possible assignees, and tags in use. */
export interface InboxChoices {
  /** The member who makes the request; null for an API key. */
  you: InboxPerson | null;
  /** Members who can be assigned, by name. */
  people: Array<InboxPerson>;
  /** Groups, by name. */
  groups: Array<GroupName>;
  /** Tags of the latest 10,000 conversations with tags, in alphabetical order. */
  tags: Array<string>;
}

export interface InboxChoicesResponse {
  /** The result. */
  data: InboxChoices;
}

/** Number of conversations in each view of the inbox, without test conversations. */
export interface InboxCounts {
  /** Open conversations assigned to you. */
  mine: number;
  /** Open conversations that need a person and have no assignee. */
  unassigned: number;
  /** All open conversations; 10000 for 10,000 or more. */
  all: number;
  /** Snoozed conversations; 10000 for 10,000 or more. */
  snoozed: number;
  /** Closed conversations; 10000 for 10,000 or more. */
  closed: number;
  /** Null for API keys, which read nothing. */
  unread: UnreadCounts | null;
}

export interface InboxCountsResponse {
  /** The result. */
  data: InboxCounts;
}

/** A conversation in a list. */
export interface InboxItem {
  /** Its id. */
  id: string;
  /** Id of the assistant. Null if the conversation's sender has no assistant. */
  assistant_id: string | null;
  /** Name of the assistant; null without one. */
  assistant_name: string | null;
  /** Its kind. */
  type: ConversationType;
  /** Number of messages. */
  message_count: number;
  /** Sum of the charges, in US dollars. */
  total_cost: number;
  /** False while a person answers instead of the assistant. */
  ai_enabled: boolean;
  /** True if the account must not contact the customer first. */
  has_opted_out: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Its current state. */
  status: ConversationStatus;
  /**
   * For `api`, the client's own id of the customer; for `msgapp`, the channel's id, if the channel
   * provides one.
   */
  customer_identifier: string | null;
  /** The customer’s number; null if unknown. */
  customer_phone: string | null;
  /** Name of the customer; null if unknown. */
  customer_name: string | null;
  /** The latest message. Null if there is no message yet. */
  last_message: {
    /** `ai`, `customer`, or `human` for a member of the account. */
    author: MessageAuthor;
    /** The teammate who wrote it; null for others and for messages through an API key. */
    author_name: string | null;
    /** First 200 characters. */
    content: string;
    /** When it was created. */
    created_at: string;
    /** True if the message is known to be undelivered. */
    is_undelivered: boolean;
  } | null;
  inbox: InboxState;
  /** Number of customer messages that you have not read; null for API keys. */
  unread_count: number | null;
}

/** A member of the account. */
export interface InboxPerson {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
}

/** The state of a conversation in the inbox of the team. */
export interface InboxState {
  /**
   * State in the inbox: `open`, `snoozed` until a time, or `closed`. A customer’s message opens the
   * conversation again.
   */
  status: 'open' | 'snoozed' | 'closed';
  /** When a snoozed conversation opens again; otherwise null. */
  snoozed_until: string | null;
  /** The responsible member; null without one. */
  person: InboxPerson | null;
  /** The responsible group; null without one. */
  group: GroupName | null;
  /**
   * The first unanswered message while a person is responsible, or the request for a person; null if the
   * customer is not waiting.
   */
  waiting_since: string | null;
  /** In alphabetical order. */
  tags: Array<string>;
}

export interface InboxStateResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: InboxState;
}

export type InterfaceLanguage = 'en' | 'de' | 'es' | 'fr' | 'ro';

/** An invitation that has not been accepted yet. */
export interface Invitation {
  /** Its id. */
  id: number;
  /** Email address. */
  email: string;
  /** The role that the person gets. */
  role: Role;
  /** Name of the member; null for an API key. */
  invited_by: string | null;
  /** When it was created. */
  created_at: string;
  /** Seven days after it was created. */
  expires_at: string;
}

export interface Knowledgebase {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its description. */
  description: string;
  /** Its current state. */
  status: KnowledgebaseStatus;
  /** The state in words. */
  status_label: string;
  /** Number of documents. */
  documents_count: number;
  /** Number of assistants that use it. */
  assistants_count: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface KnowledgebaseListResponse {
  /** The result. */
  data: Array<Knowledgebase>;
}

export interface KnowledgebaseResponse {
  /** The result. */
  data: Knowledgebase;
}

export type KnowledgebaseStatus = 'empty' | 'processing' | 'active' | 'failed';

export interface Language {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Two-letter ISO 639-1 code of the language. */
  iso_2: string;
}

export interface LanguageModel {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its code. */
  code?: string | undefined;
  /** Of realtime models: whether they use `transcriber_keywords`. */
  takes_keywords?: boolean | undefined;
}

export interface Lead {
  /** Its id. */
  id: number;
  /** Id in your own system; null without one. */
  external_id: string | null;
  /** Id of the campaign; null without one. */
  campaign_id: number;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /** Its current state. */
  status: LeadStatus;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** The campaign. */
  campaign: {
    /** Its id. */
    id: number;
    /** Its name. */
    name: string;
  };
  /** Other numbers, called in order when the previous one does not answer. */
  secondary_contacts: Array<LeadContact>;
  /** Calls to all numbers of the lead. */
  call_tries: number;
  /** Scheduled retries: passes over all numbers after the first pass. */
  retries: number;
  /** Outcome of the last finished call; null before the first one. */
  last_outcome: string | null;
  /** Whether the goal was met. Null if the campaign has no goal, or the outcome is unknown. */
  goal_met: boolean | null;
  /** Earliest time of the next call; null if no call is scheduled. */
  due_at: string | null;
  /** Why the lead's own number is never called; null if it can be called. */
  left_out: LeftOut | null;
  /** Why the lead is waiting; null if it is finished. */
  waiting: WaitingReason | null;
}

export interface LeadContact {
  /** Its id. */
  id: number;
  /** Id in your own system; null without one. */
  external_id: string | null;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /** Its current state. */
  status: LeadStatus;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Calls so far. */
  call_tries: number;
  /** Outcome of the last finished call; null before the first call ends. */
  last_outcome: string | null;
  /** Why this number is never called; null if it can be called. */
  left_out: LeftOut | null;
}

export type LeadOrder = 'created_at' | 'updated_at' | 'status' | 'call_tries';

export interface LeadResponse {
  /** The result. */
  data: Lead;
}

export type LeadStatus =
  | 'created'
  | 'scheduled'
  | 'processing'
  | 'rescheduled'
  | 'completed'
  | 'reached-max-retries'
  | 'blacklisted';

export interface LeftOut {
  /** Its code. */
  code: UndialableCode;
  /** The text. */
  text: string;
}

export interface ListApiKeysResponse {
  /** The account’s keys. */
  api_keys: Array<ApiKey>;
}

/**
 * The fields for lists and pickers, without long texts, so that thousands of assistants fit in one
 * response.
 */
export interface ListedAssistant {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its kind. */
  type: AssistantType;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode: EngineMode;
  /** Its current state. */
  status: AssistantStatus;
  /** The language. */
  language: {
    /** Its id. */
    id: number;
    /** Its name. */
    name: string;
    /** Two-letter ISO 639-1 code of the language. */
    iso_2: string;
  };
  /** Id of the phone number, from `GET /user/phone-numbers/all`; null to remove it. */
  phone_number_id: number | null;
  /** When it last changed. */
  updated_at: string;
}

/** A server-sent event of a call. Its name is `type`; its SSE id, if it is stored, is `id`. */
export type LiveCallEvent =
  | {
      /** Its kind. */
      type: 'call.status';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The call has this status since `timestamp`. */
      data: {
        /** Its current state. */
        status: CallStatus;
      };
    }
  | {
      /** Its kind. */
      type: 'call.ended';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The last event. */
      data: {
        /** Its current state. */
        status: CallStatus;
        /** Why the call ended, in a sentence; null while it runs. */
        end_reason: string | null;
        /** Seconds since the answer; 0 if the call was not answered. */
        duration: number;
      };
    }
  | {
      /** Its kind. */
      type: 'transcript.partial';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Who spoke or sent it. */
        sender: CallSpeaker;
        /** `supervisor` if a person spoke instead of the assistant. */
        speaker?: 'supervisor' | undefined;
        /** The text. */
        text: string;
      };
    }
  | {
      /** Its kind. */
      type: 'transcript.final';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Who spoke or sent it. */
        sender: CallSpeaker;
        /** `supervisor` if a person spoke instead of the assistant. */
        speaker?: 'supervisor' | undefined;
        /** The text. */
        text: string;
      };
    }
  | {
      /** Its kind. */
      type: 'turn.answered';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Milliseconds from the end of speech until the turn was over; null if not measured. */
        endpoint_ms: number | null;
        /** Milliseconds until the transcript; null if not measured. */
        transcript_ms: number | null;
        /** Milliseconds until the model’s first words; null if not measured. */
        model_ms: number | null;
        /** Milliseconds until the first audio; null if not measured. */
        speech_ms: number | null;
        /** Milliseconds in all; null if not measured. */
        total_ms: number;
      };
    }
  | {
      /** Its kind. */
      type: 'tool.called';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its name. */
        name: string;
        /** Arguments of the tool, by name. */
        arguments: Record<string, unknown>;
        /** Result of the tool. */
        result: Record<string, unknown>;
        /** How many, or whether it, failed. */
        failed: boolean;
        /** Duration in milliseconds. */
        duration_ms: number;
      };
    }
  | {
      /** Its kind. */
      type: 'provider.failed';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** `by`: code of the provider that took over; null if none did. */
      data: {
        /** Why; null or empty if unknown. */
        reason: string;
        /** What took over; null if nothing did. */
        by: string | null;
      };
    }
  | {
      /** Its kind. */
      type: 'model.replaced';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Name of the model. */
        model: string;
        /** What took over; null if nothing did. */
        by: string;
      };
    }
  | {
      /** Its kind. */
      type: 'call.interrupted';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The customer interrupted the assistant. */
      data: Record<string, unknown>;
    }
  | {
      /** Its kind. */
      type: 'call.answered_by';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Who answered; null if the call was not answered. */
        answered_by: AnsweredBy;
      };
    }
  | {
      /** Its kind. */
      type: 'call.transferred';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its kind. */
        kind: 'blind' | 'warm' | 'assistant';
        /** Where to: a number, a SIP address, or an assistant. */
        target: string;
        /** How it went. */
        outcome: 'connected' | 'failed';
        /** Why; null or empty if unknown. */
        reason: string | null;
      };
    }
  | {
      /** Its kind. */
      type: 'digit.pressed';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** The key. */
        digit: string;
      };
    }
  | {
      /** Its kind. */
      type: 'supervisor.note';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** A whisper: an instruction to the assistant that the customer has not heard. */
      data: {
        /** The text. */
        text: string;
      };
    }
  | {
      /** Its kind. */
      type: 'supervisor.joined';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: Record<string, unknown>;
    }
  | {
      /** Its kind. */
      type: 'supervisor.left';
      /** Its id. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: Record<string, unknown>;
    };

export interface LoginRequest {
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
  /** Name of the token; `API Token` by default. */
  token_name?: string | null | undefined;
  /** Only if you have a second factor: the code of your authenticator app, or a recovery code. */
  code?: string | null | undefined;
}

export interface LoginResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The account. */
  user: Account;
  /** Send it as `Authorization: Bearer …`. */
  token: string;
  /** Name of the token; `API Token` by default. */
  token_name: string;
}

/**
 * `phone_number` is in international format, with or without separators. An invalid number is refused
 * with 400.
 */
export interface MakeCallRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Id of the assistant. */
  assistant_id: number;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Settings of the assistant that this call replaces. */
  overrides?: CallOverrides | null | undefined;
  /** Need not be unique. */
  external_id?: string | null | undefined;
  /** Calls a number that is in a live call of the account. Otherwise this is refused with 409. */
  allow_parallel?: boolean | null | undefined;
  /** Sent with the call over a SIP trunk. They replace the trunk's headers of the same names. */
  sip_headers?:
    | Array<{
        /** Its name. */
        name: string;
        /** The value; null if unknown. */
        value: string;
      }>
    | null
    | undefined;
  /** When to call, at most 30 days ahead; null or absent: now. */
  scheduled_at?: string | null | undefined;
  /**
   * Allows `scheduled_at` outside the legal calling hours of the number, which is otherwise refused with
   * 422.
   */
  ignore_hours?: boolean | null | undefined;
}

export interface MakeCallResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** Id of the call. */
  call_id: number;
  /** Its current state. */
  status: 'initiated' | 'scheduled';
  /** Always empty. */
  data: Record<string, unknown>;
  /** Warnings about variables in the assistant's texts that have no value and are removed from the text. */
  warnings: Array<string>;
}

export interface McpServer {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its URL. */
  url: string;
  /** Headers of the requests. */
  headers: Array<{
    /** Its name. */
    name: string;
    /** The value; null if unknown. */
    value: string;
  }>;
  /** Seconds for each tool call. */
  timeout: number;
  /** Number of tools in the stored list. */
  tools_count: number;
  /** When the tools were last listed; null if never. */
  tools_listed_at: string | null;
  /** Why the last attempt to list the tools failed; null if it succeeded. */
  error: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface McpTool {
  /** The server’s name for the tool. */
  name: string;
  /** A name for people; null if the server gives none. */
  title: string | null;
  /** What the tool does, in the server’s words. */
  description: string;
  /** The parameters as models get them: a JSON Schema. */
  parameters: Record<string, unknown>;
  /** True if the server states that the tool changes nothing. */
  is_read_only: boolean;
}

export interface McpToolsResponse {
  /** The result. */
  data: {
    /** The stored list of tools. */
    tools: Array<McpTool>;
    /** When the tools were last listed; null if never. */
    tools_listed_at: string | null;
    /** Why the last attempt to list the tools failed; null if it succeeded. */
    error: string | null;
  };
}

export interface MeResponse {
  /** Its name. */
  name: string;
  /** Email address. */
  email: string;
  /** Balance in US dollars. */
  total_balance: number;
}

/** A person who belongs to the account. */
export interface Member {
  /** Id of the person, the same in all accounts. */
  id: number;
  /** Its name. */
  name: string;
  /** Email address. */
  email: string;
  /** Role of the person in the account. */
  role: Role;
  /** True for the person who makes the request. */
  is_you: boolean;
  /** When the person became a member. */
  created_at: string;
}

export interface MemberResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Member;
}

export type MessageAuthor = 'customer' | 'ai' | 'human';

export interface MessageDelivery {
  /** Id for tracking the delivery: `GET /user/msgapp/messages/{id}`. */
  msgapp_message_id: number;
  /** The carrier’s id of the message; null until it is known. */
  message_sid: string | null;
  /** State of the delivery. */
  state: DeliveryState;
  /** Code of the error for programs. */
  error_code: string | null;
  /** What is wrong, in a sentence. */
  error: string | null;
  /** When it last changed. */
  updated_at: string;
  /** Id of the sender. */
  sender_id: number | null;
  /** Id of the conversation. */
  conversation_id: number;
  /** UUID of the conversation. */
  conversation_uuid: string;
  /** Id of the message; null without one. */
  message_id: number;
  /** The customer’s number, or their id in the channel. */
  recipient_phone: string;
  /** Text of the message. */
  message: string;
  /** When it was created. */
  created_at: string;
}

export interface MessageDeliveryResponse {
  /** The result. */
  data: MessageDelivery;
}

/** References of a message apart from its text. */
export interface MessageReference {
  /** The message that the customer replied to. */
  quoted: {
    /** Id of the message; null without one. */
    message_id: number;
    /** Text of the message. */
    content: string;
  } | null;
  /** The tapped button or chosen row of a list; `payload` is the id that the sender of the list gave it. */
  choice: {
    /** Text of the button or row. */
    title: string;
    /** Id that the sender of the list gave it; null without one. */
    payload: string | null;
    /** Its description. */
    description: string | null;
  } | null;
  /** The advertisement or post that the customer came from. */
  referral: {
    /** Headline of the advertisement; null without one. */
    headline: string | null;
    /** The text or body. */
    body: string | null;
    /** Its URL. */
    url: string | null;
  } | null;
  /** The product of a catalog that the customer asks about. */
  product: {
    /** Its id. */
    id: string;
    /** Id of the catalog; null if unknown. */
    catalog_id: string | null;
  } | null;
  /** Values of a form, by field. */
  form: Record<string, string> | null;
}

export interface MessageResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
}

export type MessageRole = 'assistant' | 'user';

/** One language model request, with the vendor's token counts. */
export interface ModelCall {
  /** Name of the model. */
  model: string;
  /** Tokens of the prompts. Null if the vendor did not report it. */
  input_tokens: number | null;
  /** Tokens of the answers; null if unknown. */
  output_tokens: number | null;
  /** Vendor cost in dollars; null if unknown. */
  cost: number | null;
  /** Milliseconds from the request to the first streamed event; null without an answer. */
  first_event_ms: number | null;
  /** Milliseconds in all; null if not measured. */
  total_ms: number;
  /** Code of the error for programs. */
  error_code: string | null;
}

/** An internal note. Customers and assistants never see it. */
export interface Note {
  /** Its id. */
  id: number;
  /** The text of the note. */
  content: string;
  /** Name of the member or API key that wrote it. */
  author: string;
  /** The member who wrote it; null for an API key or a former member. */
  person_id: number | null;
  /** When it was created. */
  created_at: string;
}

export interface NoteRequest {
  /** The text of the note. */
  content: string;
}

export interface NoteResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Note;
}

export interface NotesResponse {
  /** The result. */
  data: Array<Note>;
}

export type NumberType = 'normal' | 'sip' | 'caller_id';

export interface OfferedNumber {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code: string;
  /** Its kind. */
  type: NumberType;
  /** The kind in words. */
  type_label: string;
  /** True if the number can send and receive SMS. */
  sms_capable: boolean;
  /** Region of the number; may be empty. */
  region: string;
  /** The carrier's monthly price for the operator of this installation; null if unknown. */
  monthly_price: {
    /** Amount in US dollars. */
    amount: number;
    /** Three-letter currency code. */
    currency: string;
  } | null;
}

export interface OpenConversationRequest {
  /** Id of the assistant. */
  assistant_id: string;
  /** Its kind. */
  type?: 'widget' | 'test' | null | undefined;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Details of the visitor, which are not verified. */
  visitor?: VisitorDetails | null | undefined;
  /** From `POST /widgets/{uuid}/identify`, for a verified user. */
  visitor_key?: string | null | undefined;
}

export interface OpenConversationResponse {
  /** Its current state. */
  status: true;
  /** Id of the conversation. */
  conversation_id: string;
  /** Messages, oldest first. */
  history: Array<HistoryMessage>;
}

/** What an invitation link shows before it is accepted. */
export interface OpenInvitation {
  /** Name of the account. */
  account: string;
  /** The address that the invitation is for. */
  email: string;
  /** The role that the person gets. */
  role: Role;
  /** True if a person with this address exists and needs no new password. */
  has_login: boolean;
  /** When it expires; null for never. */
  expires_at: string;
}

export interface OpenInvitationResponse {
  /** The result. */
  data: OpenInvitation;
}

/** Opening hours of a day. */
export interface OpeningHours {
  /** When the group opens, such as `09:00`. */
  from: string;
  /** When the group closes. A time before `from` is on the next day. */
  to: string;
}

/** The reduced representation of the outbound list. */
export interface OutboundAssistant {
  /** Its id. */
  id: number;
  /** Id of the account. */
  user_id: number;
  /** Its name. */
  name: string;
  /** Its kind. */
  type: AssistantType;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode: EngineMode;
  /** Its current state. */
  status: AssistantStatus;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id: number;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id: number;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
  /** First words of the assistant. May contain `{{variables}}`. */
  initial_message: string;
  /** Instructions for the language model. May contain `{{variables}}`. */
  system_prompt: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Record<string, unknown>;
  /** URL that gets webhooks; null to remove it. */
  webhook_url: string | null;
  /** Sends `call.ended` to `webhook_url`. Default: false. */
  is_webhook_active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export type ParameterType = 'string' | 'number' | 'boolean';

export interface Passage {
  /** Id of the document. */
  document_id: number;
  /** Name of the document. */
  document_name: string;
  /** The text. */
  text: string;
  /** 0 to 1; results are sorted by it, best first. */
  score: number;
  /** The page's URL, or the file's name and page; null if unknown. */
  source: string | null;
  /**
   * Why the passage was found. `words`, 0 to 1: the share of the question's significant words in the
   * passage, weighted by rarity; `missing`: the significant words not in it, in lower case. `meaning`, 0
   * to 1: semantic similarity to the question; null if the passage has no embedding yet.
   */
  why: {
    /** Share of the question’s significant words in the passage, from 0 to 1. */
    words: number;
    /** Significant words that the passage lacks. */
    missing: Array<string>;
    /** Similarity of meaning, from 0 to 1; null without an embedding. */
    meaning: number | null;
    /**
     * Why `meaning` is unreliable. `few-passages`: too few passages to estimate the similarity of
     * unrelated ones. `unfit-embeddings`: the embedding model does not fit these texts.
     */
    meaning_doubt: 'few-passages' | 'unfit-embeddings' | null;
  };
}

export interface PasswordResetRequest {
  /** Email address. */
  email: string;
}

export interface PhoneNumber {
  /** Its id. */
  id: number;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code: string;
  /** Its kind. */
  type: NumberType;
  /** The kind in words. */
  type_label: string;
  /** True if the number can send and receive SMS. */
  sms_capable: boolean;
  /** Region of the number; may be empty. */
  region: string;
  /** True if the number’s subscription is paid. */
  has_active_subscription: boolean;
  /** When it was created. */
  created_at: string;
}

export interface PhoneNumberListResponse {
  /** The result. */
  data: Array<PhoneNumber>;
}

export interface PostCallField {
  /** Its name. */
  name: string;
  /** Its kind. */
  type: ValueType;
  /** Its description. */
  description: string;
}

/** A teammate who has the conversation open. */
export interface Presence {
  person: InboxPerson;
  /** True if the member writes a message. */
  is_typing: boolean;
}

export interface PresenceRequest {
  /** True while you write a message. Repeat every 5 seconds; it expires after 15. */
  is_typing: boolean;
}

export interface PresenceResponse {
  /** The result. */
  data: Array<Presence>;
}

export type PriceKnowledge = 'free' | 'known' | 'unknown';

export interface PricesResponse {
  /** The result. */
  data: {
    /** Three-letter currency code. */
    currency: 'USD';
    /** Prices of this installation. */
    prices: Array<{
      /** Its name. */
      name: string;
      /** Amount in US dollars. */
      amount: number;
      /** Amount in US dollars with six decimals, as text. */
      amount_exact: string;
      /** What the price is for. */
      unit: string;
    }>;
    /** Figures by model. */
    models: Array<{
      /** Name of the model. */
      model: string;
      /** Whether the price is known. */
      price: PriceKnowledge;
      /** US dollars per million tokens of prompts; null if unknown. */
      input_per_million_tokens: number | null;
      /** US dollars per million tokens of answers; null if unknown. */
      output_per_million_tokens: number | null;
    }>;
    /** Prices of speech providers. */
    speech: Array<{
      /** Its kind. */
      kind: 'transcriber' | 'synthesizer';
      /** Code of the provider. */
      provider: string;
      /** Whether the price is known. */
      price: PriceKnowledge;
      /** Amount in US dollars. */
      amount: number | null;
    }>;
  };
}

/** The person who is logged in. */
export interface Profile {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Email address. */
  email: string;
  /** Language of emails to you. */
  language: InterfaceLanguage;
  /** In the account of the session. */
  role: Role;
}

export interface ProfileResponse {
  /** The result. */
  data: Profile;
}

export interface Pronunciation {
  /** A word or phrase. Acronyms such as "US" match only in capitals, other words in any case. */
  word: string;
  /** How to say it: a respelling, or IPA. */
  pronunciation: string;
  /**
   * `spelling`: the voice reads the pronunciation instead of the word. `ipa`: only for voices that take
   * phonemes.
   */
  alphabet: PronunciationAlphabet;
}

export type PronunciationAlphabet = 'spelling' | 'ipa';

export interface PronunciationList {
  /** The result. */
  data: Array<Pronunciation>;
}

export interface PurchaseNumberRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
}

export interface PurchaseNumberResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: PhoneNumber;
}

export type QualityRating = 'GREEN' | 'YELLOW' | 'RED';

export interface ReadResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
}

export interface RecoveryCodesResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Each replaces one code. They are shown only once. */
    recovery_codes: Array<string>;
  };
}

export interface RegisterRequest {
  /** Its name. */
  name: string;
  /** Email address. */
  email: string;
  /** Password. */
  password: string;
}

/**
 * Selects finished deliveries of events from `from` (inclusive) to `to` (exclusive), optionally by
 * `status` and `event`.
 */
export interface ReplayRequest {
  /** Start of the range, included. */
  from: string;
  /** End of the range, excluded. */
  to: string;
  /** Its current state. */
  status?: 'delivered' | 'failed' | null | undefined;
  /** Name of the event. */
  event?: string | null | undefined;
}

export interface ReplayResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** How many there are. */
    count: number;
  };
}

export interface RequireSecondFactorRequest {
  /** True: members without a second factor can only set one up. */
  required: boolean;
}

export interface ResendResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: WebhookDelivery;
}

/** Number of messages to keep, counted from the first. */
export interface RewindRequest {
  /** Number of messages to keep, counted from the first. */
  keep_messages: number;
}

export interface RewindResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Its id. */
    id: string;
    /** Number of messages. */
    message_count: number;
  };
}

export type Role = 'owner' | 'admin' | 'builder' | 'agent' | 'viewer';

export interface RotateSecretResponse {
  /** The result. */
  data: {
    /** Signing secret, `whsec_` and base64. */
    secret: string;
  };
  /** What was done, or what is wrong, in a sentence. */
  message: string;
}

/** Starts a call over the sandbox carrier. `from` is a customer's number, `to` a number of the account. */
export interface SandboxCallRequest {
  /** The customer’s number. */
  from?: string | null | undefined;
  /** Number of the account that rings. */
  to: string;
}

/** `media_url` is a WebSocket URL. Opening it rings the number; audio flows once the call is answered. */
export interface SandboxCallResponse {
  /** The result. */
  data: {
    /** URL of the WebSocket for the call’s audio. */
    media_url: string;
    /** When it expires; null for never. */
    expires_at: string;
  };
}

export interface SandboxInboundRequest {
  /** The customer’s number. */
  from: string;
  /** What the customer writes. */
  message: string;
  /** Its name. */
  name?: string | null | undefined;
}

export interface SandboxInboundResponse {
  /** The result. */
  data: {
    /** Id of the conversation. */
    conversation_id: number;
    /** Id of the message; null without one. */
    message_id: number;
    /** UUID of the conversation. */
    conversation_uuid: string;
  };
}

/** A number of the sandbox carrier; without `phone_number` the next free one. */
export interface SandboxNumberRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number?: string | null | undefined;
  /** Its kind. */
  type: NumberType;
  /** True if the number can send and receive SMS. */
  sms_capable?: boolean | null | undefined;
  /** True if the number’s subscription is paid. */
  has_active_subscription?: boolean | null | undefined;
}

export interface SandboxNumberResponse {
  /** The result. */
  data: PhoneNumber;
}

/** A sandbox customer's number that a page answers. */
export interface SandboxPhoneRequest {
  /** The customer’s number. */
  number: string;
}

export interface SandboxSenderRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number?: string | null | undefined;
  /** Name that customers see. */
  display_name?: string | null | undefined;
  /** Its current state. */
  status?: SenderStatus | null | undefined;
  /** Id of the assistant. */
  assistant_id?: number | null | undefined;
}

export interface SandboxSenderResponse {
  /** The result. */
  data: SenderDetail;
}

/** A customer's SMS to a sandbox number. */
export interface SandboxSmsRequest {
  /** Id of the sandbox number that receives it. */
  to: number;
  /** The customer’s number. */
  from: string;
  /** The text or body. */
  body: string;
}

export interface SandboxSmsResponse {
  /** The result. */
  data: Sms;
}

export interface SandboxTemplateRequest {
  /** Its name. */
  name: string;
  /** The language. */
  language: string;
  /** Category of the template. */
  category: string;
  /** Its current state. */
  status: TemplateStatus;
  /** Text with `{{placeholders}}`. */
  body_text: string;
  /** Placeholder names, in order; by default `1`, `2`, … */
  variables?: Array<string> | null | undefined;
}

export interface SandboxTemplateResponse {
  /** The result. */
  data: Template;
}

export interface SaveAccountRequest {
  /** Its name. */
  name: string;
}

export interface SaveAccountResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: AccountOfPerson;
}

export interface SaveAssistantResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: AssistantSummary;
}

export interface SaveCampaignResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Campaign;
}

export interface SaveDocumentResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Document;
}

export interface SaveEndpointResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: SubscribedEndpoint;
}

export interface SaveKnowledgebaseResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Knowledgebase;
}

export interface SaveLeadResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Lead;
}

export interface SaveMcpServerResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: McpServer;
}

export interface SaveProfileResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Profile;
}

export interface SavePronunciationsRequest {
  /** The result. */
  data: Array<Pronunciation>;
}

export interface SaveSenderResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: SenderDetail;
}

export interface SaveToolResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Tool;
}

export interface SaveTrunkResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: SipTrunk;
}

export interface SaveVendorRequest {
  /** The vendor’s key. Absent or null: keeps the stored key. */
  api_key?: string | null | undefined;
  /** Twilio’s Account SID: `AC` and 32 hexadecimal digits. */
  account_sid?: string | null | undefined;
  /** Twilio’s auth token. Absent or null: keeps the stored token. */
  auth_token?: string | null | undefined;
  /** Base URL with the API version, such as `http://127.0.0.1:11434/v1`. Null: the vendor’s own. */
  base_url?: string | null | undefined;
  /** Name of a self-hosted endpoint, part of its model and voice codes: a–z, 0–9 and -. Null: `local`. */
  name?: string | null | undefined;
  /** The vendor’s name of the model. Null: the vendor’s default. */
  model?: string | null | undefined;
  /** Language models to offer, the default one first. Null: the usual ones. */
  models?: Array<string> | null | undefined;
  /** Items of `models` that accept images. */
  vision_models?: Array<string> | null | undefined;
  /** Realtime models to offer; `["off"]` offers no realtime models. Null: the usual ones. */
  realtime_models?: Array<string> | null | undefined;
  /** Text-to-speech model; `off` turns text-to-speech off. */
  speech_model?: string | null | undefined;
  /** Speech-to-text model; `off` turns speech-to-text off. */
  transcription_model?: string | null | undefined;
  /** Voices to offer, as `id` or `id=Name`. Null: the vendor’s own list. */
  voices?: Array<string> | null | undefined;
  /** Length of the model’s vectors. */
  dimensions?: number | null | undefined;
}

export interface SaveVendorResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Vendor;
}

/** `interrupt`: stops the assistant and speaks at once. Otherwise the text is spoken in the next pause. */
export interface SayRequest {
  /** What to say. */
  text: string;
  /** Stops the assistant and speaks at once; otherwise in the next pause. */
  interrupt?: boolean | null | undefined;
}

export type SearchKind =
  | 'assistant'
  | 'campaign'
  | 'knowledgebase'
  | 'document'
  | 'tool'
  | 'number'
  | 'trunk'
  | 'sender'
  | 'template'
  | 'api_key'
  | 'webhook_target'
  | 'call'
  | 'conversation'
  | 'lead'
  | 'sms'
  | 'blacklisted_number'
  | 'webhook_delivery';

export interface SearchKnowledgeRequest {
  /** The question. */
  query: string;
  /** At most this many. */
  limit?: number | null | undefined;
}

export interface SearchKnowledgeResponse {
  /** The result. */
  data: Array<Passage>;
}

export interface SearchNumbersResponse {
  /** The result. */
  data: Array<OfferedNumber>;
}

/** At most five of each kind, best matches first. */
export interface SearchResponse {
  /** The result. */
  data: Array<FoundThing>;
}

/** The second factor of a person: codes of an authenticator app, and recovery codes. */
export interface SecondFactor {
  /** True if logins need a code. */
  is_on: boolean;
  /** Unused recovery codes. */
  recovery_codes_left: number;
  /** True if the account requires a second factor of its members. */
  is_required: boolean;
}

export interface SecondFactorResponse {
  /** The result. */
  data: SecondFactor;
}

export interface SendFreeformRequest {
  /** Id of the sender. */
  sender_id: number;
  /** The customer’s number, or their id in the channel. */
  recipient_phone: string;
  /** Text of the message, at most 4,096 characters. */
  message: string;
}

export interface SendFreeformResponse {
  /** True if the request was carried out. */
  success: true;
  /** Id of the conversation. */
  conversation_id: number;
  /** Identifies the conversation in the paths of conversations, as does its integer id. */
  conversation_uuid: string;
  /** Id of the message; null without one. */
  message_id: number;
  /** Id for tracking the delivery: `GET /user/msgapp/messages/{id}`. */
  msgapp_message_id: number;
  /** The carrier’s id of the message; null until it is known. */
  message_sid: string;
  /** The customer’s 24-hour window. */
  session_status: SessionStatus;
}

/**
 * `from` (the id of a number of the account), `to` and `body` are required. `phone_number_id`,
 * `phone_number` and `message` are aliases.
 */
export interface SendSmsRequest {
  /** Id of a number of the account that can send SMS. */
  from?: number | null | undefined;
  /** The same as `from`. */
  phone_number_id?: number | null | undefined;
  /** Recipient’s number in international format. */
  to?: string | null | undefined;
  /** The same as `to`. */
  phone_number?: string | null | undefined;
  /** Text, at most 1,600 characters. */
  body?: string | null | undefined;
  /** The same as `body`. */
  message?: string | null | undefined;
}

export interface SendSmsResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: Sms;
}

export interface SendTemplateRequest {
  /** Id of the sender. */
  sender_id: number;
  /** Id of the template. */
  template_id: number;
  /** The customer’s number, or their id in the channel. */
  recipient_phone: string;
  /** Name of the customer, for a new conversation. */
  recipient_name?: string | null | undefined;
  /** Keys are positions (`"1"`, `"2"`, …) or variable names. The positions of a list start at 1. */
  variables?: Record<string, string | number | null> | Array<string | number | null> | null | undefined;
}

export interface SendTemplateResponse {
  /** True if the request was carried out. */
  success: true;
  /** Id of the conversation. */
  conversation_id: number;
  /** Identifies the conversation in the paths of conversations, as does its integer id. */
  conversation_uuid: string;
  /** Id of the message; null without one. */
  message_id: number;
  /** Id for tracking the delivery: `GET /user/msgapp/messages/{id}`. */
  msgapp_message_id: number;
  /** The carrier’s id of the message; null until it is known. */
  message_sid: string;
  /** Its current state. */
  status: DeliveryState;
}

/** A sender in a list. */
export interface Sender {
  /** Its id. */
  id: number;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Name that customers see. */
  display_name: string;
  /** Its current state. */
  status: SenderStatus;
  /** The carrier’s rating of the sender. */
  quality_rating: QualityRating;
  /** Customers that the sender may contact first within 24 hours. */
  messaging_limit: number;
  /** The limit in words. */
  messaging_limit_formatted: string;
}

/** A sender with its settings. Credentials are write-only. */
export interface SenderDetail {
  /** Its id. */
  id: number;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Name that customers see. */
  display_name: string;
  /** Its current state. */
  status: SenderStatus;
  /** The carrier’s rating of the sender. */
  quality_rating: QualityRating;
  /** Customers that the sender may contact first within 24 hours. */
  messaging_limit: number;
  /** The limit in words. */
  messaging_limit_formatted: string;
  /** Code of the provider. */
  provider: string;
  /** Id of the assistant. */
  assistant_id: number | null;
  /** Webhook URL to configure at the carrier, for messages and delivery reports. */
  webhook_url: string;
  /** When templates were last read from the carrier; null if never. */
  templates_synced_at: string | null;
  /** Why templates could not be read; otherwise null. */
  templates_error: string | null;
  /** Why the sender is offline at its carrier and what to do; null if no problem is known. */
  problem: string | null;
  /** When the carrier last confirmed quality, limit and name; null if never, as for sandbox senders. */
  health_checked_at: string | null;
  /** Carrier reports of the last 30 days that match no customer, message or known kind. */
  unattributed_reports: {
    /** How many there are. */
    count: number;
    /** When the latest one arrived; null without one. */
    last_at: string | null;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface SenderListResponse {
  /** The result. */
  data: Array<Sender>;
}

export interface SenderResponse {
  /** The result. */
  data: SenderDetail;
}

export type SenderStatus = 'online' | 'offline';

/** The customer's 24-hour messaging window. */
export interface SessionStatus {
  /** True if the customer wrote within 24 hours. */
  is_open: boolean;
  /** Both are false after the customer sent STOP, or once the sender is deleted. */
  can_send_freeform: boolean;
  /** True if only templates can be sent. */
  requires_template: boolean;
  /** The state of the window in a sentence. */
  message: string;
  /** Minutes until the window closes. */
  minutes_remaining?: number | undefined;
  /** In the account's time zone. */
  expires_at?: string | undefined;
  /** When the window closed. */
  expired_at?: string | undefined;
}

export interface SessionStatusResponse {
  /** True if the request was carried out. */
  success: true;
  /** False if the customer never wrote and was never written to. */
  has_conversation: boolean;
  /** Id of the conversation. */
  conversation_id?: number | undefined;
  /** UUID of the conversation. */
  conversation_uuid?: string | undefined;
  /** Name of the customer; null if unknown. */
  customer_name?: string | null | undefined;
  /** Start of the window: the carrier's timestamp of the message, or its time of arrival. */
  last_customer_message_at?: string | undefined;
  /** The customer’s 24-hour window. */
  session_status: SessionStatus;
}

export interface SetBalanceRequest {
  /** Amount in US dollars. */
  amount: number;
  /** Why; null without a note. */
  note?: string | null | undefined;
}

export interface SetPasswordRequest {
  /** Password. */
  password: string;
}

export interface SetUpSecondFactorRequest {
  /** Password. */
  password: string;
}

export interface SetUpSecondFactorResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** For apps without a camera, in base32. */
    secret: string;
    /** `otpauth://` URL, the content of the QR code. */
    url: string;
  };
}

export type SilenceReason = 'AUTOMATIC_REPLIES' | 'DAILY_LIMIT';

export type SipCallingFormat = '+e164' | 'e164' | 'national';

/** The id is that of the trunk's number. The password is write-only. */
export interface SipTrunk {
  /** Its id. */
  id: number;
  /**
   * `number`: a trunk with a phone number. `extension`: an extension of a PBX, or a phone that registers
   * here.
   */
  sip_trunk_type: SipTrunkType;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Name for your own use; null without one. */
  nickname: string | null;
  /** User name at the SIP server; null without one. */
  sip_username: string | null;
  /** True if a password is stored. */
  has_sip_password: boolean;
  /** Host and port of the SIP server, optionally with `;transport=tcp` and `;media=srtp`. */
  sip_address: string;
  /** How called numbers are written. */
  sip_calling_format: SipCallingFormat;
  /** `auth`: incoming calls need the password. `ip`: they come from `allowed_inbound_ips`. */
  inbound_authorization_type: InboundAuthorization;
  /** Addresses and ranges that incoming calls may come from. */
  allowed_inbound_ips: Array<string>;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code: string;
  /** Proxy for outgoing calls; null without one. */
  outbound_proxy: string | null;
  /** Headers of outgoing SIP requests. */
  sip_headers: Array<{
    /** Its name. */
    name: string;
    /** The value; null if unknown. */
    value: string;
  }>;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export type SipTrunkType = 'extension' | 'number';

export type SkipReason = 'not_found' | 'unchanged' | 'too_many_tags';

export interface Sms {
  /** Its id. */
  id: number;
  /** Whether it was sent or received. */
  direction: SmsDirection;
  /**
   * Id of the phone number, from `GET /user/phone-numbers/all`. Null if the account no longer has the
   * number.
   */
  phone_number_id: number | null;
  /** Sender’s number. */
  from: string;
  /** Recipient’s number. */
  to: string;
  /** Text of the SMS. */
  body: string;
  /** Its current state. */
  status: SmsStatus;
  /** The carrier's message id. */
  message_sid: string | null;
  /** Code of the error for programs. */
  error_code: string | null;
  /** What is wrong, in a sentence. */
  error: string | null;
  /** The amount charged, as in the ledger: the price of an SMS for each segment. */
  cost: number;
  /** Segments into which the network splits it; null for received SMS. */
  segments: number | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export type SmsDirection = 'outbound' | 'inbound';

export interface SmsResponse {
  /** The result. */
  data: Sms;
}

export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received';

export interface SnoozeRequest {
  /** When the conversation opens again, in the next 366 days. */
  until: string;
}

export type SortDirection = 'desc' | 'asc';

/** `fallback`: name of the TTS provider that takes over in the requested language, if any. */
export interface SpeechProvider {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its code. */
  code: string;
  /** Name of the provider that takes over if this one fails; null without one. */
  fallback?: string | null | undefined;
  /** Of speech-to-text providers: whether they use `transcriber_keywords`. */
  takes_keywords?: boolean | undefined;
  /** Of text-to-speech providers: whether they use pronunciations in IPA. */
  takes_ipa?: boolean | undefined;
}

export interface StatisticsResponse {
  /** The result. */
  data: {
    /** IANA name. */
    timezone: string;
    /** First day, `YYYY-MM-DD`. */
    from: string;
    /** Last day, `YYYY-MM-DD`. */
    to: string;
    /** One entry per day of the range, oldest first. */
    days: Array<{
      /** The day, `YYYY-MM-DD`. */
      day: string;
      /** Calls that began, by status. */
      calls: {
        /** Those scheduled for later. */
        scheduled: number;
        /** Calls being dialed. */
        initiated: number;
        /** Calls that ring. */
        ringing: number;
        /** Calls in progress. */
        'in-progress': number;
        /** Completed ones. */
        completed: number;
        /** Calls that the customer ended. */
        ended_by_customer: number;
        /** Calls that the assistant ended. */
        ended_by_assistant: number;
        /** Calls to a busy number. */
        busy: number;
        /** Calls without an answer. */
        'no-answer': number;
        /** How many, or whether it, failed. */
        failed: number;
        /** Canceled calls. */
        canceled: number;
      };
      /** Connected time. */
      call_minutes: number;
      /** Excludes conversations in which a visitor only opened the widget, and their greetings. */
      conversations: number;
      /** Number of messages. */
      messages: number;
      /** Dollars charged, minus refunds. */
      spend: number;
      /** Requests or calls that failed. */
      failed_calls: number;
      /** Webhook deliveries that failed permanently. */
      failed_deliveries: number;
      /** Documents that could not be read. */
      failed_documents: number;
      /** Time from the end of the customer's speech to the first audio of the answer; null without answers. */
      latency_p50_ms: number | null;
      /** 95th percentile of the latency in milliseconds; null without answers. */
      latency_p95_ms: number | null;
    }>;
    /** Their number in all. */
    total: {
      /** Calls that began, by status. */
      calls: {
        /** Those scheduled for later. */
        scheduled: number;
        /** Calls being dialed. */
        initiated: number;
        /** Calls that ring. */
        ringing: number;
        /** Calls in progress. */
        'in-progress': number;
        /** Completed ones. */
        completed: number;
        /** Calls that the customer ended. */
        ended_by_customer: number;
        /** Calls that the assistant ended. */
        ended_by_assistant: number;
        /** Calls to a busy number. */
        busy: number;
        /** Calls without an answer. */
        'no-answer': number;
        /** How many, or whether it, failed. */
        failed: number;
        /** Canceled calls. */
        canceled: number;
      };
      /** Connected time. */
      call_minutes: number;
      /** Excludes conversations in which a visitor only opened the widget, and their greetings. */
      conversations: number;
      /** Number of messages. */
      messages: number;
      /** Dollars charged, minus refunds. */
      spend: number;
      /** Requests or calls that failed. */
      failed_calls: number;
      /** Webhook deliveries that failed permanently. */
      failed_deliveries: number;
      /** Documents that could not be read. */
      failed_documents: number;
      /** Time from the end of the customer's speech to the first audio of the answer; null without answers. */
      latency_p50_ms: number | null;
      /** 95th percentile of the latency in milliseconds; null without answers. */
      latency_p95_ms: number | null;
    };
  };
}

/** An endpoint with its subscription. */
export interface SubscribedEndpoint {
  /** Its id. */
  id: number;
  /** Its URL. */
  url: string;
  /** Its current state. */
  status: 'enabled' | 'disabled';
  /** `gone`: the endpoint answered 410. `failing`: every attempt failed for five days. */
  disabled_reason: 'gone' | 'failing' | null;
  /** When it was disabled; null while enabled. */
  disabled_at: string | null;
  /** Failed attempts since the last success. */
  failure_count: number;
  /**
   * Start of the current streak of failures; more than a day without a failed attempt starts a new
   * streak.
   */
  failing_since: string | null;
  /** Pending or held deliveries. */
  waiting_count: number;
  /** When it was created. */
  created_at: string;
  /** The events. */
  events: Array<string>;
  /** Its description. */
  description: string | null;
  /** Headers of the requests. */
  headers: Array<{
    /** Its name. */
    name: string;
    /** The value; null if unknown. */
    value: string;
  }>;
  /** An inactive endpoint gets no new events. */
  is_active: boolean;
  /** When it last changed. */
  updated_at: string;
}

export interface SubscribedEndpointList {
  /** The result. */
  data: Array<SubscribedEndpoint>;
}

/**
 * `proof`: the balance before the range, the effects of rows in and after it, and the balance that
 * they add up to.
 */
export interface SummaryResponse {
  /** The result. */
  data: {
    /** Balance in US dollars. */
    balance: number;
    /** Balance in US dollars with six decimals, as text. */
    balance_exact: string;
    /** Sums of the range. */
    in_range: {
      /** Charges minus refunds, in US dollars. */
      spent: number;
      /** Newly added ones. */
      added: number;
    };
    /** Sums by kind. */
    by_kind: Array<{
      /** Its kind. */
      kind: ChargeKind;
      /** How many there are. */
      count: number;
      /** Amount in US dollars. */
      amount: number;
      /** Amount in US dollars with six decimals, as text. */
      amount_exact: string;
    }>;
    /** Sums by day. */
    by_day: Array<{
      /** The day, `YYYY-MM-DD`. */
      date: string;
      /** How many there are. */
      count: number;
      /** Amount in US dollars. */
      amount: number;
      /** Amount in US dollars with six decimals, as text. */
      amount_exact: string;
      /** Charges minus refunds, in US dollars. */
      spent: number;
      /** Newly added ones. */
      added: number;
    }>;
    /** How the balance follows from the ledger. */
    proof: {
      /** Balance before the range. */
      opening_balance: string;
      /** Effect of the entries in the range. */
      effect_in_range: string;
      /** Effect of the entries after the range. */
      effect_after_range: string;
      /** Sum of the three. */
      sum: string;
      /** Balance in US dollars. */
      balance: string;
      /** True if the sum is the balance. */
      is_explained: boolean;
    };
  };
}

export interface TagsRequest {
  /** All tags of the conversation. Spaces at the ends are removed, and repeated tags are stored once. */
  tags: Array<string>;
}

export interface Template {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** The language. */
  language: string;
  /** Category of the template. */
  category: string;
  /** Its current state. */
  status: TemplateStatus;
  /** Text with `{{placeholders}}`. */
  body_text: string;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables: Array<string>;
  /** The kind of each variable's value. */
  variable_kinds: Array<TemplateValueKind>;
  /** True if the template needs values. */
  has_variables: boolean;
  /** The parts of the template around its text. */
  preview: {
    /** The header; null without one. */
    header: {
      /** `text`, `image`, `video`, `document`, `location`, or another word of the carrier. */
      format: string;
      /** The text. */
      text: string | null;
    } | null;
    /** The text above a limited-time offer. */
    offer: string | null;
    /** The footer; null without one. */
    footer: string | null;
    /** The buttons. */
    buttons: Array<{
      /** Its kind. */
      kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
      /** The text. */
      text: string;
      /** URL, phone number or coupon code. */
      target: string | null;
    }>;
    /** The cards of a carousel. */
    cards: Array<{
      /** The header; null without one. */
      header: {
        /** `text`, `image`, `video`, `document`, `location`, or another word of the carrier. */
        format: string;
        /** The text. */
        text: string | null;
      } | null;
      /** Text with `{{placeholders}}`. */
      body_text: string;
      /** The buttons. */
      buttons: Array<{
        /** Its kind. */
        kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
        /** The text. */
        text: string;
        /** URL, phone number or coupon code. */
        target: string | null;
      }>;
    }>;
  };
  /** Why the template cannot be sent; null if it can. */
  unsendable: string | null;
}

export interface TemplateListResponse {
  /** The result. */
  data: Array<Template>;
}

export type TemplateStatus = 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';

export type TemplateValueKind =
  | 'text'
  | 'heading'
  | 'image'
  | 'video'
  | 'document'
  | 'latitude'
  | 'longitude'
  | 'time'
  | 'url_suffix'
  | 'code'
  | 'coupon';

/** Values for one test run; missing values are replaced by dummies. `variables` fill `{{names}}`. */
export interface TestToolRequest {
  /** Arguments of the tool, by name. */
  arguments?: Record<string, unknown> | null | undefined;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
}

export interface TestToolResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** True if the tool answered with success. */
    succeeded: boolean;
    /** The request that was sent. */
    request: {
      /** HTTP method. */
      method: ToolMethod;
      /** Its URL. */
      url: string;
      /** The text or body. */
      body: Record<string, unknown> | null;
    };
    /** The result the assistant would receive: `{ status, body }`, or `{ error: { code, message } }`. */
    result: Record<string, unknown>;
    /** Duration in milliseconds. */
    duration_ms: number;
  };
}

/** Settings to test before they are saved. Without any, the current settings are tested. */
export type TestVendorRequest = SaveVendorRequest;

export interface Tool {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Its description. */
  description: string;
  /** URL to call. After the host, it may contain `{parameters}`. */
  endpoint: string;
  /** HTTP method. */
  method: ToolMethod;
  /** Seconds to wait for a response, from 1 to 30. Default: 10. */
  timeout: number;
  /** Headers of the requests. */
  headers: Array<{
    /** Its name. */
    name: string;
    /** The value; null if unknown. */
    value: string;
  }>;
  /** Values that the assistant collects for the request. */
  schema: Array<ToolParameter>;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A header sent with the request. The value is a secret of the account. */
export interface ToolHeader {
  /** Its name. */
  name: string;
  /** The value; null if unknown. */
  value: string;
}

export type ToolMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A value that the assistant collects for the request. */
export interface ToolParameter {
  /** Its name. */
  name: string;
  /** Its kind. */
  type: ParameterType;
  /** Its description. */
  description: string;
}

/**
 * `phone_number`: an international number, or a SIP address that the call's outbound route can reach.
 * `message`: said to the customer before the transfer. `warm`: the server dials and briefs the person
 * before it connects the customer; if a machine answers, the customer returns to the assistant.
 */
export interface TransferRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number: string;
  /** Said to the customer before the transfer. */
  message?: string | null | undefined;
  /** Briefs the person before the customer is connected. */
  warm?: boolean | null | undefined;
  /** Said to the person before the customer is connected; with `warm` only. */
  briefing?: string | null | undefined;
}

export interface TrunkListResponse {
  /** The result. */
  data: Array<SipTrunk>;
}

export interface TrunkResponse {
  /** The result. */
  data: SipTrunk;
}

export interface TurnOffSecondFactorRequest {
  /** Password. */
  password: string;
  /** The current code of the authenticator app, or a recovery code. */
  code: string;
}

/** A carrier's report that matches no customer, message or known kind. */
export interface UnattributedReport {
  /** Its id. */
  id: number;
  /** Kind of the report. */
  what: string;
  /** As the carrier sent it, at most 65,536 characters. */
  content: string;
  /** When it was created. */
  created_at: string;
}

export type UnclearSpeechAction = 'transfer' | 'end_call' | 'continue';

export type UndialableCode = 'unknown-zone' | 'invalid-number' | 'blacklisted';

/** Conversations with unread messages from customers. */
export interface UnreadCounts {
  /** Unread conversations that are assigned to you. */
  mine: number;
  /** Unread conversations that need a person and have no assignee. */
  unassigned: number;
}

export interface UpdateAssistantRequest {
  /** Its name. */
  name?: string | undefined;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id?: number | undefined;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id?: number | undefined;
  /** Whether the assistant answers calls or makes them. */
  type?: AssistantType | undefined;
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode?: EngineMode | undefined;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone?: string | undefined;
  /** First words of the assistant. May contain `{{variables}}`. */
  initial_message?: string | undefined;
  /** Instructions for the language model. May contain `{{variables}}`. */
  system_prompt?: string | undefined;
  /**
   * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
   * the other modes.
   */
  llm_model_id?: number | null | undefined;
  /**
   * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
   * modes; null in `pipeline` mode.
   */
  multimodal_model_id?: number | null | undefined;
  /**
   * Language model for chats of an assistant with a realtime model; null for the default of the
   * installation.
   */
  chat_llm_fallback_id?: number | null | undefined;
  /** How sure a realtime model must be that the customer speaks, from 0 to 1; null for automatic. */
  turn_detection_threshold?: number | null | undefined;
  /** Id of the knowledgebase; null to remove it. */
  knowledgebase_id?: number | null | undefined;
  /** Id of the phone number, from `GET /user/phone-numbers/all`; null to remove it. */
  phone_number_id?: number | null | undefined;
  /**
   * Text-to-speech provider, from `GET /user/assistants/synthesizer-providers`; null to choose by
   * language.
   */
  synthesizer_provider_id?: number | null | undefined;
  /**
   * Speech-to-text provider, from `GET /user/assistants/transcriber-providers`; null to choose by
   * language. In `pipeline` mode only.
   */
  transcriber_provider_id?: number | null | undefined;
  /** Ends a call without speech for this many seconds after the answer, from 1 to 120; null for no limit. */
  max_initial_silence_duration?: number | null | undefined;
  /** Instruction for what to say after a silence; null for the default. */
  reengagement_prompt?: string | null | undefined;
  /** Said to an answering machine before the call ends; null for nothing. */
  voice_mail_message?: string | null | undefined;
  /** Spoken before the first message of a call; cannot be interrupted. */
  notice_message?: string | null | undefined;
  /** Words that the customer must say to interrupt, from 0 to 10; null for no minimum. */
  min_interrupt_words?: number | null | undefined;
  /** URL that gets webhooks; null to remove it. */
  webhook_url?: string | null | undefined;
  /** Minutes without a message after which a conversation ends, from 1 to 1440. Default: 30. */
  conversation_inactivity_timeout?: number | null | undefined;
  /** Answers to one customer in 24 hours, on messaging channels and over the API; null: unlimited. */
  max_replies_per_customer_day?: number | null | undefined;
  /** URL that gets `conversation.ended`; null to remove it. */
  conversation_ended_webhook_url?: string | null | undefined;
  /** Stored as sent. Listing the main language here has no effect. */
  secondary_language_ids?: Array<number> | null | undefined;
  /**
   * `function_call`: the model searches when it needs to. `prompt`: relevant passages are added to every
   * prompt, in `pipeline` mode only.
   */
  knowledgebase_mode?: 'function_call' | 'prompt' | null | undefined;
  /** Ids of the mid-call tools that the assistant may use. */
  tool_ids?: Array<number> | null | undefined;
  /** Ids of the MCP servers whose tools the assistant may use. */
  mcp_server_ids?: Array<number> | null | undefined;
  /** Tools of these servers that the assistant may use. A server without an entry offers all its tools. */
  mcp_tools?: Array<AllowedMcpTool> | null | undefined;
  /** Built-in tools that the assistant may use. */
  tools?: Array<BuiltInTool> | null | undefined;
  /** Lets the voice express emotions, if it can. Default: true. */
  tts_emotion_enabled?: boolean | null | undefined;
  /** How even the voice sounds, from 0 to 1. Default: 0.7. */
  voice_stability?: number | null | undefined;
  /** How close the voice stays to its original, from 0 to 1. Default: 0.5. */
  voice_similarity?: number | null | undefined;
  /** Speed of the voice, from 0.7 to 1.2. Default: 1. */
  speech_speed?: number | null | undefined;
  /** Rewrites numbers, dates and codes as words before a text-to-speech voice reads them. */
  speech_normalization?: boolean | null | undefined;
  /** Take precedence over the account's entries for the same words. */
  pronunciations?: Array<Pronunciation> | null | undefined;
  /** Words and phrases that customers are likely to say, if the speech-to-text provider uses keywords. */
  transcriber_keywords?: Array<string> | null | undefined;
  /** Randomness of the language model, from 0 to 1. Default: 0.1. */
  llm_temperature?: number | null | undefined;
  /** Lets the customer interrupt the assistant. Always true with realtime models. Default: true. */
  allow_interruptions?: boolean | null | undefined;
  /** `greeting`: only a "hello?" does not interrupt the first message; `always`: nothing does. */
  protect_first_message?: FirstMessageProtection | null | undefined;
  /** Says short phrases while the model thinks, in `pipeline` mode only. Default: false. */
  fillers?: boolean | null | undefined;
  /** Phrases by the tone of the customer’s words; phrases of the language by default. */
  filler_config?: FillerConfig | null | undefined;
  /** Records calls. Default: false. */
  record?: boolean | null | undefined;
  /**
   * Stores and shows `•` for each key that the customer presses; the model and the account's tools get
   * the keys.
   */
  mask_keypad_input?: boolean | null | undefined;
  /** Removes background noise from the customer’s audio. Default: true. */
  enable_noise_cancellation?: boolean | null | undefined;
  /** Waits until the customer speaks before the first message. Default: false. */
  wait_for_customer?: boolean | null | undefined;
  /** Longest duration of a call in seconds, from 20 to 1200. Default: 600. */
  max_duration?: number | null | undefined;
  /** Ends a call after this many seconds of silence, from 1 to 360. Default: 40. */
  max_silence_duration?: number | null | undefined;
  /** Seconds an outbound call rings before it is given up, from 1 to 60. Default: 30. */
  ringing_time?: number | null | undefined;
  /** Seconds of silence after which the assistant speaks again, from 7 to 600. Default: 30. */
  reengagement_interval?: number | null | undefined;
  /** Ends the call when an answering machine answers. Default: true. */
  end_call_on_voicemail?: boolean | null | undefined;
  /** How the end of the customer’s turn is found: `vad` by silence, `ai` also by meaning. Default: `vad`. */
  endpoint_type?: EndpointType | null | undefined;
  /** Pause after the customer’s words before the assistant answers, from 0 to 5. Default: 0.5. */
  endpoint_sensitivity?: number | null | undefined;
  /** How long the customer must speak to interrupt, from 0 to 5. Default: 0.5. */
  interrupt_sensitivity?: number | null | undefined;
  /** Background sound of calls. Default: `off`. */
  ambient_sound?: AmbientSound | null | undefined;
  /** Volume of the background sound, from 0 to 1. Default: 0.5. */
  ambient_sound_volume?: number | null | undefined;
  /** Sends `call.ended` to `webhook_url`. Default: false. */
  is_webhook_active?: boolean | null | undefined;
  /** Sends the webhook only for calls that were answered. Default: true. */
  send_webhook_only_on_completed?: boolean | null | undefined;
  /** Adds `recording_url` to the webhook. Default: true. */
  include_recording_in_webhook?: boolean | null | undefined;
  /** Extracts the values of `post_call_schema` after calls and conversations. Default: true. */
  post_call_evaluation?: boolean | null | undefined;
  /** Values to extract, such as whether the goal was reached. */
  post_call_schema?: Array<PostCallField> | null | undefined;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Sends the webhook again when a conversation ends a second time. Default: false. */
  conversation_ended_retrigger?: boolean | null | undefined;
  /** Appearance of the chat widget, and who may embed it. */
  widget_settings?: WidgetSettingsChanges | null | undefined;
  /** Allows anyone to start a conversation without credentials of the account. */
  is_public?: boolean | null | undefined;
  /** Tells the model the customer's name and number. */
  share_customer_details?: boolean | null | undefined;
  /**
   * Applies after two requests in a row to repeat speech that was not understood. `transfer`: to the
   * number of the `call_transfer` tool; without that tool, or if the transfer fails, as `end_call`.
   * `continue`: keeps listening.
   */
  unclear_speech_action?: UnclearSpeechAction | null | undefined;
}

export interface UpdateCampaignRequest {
  /** Its name. */
  name?: string | undefined;
  /** Id of the assistant. */
  assistant_id?: number | undefined;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone?: string | null | undefined;
  /** Concurrent calls, from 1 to the limit of the plan. Default: 3. */
  max_calls_in_parallel?: number | null | undefined;
  /** Start of the calling hours, `HH:MM`, in the campaign’s time zone. Default: 00:00. */
  allowed_hours_start_time?: string | null | undefined;
  /** Last minute of the calling hours, `HH:MM`. Default: 23:59. */
  allowed_hours_end_time?: string | null | undefined;
  /** Days on which windows begin. */
  allowed_days?: Array<Weekday> | null | undefined;
  /** Further attempts for each lead, from 1 to 5. Default: 3. */
  max_retries?: number | null | undefined;
  /** Minutes between attempts, from 10 to 4320. Default: 60. */
  retry_interval?: number | null | undefined;
  /** Minutes after a call by another campaign before this one calls the same number. Default: 60. */
  contact_pause?: number | null | undefined;
  /** Calls again after an answering machine. Default: false. */
  retry_on_voicemail?: boolean | null | undefined;
  /** Calls again if the goal was not met. Default: false. */
  retry_on_goal_incomplete?: boolean | null | undefined;
  /** Name of the extracted value that says whether the goal was met; null for no goal. */
  goal_completion_variable?: string | null | undefined;
  /** Completes the campaign when all leads are finished. Default: true. */
  mark_complete_when_no_leads?: boolean | null | undefined;
  /** Ids of the numbers to call from; empty for the assistant’s number. */
  phone_number_ids?: Array<number> | null | undefined;
  /** No call begins before this time. Null: calls begin when the campaign is started. */
  starts_at?: string | null | undefined;
  /**
   * No call begins at or after this time; the campaign then completes, even with leads left. Null: no
   * end date.
   */
  ends_at?: string | null | undefined;
}

export interface UpdateDocumentRequest {
  /** Its name. */
  name?: string | undefined;
  /** Its description. */
  description?: string | null | undefined;
}

export interface UpdateEndpointRequest {
  /** Its URL. */
  url?: string | undefined;
  /** Names of events, or `*` for all, including those of later versions. */
  events?:
    | Array<
        | 'call.started'
        | 'call.ended'
        | 'call.transferred'
        | 'conversation.started'
        | 'conversation.ended'
        | 'conversation.handed_off'
        | 'message.received'
        | 'message.sent'
        | 'message.status'
        | 'lead.updated'
        | 'campaign.started'
        | 'campaign.completed'
        | 'campaign.paused'
        | 'contact.opted_out'
        | 'document.active'
        | 'document.failed'
        | 'balance.low'
        | 'sender.changed'
        | 'alert.opened'
        | 'alert.resolved'
        | '*'
      >
    | undefined;
  /** Its description. */
  description?: string | null | undefined;
  /** Sent with each webhook to the URL, including those of assistants. */
  headers?: Array<ToolHeader> | null | undefined;
  /** An inactive endpoint gets no new events. Default: true. */
  is_active?: boolean | null | undefined;
}

export interface UpdateKnowledgebaseRequest {
  /** Its name. */
  name?: string | undefined;
  /** Its description. */
  description?: string | null | undefined;
}

/** Fields that are not sent stay unchanged. */
export interface UpdateLeadRequest {
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number?: string | undefined;
  /**
   * Moves the lead to another campaign, where it starts over. Its calls stay with the campaign that made
   * them.
   */
  campaign_id?: number | undefined;
  /** Merged into the stored variables. */
  variables?: Record<string, unknown> | null | undefined;
  /** Unique in the campaign; null removes it. */
  external_id?: string | null | undefined;
  /** `created`: the lead is called again, with all its attempts. */
  status?: 'created' | 'completed' | 'reached-max-retries' | undefined;
  /** Replaces the list. Numbers that stay keep their status. */
  secondary_contacts?:
    | Array<{
        /** Number in international format (E.164), such as `+14155550123`. */
        phone_number: string;
        /** Values for `{{names}}` in the assistant’s texts, by name. */
        variables?: Record<string, unknown> | null | undefined;
        /** If absent, a number that stays keeps its id. */
        external_id?: string | null | undefined;
      }>
    | null
    | undefined;
}

export interface UpdateMcpServerRequest {
  /** Its name. */
  name?: string | undefined;
  /** URL of the server, which speaks Streamable HTTP. */
  url?: string | undefined;
  /** Headers of the requests. */
  headers?: Array<ToolHeader> | null | undefined;
  /** Seconds for each tool call, from 1 to 30. Default: 10. */
  timeout?: number | null | undefined;
}

export interface UpdateMemberRequest {
  /** The new role. */
  role: Role;
}

/** Fields that are absent or null stay unchanged. */
export interface UpdateProfileRequest {
  /** Its name. */
  name?: string | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** Language of emails to you. */
  language?: InterfaceLanguage | null | undefined;
  /** Ends your other sessions. */
  new_password?: string | null | undefined;
  /** Required to change the email address or password. */
  current_password?: string | null | undefined;
}

export interface UpdateSandboxSenderRequest {
  /** Its current state. */
  status?: SenderStatus | null | undefined;
  /** Id of the assistant. */
  assistant_id?: number | null | undefined;
}

/** A null assistant turns automatic answers off. Credentials are replaced as a whole. */
export interface UpdateSenderRequest {
  /** Name that customers see. */
  display_name?: string | null | undefined;
  /** Id of the assistant. */
  assistant_id?: number | null | undefined;
  /** Its current state. */
  status?: SenderStatus | null | undefined;
  /** Access to the carrier’s API; its fields depend on the provider. Never returned. */
  credentials?: Record<string, unknown> | null | undefined;
}

/** `action` is `start` or `stop`. Any other value is refused with 400 instead of a field error. */
export interface UpdateStatusRequest {
  /** Id of the campaign; null without one. */
  campaign_id: number;
  /** `start` or `stop`. */
  action?: unknown | undefined;
}

export interface UpdateStatusResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** True if the request was carried out. */
  success: true;
  /** The result. */
  data: {
    /** Id of the campaign; null without one. */
    campaign_id: number;
    /** Its current state. */
    status: CampaignStatus;
    /** On start: goal settings without effect, and variables without a value in the leads or the assistant. */
    warnings: Array<string>;
  };
}

export interface UpdateToolRequest {
  /** Its name. */
  name?: string | undefined;
  /** Its description. */
  description?: string | undefined;
  /** URL to call. After the host, it may contain `{parameters}`. */
  endpoint?: string | undefined;
  /** HTTP method. */
  method?: ToolMethod | undefined;
  /** Seconds to wait for a response, from 1 to 30. Default: 10. */
  timeout?: number | null | undefined;
  /** Headers of the requests. */
  headers?: Array<ToolHeader> | null | undefined;
  /** Values that the assistant collects for the request. */
  schema?: Array<ToolParameter> | null | undefined;
}

export interface UpdateTrunkRequest {
  /**
   * `number`: a trunk with a phone number. `extension`: an extension of a PBX, or a phone that registers
   * here.
   */
  sip_trunk_type?: SipTrunkType | undefined;
  /** Number in international format (E.164), such as `+14155550123`. */
  phone_number?: string | undefined;
  /** Host and port of the SIP server, optionally with `;transport=tcp` and `;media=srtp`. */
  sip_address?: string | undefined;
  /** Name for your own use; null without one. */
  nickname?: string | null | undefined;
  /** User name at the SIP server; null without one. */
  sip_username?: string | null | undefined;
  /** Password at the SIP server. Never returned. */
  sip_password?: string | null | undefined;
  /** How called numbers are written. */
  sip_calling_format?: SipCallingFormat | null | undefined;
  /** `auth`: incoming calls need the password. `ip`: they come from `allowed_inbound_ips`. */
  inbound_authorization_type?: InboundAuthorization | null | undefined;
  /** Addresses and ranges that incoming calls may come from. */
  allowed_inbound_ips?: Array<string> | null | undefined;
  /** Two-letter country code; `ZZ` if the number has no country. */
  country_code?: string | null | undefined;
  /** `false` means that there is no proxy. */
  outbound_proxy?: string | null | undefined;
  /** Sent with every outgoing call and transfer of the trunk. */
  sip_headers?:
    | Array<{
        /** Its name. */
        name: string;
        /** The value; null if unknown. */
        value: string;
      }>
    | null
    | undefined;
}

export interface UsageResponse {
  /** The result. */
  data: {
    /** Figures by model. */
    models: Array<{
      /** Name of the model. */
      model: string;
      /** Number of calls. */
      calls: number;
      /** Requests or calls that failed. */
      failed_calls: number;
      /** Tokens of the prompts; null if unknown. */
      input_tokens: number;
      /** Tokens of the answers; null if unknown. */
      output_tokens: number;
      /** Calls whose vendor reported no token counts; excluded from the sums above. */
      calls_without_tokens: number;
      /** Cost in US dollars; null if unknown. */
      cost: number | null;
      /** Cost in US dollars with twelve decimals, as text; null if unknown. */
      cost_exact: string | null;
      /** Sum of the known costs, in US dollars. */
      known_cost: number;
      /** Sum of the known costs with twelve decimals, as text. */
      known_cost_exact: string;
      /** Requests whose cost is unknown. */
      calls_without_cost: number;
    }>;
    /** Their number in all. */
    total: {
      /** Number of calls. */
      calls: number;
      /** Requests or calls that failed. */
      failed_calls: number;
      /** Tokens of the prompts; null if unknown. */
      input_tokens: number;
      /** Tokens of the answers; null if unknown. */
      output_tokens: number;
      /** Calls whose vendor reported no token counts; excluded from the sums above. */
      calls_without_tokens: number;
      /** Cost in US dollars; null if unknown. */
      cost: number | null;
      /** Cost in US dollars with twelve decimals, as text; null if unknown. */
      cost_exact: string | null;
      /** Sum of the known costs, in US dollars. */
      known_cost: number;
      /** Sum of the known costs with twelve decimals, as text. */
      known_cost_exact: string;
      /** Requests whose cost is unknown. */
      calls_without_cost: number;
    };
  };
}

export type ValueType = 'string' | 'number' | 'bool';

export interface Vendor {
  /** Stable code, the same as in model and voice codes where the vendor has them. */
  code: string;
  /** Its name. */
  name: string;
  /** Uses of the vendor. */
  uses: Array<
    | 'language_models'
    | 'realtime_models'
    | 'text_to_speech'
    | 'speech_to_text'
    | 'phone_calls'
    | 'sms'
    | 'phone_numbers'
    | 'embeddings'
  >;
  /**
   * `environment`: configured by an environment variable, which takes precedence. `unreadable`: the
   * stored key cannot be decrypted; enter it again.
   */
  state: 'not_connected' | 'connected' | 'environment' | 'unreadable';
  /** The environment variable that configures the vendor; null if it is not set. */
  variable: string | null;
  /** Last four characters of the stored key; null without one. */
  key_hint: string | null;
  settings: VendorSettings;
  /** Settings that the vendor takes. */
  fields: Array<VendorField>;
  used_by: VendorUsage;
  /** When the settings were saved; null if they are not stored. */
  saved_at: string | null;
}

export interface VendorField {
  /** Name of the setting in requests. */
  name:
    | 'api_key'
    | 'account_sid'
    | 'auth_token'
    | 'base_url'
    | 'name'
    | 'model'
    | 'models'
    | 'vision_models'
    | 'realtime_models'
    | 'speech_model'
    | 'transcription_model'
    | 'voices'
    | 'dimensions';
  /** `secret`: write-only. */
  kind: 'secret' | 'text' | 'url' | 'list' | 'number';
  /** Whether the vendor cannot be connected without it. */
  is_required: boolean;
  /** The value that is used if the setting is left out. */
  default: string | null;
}

/** All settings except keys; null where the vendor has no such setting or its default applies. */
export interface VendorSettings {
  /** Twilio’s Account SID. */
  account_sid: string | null;
  /** Base URL; null for the vendor’s own. */
  base_url: string | null;
  /** Name of a self-hosted endpoint; null for `local`. */
  name: string | null;
  /** Model; null for the vendor’s default. */
  model: string | null;
  /** Offered language models; null for the usual ones. */
  models: Array<string> | null;
  /** Models that accept images. */
  vision_models: Array<string> | null;
  /** Offered realtime models; null for the usual ones. */
  realtime_models: Array<string> | null;
  /** Text-to-speech model; null for the default. */
  speech_model: string | null;
  /** Speech-to-text model; null for the default. */
  transcription_model: string | null;
  /** Offered voices; null for the vendor’s own list. */
  voices: Array<string> | null;
  /** Length of the model’s vectors. */
  dimensions: number | null;
}

export interface VendorTest {
  /** True if the vendor answered as expected. */
  works: boolean;
  /** Why; null or empty if unknown. */
  reason:
    | 'works'
    | 'wrong_key'
    | 'no_credit'
    | 'wrong_model'
    | 'rate_limited'
    | 'unreachable'
    | 'refused_address'
    | 'timeout'
    | 'refused'
    | 'bad_answer';
  /** The result and what to do next, in sentences. */
  message: string;
  /** Duration of the test in milliseconds. */
  elapsed_ms: number;
}

export interface VendorTestResponse {
  /** The result. */
  data: VendorTest;
}

/** Objects that stop working, or use a fallback, if the vendor is removed. */
export interface VendorUsage {
  /** Ids of assistants. */
  assistants: number;
  /** The numbers. */
  phone_numbers: number;
  /** Ids of knowledgebases. */
  knowledgebases: number;
}

export interface VendorsResponse {
  /** The result. */
  data: Array<Vendor>;
}

/** The visitor of a widget. */
export interface Visitor {
  /** The website's own id of the user. */
  user_id: string | null;
  /** Name of the visitor. */
  name: string | null;
  /** Email address of the visitor. */
  email: string | null;
  /** Phone number of the visitor. */
  phone: string | null;
  /** True if the website signed the details with the widget's secret. Other details are not verified. */
  is_verified: boolean;
}

export interface VisitorCallRequest {
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
}

export interface VisitorCallResponse {
  /** Its current state. */
  status: true;
  /** WebSocket URL that can be opened once, until `expires_at`. */
  media_url: string;
  /** When it expires; null for never. */
  expires_at: string;
}

/** Details of the visitor as sent by the page; they are not verified. */
export interface VisitorDetails {
  /** The website's own id of the user. */
  user_id?: string | null | undefined;
  /** Name of the visitor. */
  name?: string | null | undefined;
  /** Email address of the visitor. */
  email?: string | null | undefined;
  /** Phone number of the visitor. */
  phone?: string | null | undefined;
}

/** A file of a conversation. Download it with `GET /conversations/{uuid}/files/{id}`. */
export interface VisitorFile {
  /** Identifies the file in `files` of a message and in its URL. */
  id: string;
  /** Its name. */
  name: string;
  /** Detected from the content. */
  content_type: string;
  /** Size in bytes; null until stored. */
  byte_count: number;
}

export interface VisitorFileResponse {
  /** Its current state. */
  status: true;
  /** A CSV file or an Excel workbook. */
  file: VisitorFile;
}

export interface VisitorMessageRequest {
  /** Required without files. */
  message?: string | null | undefined;
  /** Ids of files from `POST /conversations/{uuid}/files` that belong to no other message. */
  files?: Array<string> | null | undefined;
  /** Replace variables of the conversation with the same names from this message on. */
  variables?: Record<string, unknown> | null | undefined;
}

/**
 * The reply to a visitor's message. `message` is null while a person has taken over the conversation.
 * With `Accept: text/event-stream` the reply is streamed as events.
 */
export interface VisitorMessageResponse {
  /** Its current state. */
  status: true;
  /** The answer; null while a person has taken over. */
  message: string | null;
  /** Tool calls, oldest first. */
  function_calls: Array<FunctionCall>;
}

export interface Voice {
  /** Its id. */
  id: number;
  /** Its name. */
  name: string;
  /** Id of the language, from `GET /user/assistants/languages`. */
  language_id: number | null;
  /** Gender of the voice; null if unknown. */
  gender: string | null;
  /** URL of an audio sample; null without one. */
  preview_url: string | null;
  /** Accent of the voice; null if unknown. */
  accent: string | null;
  /** Age of the voice; null if unknown. */
  age: string | null;
  /**
   * Text-to-speech provider, from `GET /user/assistants/synthesizer-providers`; null to choose by
   * language.
   */
  synthesizer_provider_id: number | null;
}

export type WaitingCode =
  | 'campaign-not-started'
  | 'campaign-stopped'
  | 'campaign-completed'
  | 'campaign-start-date'
  | 'campaign-end-date'
  | 'campaign-zone'
  | 'campaign-days'
  | 'campaign-hours'
  | 'unknown-zone'
  | 'called-party-hours'
  | 'retry-interval'
  | 'no-number'
  | 'no-dialer'
  | 'insufficient-balance'
  | 'max-calls-in-parallel'
  | 'number-in-call'
  | 'called-by-another-campaign'
  | 'next-in-line'
  | 'call-running'
  | 'goal-to-be-judged';

/** `until`: when the reason ends; null if unknown. */
export interface WaitingReason {
  /** Its code. */
  code: WaitingCode;
  /** The text. */
  text: string;
  /** Until when; null if unknown. */
  until: string | null;
}

export interface WebCallRequest {
  /** Id of the assistant. */
  assistant_id: number;
  /** Values for `{{names}}` in the assistant’s texts, by name. */
  variables?: Record<string, unknown> | null | undefined;
}

/**
 * `media_url` is a WebSocket URL that can be opened once, until `expires_at`, and again to resume a
 * broken connection.
 */
export interface WebCallResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Id of the call. */
    call_id: number;
    /** URL of the WebSocket for the call’s audio. */
    media_url: string;
    /** When it expires; null for never. */
    expires_at: string;
  };
}

export interface WebhookDelivery {
  /** The `webhook-id` header, the same for all attempts. */
  id: string;
  /** Name of the event. */
  event: string;
  /** Its current state. */
  status: DeliveryStatus;
  /** The object of the event: for `conversation.ended` the conversation. */
  subject_id: string;
  /** Id of the assistant. */
  assistant_id: number | null;
  /** Id of the endpoint. */
  target_id: number;
  /** Its URL. */
  url: string;
  /** Attempts so far. */
  attempt_count: number;
  /** Null unless pending. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was finished. Null while it is neither delivered nor failed. */
  finished_at: string | null;
}

export interface WebhookDeliveryDetail {
  /** The `webhook-id` header, the same for all attempts. */
  id: string;
  /** Name of the event. */
  event: string;
  /** Its current state. */
  status: DeliveryStatus;
  /** The object of the event: for `conversation.ended` the conversation. */
  subject_id: string;
  /** Id of the assistant. */
  assistant_id: number | null;
  /** Id of the endpoint. */
  target_id: number;
  /** Its URL. */
  url: string;
  /** Attempts so far. */
  attempt_count: number;
  /** Null unless pending. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was finished. Null while it is neither delivered nor failed. */
  finished_at: string | null;
  /** The exact body that is sent and signed. */
  payload: string;
  /** Calls or attempts, oldest first. */
  attempts: Array<DeliveryAttempt>;
}

export interface WebhookEndpoint {
  /** Its id. */
  id: number;
  /** Its URL. */
  url: string;
  /** Its current state. */
  status: 'enabled' | 'disabled';
  /** `gone`: the endpoint answered 410. `failing`: every attempt failed for five days. */
  disabled_reason: 'gone' | 'failing' | null;
  /** When it was disabled; null while enabled. */
  disabled_at: string | null;
  /** Failed attempts since the last success. */
  failure_count: number;
  /**
   * Start of the current streak of failures; more than a day without a failed attempt starts a new
   * streak.
   */
  failing_since: string | null;
  /** Pending or held deliveries. */
  waiting_count: number;
  /** When it was created. */
  created_at: string;
}

/** The secret that `POST …/rotate` returns, for signatures as in the Standard Webhooks specification. */
export interface WebhookSecretResponse {
  /** The result. */
  data: {
    /** Signing secret, `whsec_` and base64. */
    secret: string;
  };
}

export interface WebhookToggleResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** Always empty. */
  data: Array<unknown>;
}

/** Opening hours by weekday; null for a closed day. */
export interface WeekHours {
  /** Opening hours on this day; null if closed. */
  monday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  tuesday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  wednesday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  thursday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  friday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  saturday: OpeningHours | null;
  /** Opening hours on this day; null if closed. */
  sunday: OpeningHours | null;
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

export interface WhisperRequest {
  /** The instruction. */
  text: string;
}

/** Content of a chat widget before the visitor opens a conversation. */
export interface WidgetAppearance {
  /** Colors of the chat widget: `auto` follows the visitor’s system. */
  theme: WidgetTheme;
  /** Main color as `#rrggbb`. */
  color: string;
  /** Corner of the page. */
  position: WidgetPosition;
  /** Heading of the chat; null for the assistant's name. */
  title: string | null;
  /** Line below the title; null for “AI assistant” in the visitor’s language. */
  subtitle: string | null;
  /** Language of the widget's own texts. `auto`: that of the page, then of the browser. */
  language: WidgetLanguage;
  /** Questions that a new visitor can send with a click. */
  starters: Array<string>;
  /** Shown next to the button while the chat is closed. */
  greeting_bubble: string | null;
  /** Text of the empty message field; null for “Write a message” in the visitor's language. */
  placeholder: string | null;
  /** Shown above the message field, with Markdown links, such as a note on data protection. */
  consent_text: string | null;
  /** Shown in the chat outside the working hours. */
  away_text: string | null;
  /** Shown with `away_text`: an email address, a phone number or a web address. */
  away_contact: string | null;
  /** Visitors can call the assistant from the widget. */
  calls_enabled: boolean;
  /** Visitors can send files. */
  files_enabled: boolean;
  /** The assistant's name. */
  name: string;
  /** The assistant's greeting, with its variables filled in. */
  greeting: string;
  /** True outside the working hours. */
  is_away: boolean;
  /** Address of the picture, relative to the server. */
  picture: string | null;
}

export interface WidgetHours {
  /** Day of the week. */
  day: Weekday;
  /** Time of day such as `09:00`. */
  opens: string;
  /** Time of day such as `17:30`, or `24:00`. */
  closes: string;
}

export type WidgetLanguage = 'auto' | 'en' | 'ro' | 'fr' | 'es' | 'de' | 'lt' | 'it' | 'ar' | 'pt' | 'da';

export interface WidgetPictureResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Address of the picture, relative to the server. */
    picture: string | null;
  };
}

export type WidgetPosition = 'bottom-right' | 'bottom-left';

export interface WidgetResponse {
  /** Its current state. */
  status: true;
  /** Content of the chat widget. */
  widget: WidgetAppearance;
}

export interface WidgetSecretResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Shown only once. */
    secret: string;
    /** When it was created. */
    created_at: string;
  };
}

export interface WidgetSecretStateResponse {
  /** The result. */
  data: {
    /** When it was created. Null without a secret. */
    created_at: string | null;
  };
}

/**
 * Appearance and texts of the chat widget, and the origins that may embed it (`https://shop.example`);
 * an empty list allows every site.
 */
export interface WidgetSettings {
  /** Colors of the chat widget: `auto` follows the visitor’s system. */
  theme: WidgetTheme;
  /** Main color as `#rrggbb`. */
  color: string;
  /** Corner of the page. */
  position: WidgetPosition;
  /** Origins that may embed the widget, such as `https://shop.example`; empty for all. */
  allowed_origins: Array<string>;
  /** Heading of the chat; null for the assistant's name. */
  title: string | null;
  /** Line below the title; null for “AI assistant” in the visitor’s language. */
  subtitle: string | null;
  /** Language of the widget's own texts. `auto`: that of the page, then of the browser. */
  language: WidgetLanguage;
  /** Questions that a new visitor can send with a click. */
  starters: Array<string>;
  /** Shown next to the button while the chat is closed. */
  greeting_bubble: string | null;
  /** Text of the empty message field; null for “Write a message” in the visitor's language. */
  placeholder: string | null;
  /** Shown above the message field, with Markdown links, such as a note on data protection. */
  consent_text: string | null;
  /**
   * Hours of each day in the assistant's time zone, such as `{day: monday, opens: 09:00, closes:
   * 17:30}`; empty for always open. The assistant also answers outside these hours.
   */
  working_hours: Array<WidgetHours>;
  /** Shown in the chat outside the working hours. */
  away_text: string | null;
  /** Shown with `away_text`: an email address, a phone number or a web address. */
  away_contact: string | null;
  /** Visitors can call the assistant from the widget. */
  calls_enabled: boolean;
  /** Visitors do not see the names of teammates who answer. */
  hides_names: boolean;
  /** Visitors can send files. */
  files_enabled: boolean;
}

export interface WidgetSettingsChanges {
  /** Colors of the chat widget: `auto` follows the visitor’s system. */
  theme?: WidgetTheme | null | undefined;
  /** Main color as `#rrggbb`. */
  color?: string | null | undefined;
  /** Corner of the page. */
  position?: WidgetPosition | null | undefined;
  /** Origins that may embed the widget, such as `https://shop.example`; empty for all. */
  allowed_origins?: Array<string> | null | undefined;
  /** Heading of the chat; null for the assistant's name. */
  title?: string | null | null | undefined;
  /** Line below the title; null for “AI assistant” in the visitor’s language. */
  subtitle?: string | null | null | undefined;
  /** Language of the widget's own texts. `auto`: that of the page, then of the browser. */
  language?: WidgetLanguage | null | undefined;
  /** Questions that a new visitor can send with a click. */
  starters?: Array<string> | null | undefined;
  /** Shown next to the button while the chat is closed. */
  greeting_bubble?: string | null | null | undefined;
  /** Text of the empty message field; null for “Write a message” in the visitor's language. */
  placeholder?: string | null | null | undefined;
  /** Shown above the message field, with Markdown links, such as a note on data protection. */
  consent_text?: string | null | null | undefined;
  /**
   * Hours of each day in the assistant's time zone, such as `{day: monday, opens: 09:00, closes:
   * 17:30}`; empty for always open. The assistant also answers outside these hours.
   */
  working_hours?: Array<WidgetHours> | null | undefined;
  /** Shown in the chat outside the working hours. */
  away_text?: string | null | null | undefined;
  /** Shown with `away_text`: an email address, a phone number or a web address. */
  away_contact?: string | null | null | undefined;
  /** Visitors can call the assistant from the widget. */
  calls_enabled?: boolean | null | undefined;
  /** Visitors do not see the names of teammates who answer. */
  hides_names?: boolean | null | undefined;
  /** Visitors can send files. */
  files_enabled?: boolean | null | undefined;
}

export type WidgetTheme = 'light' | 'dark' | 'auto';

/** The body of a webhook to an endpoint. */
export type WebhookEvent =
  | {
      /** Its kind. */
      type: 'call.started';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** As passed to `make_call`. */
        external_id: string | null;
        /** Its kind. */
        type: CallType;
        /** Its current state. */
        status: 'in-progress';
        /** The customer’s number. Null for a withheld number or a web call. */
        customer_phone: string | null;
        /** The assistant’s number. Null for a web call. */
        assistant_phone: string | null;
        /** The assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** The campaign. Null if no campaign made the call. */
        campaign: {
          /** Its id. */
          id: number;
          /** Its name. */
          name: string;
        } | null;
        /** Id of the lead; null without one. */
        lead_id: number | null;
        /** When it was created. */
        created_at: string;
      };
    }
  | {
      /** Its kind. */
      type: 'call.ended';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: CallEndedPayload;
    }
  | {
      /** Its kind. */
      type: 'call.transferred';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** The call. */
        call: {
          /** Its id. */
          id: number;
          /** As passed to `make_call`. */
          external_id: string | null;
          /** Its kind. */
          type: CallType;
          /** Its current state. */
          status: CallStatus;
          /** The customer’s number. Null for a withheld number or a web call. */
          customer_phone: string | null;
          /** The assistant’s number. Null for a web call. */
          assistant_phone: string | null;
          /** The assistant. */
          assistant: {
            /** Its id. */
            id: number;
            /** Its UUID. */
            uuid: string;
            /** Its name. */
            name: string;
          } | null;
          /** The campaign. Null if no campaign made the call. */
          campaign: {
            /** Its id. */
            id: number;
            /** Its name. */
            name: string;
          } | null;
          /** Id of the lead; null without one. */
          lead_id: number | null;
          /** When it was created. */
          created_at: string;
        };
        /** Its kind. */
        kind: 'blind' | 'warm' | 'assistant';
        /** Where to: a number, a SIP address, or an assistant. */
        target: string;
        /** How it went. */
        outcome: 'connected' | 'failed';
        /** Why; null or empty if unknown. */
        reason: string | null;
        /** Milliseconds since the call was answered. */
        at_ms: number;
      };
    }
  | {
      /** Its kind. */
      type: 'conversation.started';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Id of the conversation. */
        conversation_id: string;
        /** Its kind. */
        type: ConversationType;
        /** The assistant. Null if the conversation's sender has no assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** The customer’s number; null if unknown. */
        customer_phone: string | null;
        /** The customer's id in the channel or in your system; null if unknown. */
        customer_identifier: string | null;
        /** Name of the customer; null if unknown. */
        customer_name: string | null;
        /** When it was created. */
        created_at: string;
      };
    }
  | {
      /** Its kind. */
      type: 'conversation.ended';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: ConversationEndedPayload;
    }
  | {
      /** Its kind. */
      type: 'conversation.handed_off';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Id of the conversation. */
        conversation_id: string;
        /** Its kind. */
        type: ConversationType;
        /** The assistant. Null if the conversation's sender has no assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** The customer’s number; null if unknown. */
        customer_phone: string | null;
        /** The customer's id in the channel or in your system; null if unknown. */
        customer_identifier: string | null;
        /** Name of the customer; null if unknown. */
        customer_name: string | null;
        /** When it was created. */
        created_at: string;
      };
    }
  | {
      /** Its kind. */
      type: 'message.received';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** For `sms`, the id of the SMS. */
        message_id: number;
        /** Where the message was sent or received. */
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        /** Null for an SMS. */
        conversation: {
          /** Id of the conversation. */
          conversation_id: string;
          /** Its kind. */
          type: ConversationType;
          /** The assistant. Null if the conversation's sender has no assistant. */
          assistant: {
            /** Its id. */
            id: number;
            /** Its UUID. */
            uuid: string;
            /** Its name. */
            name: string;
          } | null;
          /** The customer’s number; null if unknown. */
          customer_phone: string | null;
          /** The customer's id in the channel or in your system; null if unknown. */
          customer_identifier: string | null;
          /** Name of the customer; null if unknown. */
          customer_name: string | null;
          /** When it was created. */
          created_at: string;
        } | null;
        /** Sender’s number of an SMS; otherwise null. */
        from: string | null;
        /** Recipient’s number of an SMS; otherwise null. */
        to: string | null;
        /** The text. */
        text: string;
        /** When it was created. */
        created_at: string;
        /** `ai`, `customer`, or `human` for a member of the account. */
        author: 'customer';
      };
    }
  | {
      /** Its kind. */
      type: 'message.sent';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** For `sms`, the id of the SMS. */
        message_id: number;
        /** Where the message was sent or received. */
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        /** Null for an SMS. */
        conversation: {
          /** Id of the conversation. */
          conversation_id: string;
          /** Its kind. */
          type: ConversationType;
          /** The assistant. Null if the conversation's sender has no assistant. */
          assistant: {
            /** Its id. */
            id: number;
            /** Its UUID. */
            uuid: string;
            /** Its name. */
            name: string;
          } | null;
          /** The customer’s number; null if unknown. */
          customer_phone: string | null;
          /** The customer's id in the channel or in your system; null if unknown. */
          customer_identifier: string | null;
          /** Name of the customer; null if unknown. */
          customer_name: string | null;
          /** When it was created. */
          created_at: string;
        } | null;
        /** Sender’s number of an SMS; otherwise null. */
        from: string | null;
        /** Recipient’s number of an SMS; otherwise null. */
        to: string | null;
        /** The text. */
        text: string;
        /** When it was created. */
        created_at: string;
        /** `human` is a member of the account, or a program that uses its API. */
        author: 'ai' | 'human';
      };
    }
  | {
      /** Its kind. */
      type: 'message.status';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Id of the message; null without one. */
        message_id: number;
        /** Where the message was sent or received. */
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        /** Id of the conversation. Null for an SMS. */
        conversation_id: string | null;
        /** Its current state. */
        status: DeliveryState;
        /** The carrier's code; null unless the message failed. */
        error_code: string | null;
        /** Why the message failed, in a sentence; null unless it failed. */
        error: string | null;
      };
    }
  | {
      /** Its kind. */
      type: 'lead.updated';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Id in your own system; null without one. */
        external_id: string | null;
        /** Number in international format (E.164), such as `+14155550123`. */
        phone_number: string;
        /** The campaign. */
        campaign: {
          /** Its id. */
          id: number;
          /** Its name. */
          name: string;
        };
        /** Its current state. */
        status: LeadStatus;
        /** The state before the change. */
        previous_status: LeadStatus;
        /** Values for `{{names}}` in the assistant’s texts, by name. */
        variables: Record<string, unknown>;
        /** Calls so far. */
        call_tries: number;
        /** Result of the last call; null before the first. */
        last_outcome: string | null;
        /** Whether the goal was met. Null if the campaign has no goal or the result is not known yet. */
        goal_met: boolean | null;
        /** When it was created. */
        created_at: string;
      };
    }
  | {
      /** Its kind. */
      type: 'campaign.started';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Its name. */
        name: string;
        /** Why the campaign stopped by itself; otherwise null. */
        stop_reason: string | null;
        /** The assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** Its current state. */
        status: 'in-progress';
      };
    }
  | {
      /** Its kind. */
      type: 'campaign.completed';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Its name. */
        name: string;
        /** Why the campaign stopped by itself; otherwise null. */
        stop_reason: string | null;
        /** The assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** Its current state. */
        status: 'completed';
      };
    }
  | {
      /** Its kind. */
      type: 'campaign.paused';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Its name. */
        name: string;
        /** Why the campaign stopped by itself; otherwise null. */
        stop_reason: string | null;
        /** The assistant. */
        assistant: {
          /** Its id. */
          id: number;
          /** Its UUID. */
          uuid: string;
          /** Its name. */
          name: string;
        } | null;
        /** Its current state. */
        status: 'stopped';
      };
    }
  | {
      /** Its kind. */
      type: 'contact.opted_out';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** The customer’s number. Null for a customer without a phone number. */
        customer_phone: string | null;
        /** The channel's id for a customer without a phone number. */
        customer_identifier: string | null;
        /** Where it comes from. */
        source: 'customer' | 'carrier' | 'call';
        /** Only for `call`. */
        call_id: number | null;
      };
    }
  | {
      /** Its kind. */
      type: 'document.active';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Id of the knowledgebase. */
        knowledgebase_id: number;
        /** Its name. */
        name: string;
        /** Its kind. */
        type: DocumentType;
        /** What is missing, in sentences; null if nothing is. */
        warning: string | null;
        /** Its current state. */
        status: 'active';
        /** Always null. */
        error: null;
      };
    }
  | {
      /** Its kind. */
      type: 'document.failed';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Id of the knowledgebase. */
        knowledgebase_id: number;
        /** Its name. */
        name: string;
        /** Its kind. */
        type: DocumentType;
        /** What is missing, in sentences; null if nothing is. */
        warning: string | null;
        /** Its current state. */
        status: 'failed';
        /** Why it could not be read, in a sentence. */
        error: string;
      };
    }
  | {
      /** Its kind. */
      type: 'balance.low';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** In dollars. */
        balance: number;
        /** The limit, in US dollars. */
        threshold: number;
      };
    }
  | {
      /** Its kind. */
      type: 'sender.changed';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Number in international format (E.164), such as `+14155550123`. */
        phone_number: string;
        /** Name that customers see. */
        display_name: string;
        /** Its current state. */
        status: SenderStatus;
        /** The carrier’s rating of the sender. */
        quality_rating: QualityRating;
        /** Customers that the sender may contact first within 24 hours. */
        messaging_limit: number;
      };
    }
  | {
      /** Its kind. */
      type: 'alert.opened';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Its kind. */
        kind:
          | 'balance_low'
          | 'campaign_paused'
          | 'document_failed'
          | 'endpoint_disabled'
          | 'provider_failed'
          | 'sender_problem';
        /** The id of the campaign, document, endpoint or sender; the name of a vendor. */
        object_id: string;
        /** Name of the object. */
        object_name: string;
        /** What happened, in a sentence. */
        message: string;
        /** Occurrences so far. */
        count: number;
        /** When the problem first occurred. */
        opened_at: string;
        /** Null while it is open. */
        resolved_at: null;
      };
    }
  | {
      /** Its kind. */
      type: 'alert.resolved';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** Its id. */
        id: number;
        /** Its kind. */
        kind:
          | 'balance_low'
          | 'campaign_paused'
          | 'document_failed'
          | 'endpoint_disabled'
          | 'provider_failed'
          | 'sender_problem';
        /** The id of the campaign, document, endpoint or sender; the name of a vendor. */
        object_id: string;
        /** Name of the object. */
        object_name: string;
        /** What happened, in a sentence. */
        message: string;
        /** Occurrences so far. */
        count: number;
        /** When the problem first occurred. */
        opened_at: string;
        /** When the alert was resolved. */
        resolved_at: string;
      };
    }
  | {
      /** Its kind. */
      type: 'test.ping';
      /** The `webhook-id` header. */
      id: string;
      /** When it happened. */
      timestamp: string;
      /** The result. */
      data: {
        /** A fixed sentence. */
        message: string;
      };
    };

/** The body of a webhook to the URL of an assistant. */
export type AssistantWebhook = CallEndedPayload | ConversationEndedPayload;

export interface InvitationsListParams {
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface MembersListParams {
  /** Part of the name or email address. */
  query?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface AlertsListParams {
  /** Absent: alerts of every status. */
  status?: 'open' | 'dismissed' | 'resolved' | null | undefined;
  /** Only those of this kind. */
  kind?:
    | 'balance_low'
    | 'campaign_paused'
    | 'document_failed'
    | 'endpoint_disabled'
    | 'provider_failed'
    | 'sender_problem'
    | null
    | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

/** A problem that needs attention. An object has at most one open alert of each kind. */
export interface AlertsListItem {
  /** Its id. */
  id: number;
  /** Its kind. */
  kind:
    | 'balance_low'
    | 'campaign_paused'
    | 'document_failed'
    | 'endpoint_disabled'
    | 'provider_failed'
    | 'sender_problem';
  /** `dismissed`: hidden by a person, but its cause still exists. `resolved`: its cause is gone. */
  status: 'open' | 'dismissed' | 'resolved';
  /** The id of the campaign, document, endpoint or sender; the name of a model or voice. */
  object_id: string;
  /** Name of the object. */
  object_name: string;
  /** The knowledgebase of a document; otherwise null. */
  parent_id: string | null;
  /** What happened last, in a sentence. */
  message: string;
  /** Occurrences so far. */
  count: number;
  /** When the problem first occurred. */
  opened_at: string;
  /** When the problem last occurred. */
  last_at: string;
  /** When the alert was resolved; null until then. */
  resolved_at: string | null;
}

export interface AlertsDismissResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** A problem that needs attention. An object has at most one open alert of each kind. */
  data: {
    /** Its id. */
    id: number;
    /** Its kind. */
    kind:
      | 'balance_low'
      | 'campaign_paused'
      | 'document_failed'
      | 'endpoint_disabled'
      | 'provider_failed'
      | 'sender_problem';
    /** `dismissed`: hidden by a person, but its cause still exists. `resolved`: its cause is gone. */
    status: 'open' | 'dismissed' | 'resolved';
    /** The id of the campaign, document, endpoint or sender; the name of a model or voice. */
    object_id: string;
    /** Name of the object. */
    object_name: string;
    /** The knowledgebase of a document; otherwise null. */
    parent_id: string | null;
    /** What happened last, in a sentence. */
    message: string;
    /** Occurrences so far. */
    count: number;
    /** When the problem first occurred. */
    opened_at: string;
    /** When the problem last occurred. */
    last_at: string;
    /** When the alert was resolved; null until then. */
    resolved_at: string | null;
  };
}

export interface AlertsDismissAllResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** Alerts that were open. */
  dismissed: number;
}

export interface AlertSettingsGetResponse {
  /** The result. */
  data: {
    /** Balance in dollars below which `balance_low` opens. */
    low_balance: number;
    /** Addresses that get emails. The account's own address if this and `email_roles` are empty. */
    emails: Array<string>;
    /** Members with these roles get emails too. */
    email_roles: Array<Role>;
    /** Channels of each kind. */
    channels: {
      /** Where alerts of this kind are shown and sent. */
      balance_low: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      campaign_paused: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      document_failed: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      endpoint_disabled: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      provider_failed: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      sender_problem: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
    };
    /** False if this installation sends no email, because `PARLEY_SMTP_URL` is not set. */
    is_email_configured: boolean;
  };
}

export interface AlertSettingsUpdateParams {
  /** 0 turns the alert off. Null restores $5. */
  low_balance?: number | null | undefined;
  /** Null removes them. */
  emails?: Array<string> | null | undefined;
  /** Members with these roles also get emails. Null removes all roles. */
  email_roles?: Array<Role> | null | undefined;
  /** Missing kinds stay as they are. */
  channels?:
    | {
        /** Missing channels stay as they are. */
        balance_low?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
        /** Missing channels stay as they are. */
        campaign_paused?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
        /** Missing channels stay as they are. */
        document_failed?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
        /** Missing channels stay as they are. */
        endpoint_disabled?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
        /** Missing channels stay as they are. */
        provider_failed?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
        /** Missing channels stay as they are. */
        sender_problem?:
          | {
              /** Show them in the console. */
              console?: boolean | undefined;
              /** Send them by email. */
              email?: boolean | undefined;
              /** Send them to endpoints that subscribe to alert events. */
              webhook?: boolean | undefined;
            }
          | undefined;
      }
    | null
    | undefined;
}

export interface AlertSettingsUpdateResponse {
  /** What was done, or what is wrong, in a sentence. */
  message: string;
  /** The result. */
  data: {
    /** Balance in dollars below which `balance_low` opens. */
    low_balance: number;
    /** Addresses that get emails. The account's own address if this and `email_roles` are empty. */
    emails: Array<string>;
    /** Members with these roles get emails too. */
    email_roles: Array<Role>;
    /** Channels of each kind. */
    channels: {
      /** Where alerts of this kind are shown and sent. */
      balance_low: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      campaign_paused: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      document_failed: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      endpoint_disabled: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      provider_failed: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
      /** Where alerts of this kind are shown and sent. */
      sender_problem: {
        /** Shown in the console. */
        console: boolean;
        /** Sent by email. */
        email: boolean;
        /** Sent to endpoints that subscribe to alert events. */
        webhook: boolean;
      };
    };
    /** False if this installation sends no email, because `PARLEY_SMTP_URL` is not set. */
    is_email_configured: boolean;
  };
}

export interface AssistantsGetResponse {
  /** The result. */
  data: Assistant;
}

export interface AssistantsListPageParams {
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface AuditLogListParams {
  /** Part of the name of a person or API key. */
  actor?: string | null | undefined;
  /** `start` or `stop`. */
  action?: AuditAction | null | undefined;
  /** Only changes of objects of this type. */
  object_type?: AuditObject | null | undefined;
  /** Only changes of the object with this id. */
  object_id?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface AuditLogExportParams {
  /** Part of the name of a person or API key. */
  actor?: string | null | undefined;
  /** `start` or `stop`. */
  action?: AuditAction | null | undefined;
  /** Only changes of objects of this type. */
  object_type?: AuditObject | null | undefined;
  /** Only changes of the object with this id. */
  object_id?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** `csv` (default), or `jsonl`: one JSON object per line, as in the list. */
  format?: ExportFormat | null | undefined;
  /** `false`: CSV without the byte order mark by which Excel recognizes UTF-8. */
  bom?: boolean | null | undefined;
  /** Only these, separated by commas. The filters apply, too. */
  ids?: string | null | undefined;
}

export interface BillingChargesListParams {
  /** Only those of this kind. */
  kind?: ChargeKind | null | undefined;
  /** Only those of the conversation with this UUID. */
  conversation?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface BillingChargesExportParams {
  /** Only those of this kind. */
  kind?: ChargeKind | null | undefined;
  /** Only those of the conversation with this UUID. */
  conversation?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** `csv` (default), or `jsonl`: one JSON object per line, as in the list. */
  format?: ExportFormat | null | undefined;
  /** `false`: CSV without the byte order mark by which Excel recognizes UTF-8. */
  bom?: boolean | null | undefined;
  /** Only these, separated by commas. The filters apply, too. */
  ids?: string | null | undefined;
}

export interface BillingSummaryGetParams {
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
}

export interface BillingUsageGetParams {
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
}

export interface BlacklistListParams {
  /** Any part of the number. */
  phone_number?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface CallsListParams {
  /** Only those in this state. */
  status?: CallStatus | null | undefined;
  /** Only those of this kind. */
  type?: CallType | null | undefined;
  /** Any part of the caller's or the called number. */
  phone_number?: string | null | undefined;
  /**
   * Part of a number, or words of the transcript as in `GET /user/search/content`. At most the latest
   * 1,000 calls match.
   */
  search?: string | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Only those of this campaign. */
  campaign_id?: number | null | undefined;
  /** Only those of this lead. */
  lead_id?: number | null | undefined;
  /** Only those with this id in your system. */
  external_id?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Only those changed at or after this instant or day. */
  updated_from?: string | null | undefined;
  /** Only those changed before this instant, or on or before this day. */
  updated_to?: string | null | undefined;
  /** Sort field. Default: newest first; for scheduled calls, next call first. */
  order_by?: CallOrder | null | undefined;
  /** Sort direction; `desc` by default. */
  direction?: SortDirection | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface CallsExportParams {
  /** Only those in this state. */
  status?: CallStatus | null | undefined;
  /** Only those of this kind. */
  type?: CallType | null | undefined;
  /** Any part of the caller's or the called number. */
  phone_number?: string | null | undefined;
  /**
   * Part of a number, or words of the transcript as in `GET /user/search/content`. At most the latest
   * 1,000 calls match.
   */
  search?: string | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Only those of this campaign. */
  campaign_id?: number | null | undefined;
  /** Only those of this lead. */
  lead_id?: number | null | undefined;
  /** Only those with this id in your system. */
  external_id?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Only those changed at or after this instant or day. */
  updated_from?: string | null | undefined;
  /** Only those changed before this instant, or on or before this day. */
  updated_to?: string | null | undefined;
  /** `csv` (default), or `jsonl`: one JSON object per line, as in the list. */
  format?: ExportFormat | null | undefined;
  /** `false`: CSV without the byte order mark by which Excel recognizes UTF-8. */
  bom?: boolean | null | undefined;
  /** Only these, separated by commas. The filters apply, too. */
  ids?: string | null | undefined;
}

export interface AssistantsLatencyGetParams {
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode?: EngineMode | undefined;
  /** How the end of the customer’s turn is found: `vad` by silence, `ai` also by meaning. Default: `vad`. */
  endpoint_type?: EndpointType | undefined;
  /** Only those for this language. */
  language_id?: number | undefined;
  /** Id of the voice, from `GET /user/assistants/voices`. It must fit the mode. */
  voice_id?: number | undefined;
  /**
   * Language model, from `GET /user/assistants/models?type=llm`. Required in `pipeline` mode; null in
   * the other modes.
   */
  llm_model_id?: number | null | undefined;
  /**
   * Realtime model, from `GET /user/assistants/models?type=multimodal` or `dualplex`. Required in these
   * modes; null in `pipeline` mode.
   */
  multimodal_model_id?: number | null | undefined;
  /**
   * Speech-to-text provider, from `GET /user/assistants/transcriber-providers`; null to choose by
   * language. In `pipeline` mode only.
   */
  transcriber_provider_id?: number | null | undefined;
  /**
   * Text-to-speech provider, from `GET /user/assistants/synthesizer-providers`; null to choose by
   * language.
   */
  synthesizer_provider_id?: number | null | undefined;
}

export interface LeadsListParams {
  /** Only those in this state. */
  status?: LeadStatus | null | undefined;
  /** Only those of this campaign. */
  campaign_id?: number | null | undefined;
  /** Any part of the lead's own number. */
  phone_number?: string | null | undefined;
  /** Only those with this id in your system. */
  external_id?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Sort field. Default: newest first. */
  order_by?: LeadOrder | null | undefined;
  /** Sort direction; `desc` by default. */
  direction?: SortDirection | null | undefined;
  /** Only those changed at or after this instant or day. */
  updated_from?: string | null | undefined;
  /** Only those changed before this instant, or on or before this day. */
  updated_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface CampaignsLeadsImportParams {
  /** The file. */
  file: Uploadable;
  /** Dry run: reports the result without storing anything. */
  dry_run?: boolean | null | undefined;
  /** Allows several leads with the same number in the campaign. */
  allow_dupplicate?: boolean | null | undefined;
  /** Maximum number of rejected rows in the response; 100 by default. */
  max_errors?: number | null | undefined;
  /** Lists only rejected rows after this row, for paging. */
  errors_after?: number | null | undefined;
  /** Name of the phone number column; by default recognized by its name. */
  phone_column?: string | null | undefined;
  /** Names of the secondary number columns, in order, separated by commas. */
  secondary_columns?: string | null | undefined;
  /**
   * Name of the column with the leads' ids in your own system; empty to use no column. By default
   * recognized by its name, unless leads with different numbers have the same value.
   */
  external_id_column?: string | null | undefined;
  /** Accepts national numbers of this country. */
  country_code?: string | null | undefined;
  /** Reads numbers without a plus sign as international ones: spreadsheets remove it. */
  assume_international?: boolean | null | undefined;
  /** Name of the sheet of a workbook; by default the first one with data. */
  sheet?: string | null | undefined;
  /** Detected from the file by default. */
  delimiter?: ',' | ';' | '|' | 'tab' | null | undefined;
  /** Character set of the file. */
  charset?: string | null | undefined;
}

export interface CampaignsStartCheckGetResponse {
  /** Facts for the decision to start a campaign. */
  data: {
    /** Id of the campaign; null without one. */
    campaign_id: number;
    /** False if there are problems. */
    can_start: boolean;
    /** Why the campaign cannot start, in sentences, most urgent first. */
    problems: Array<string>;
    /** What may be unintended, in sentences. The campaign can start anyway. */
    warnings: Array<string>;
    /** Number of leads. */
    leads: {
      /** Their number in all. */
      total: number;
      /** Leads that are still to be called. */
      waiting: number;
      /** Waiting leads that can be called at some time before the end date. */
      callable: number;
      /** Waiting leads that may be called at once. */
      callable_now: number;
      /** Leads on the do-not-call list. They are not called. */
      do_not_call: number;
    };
    /** Numbers that the campaign calls from, in order of use. */
    numbers: Array<{
      /** Its id. */
      id: number;
      /** Number in international format (E.164), such as `+14155550123`. */
      phone_number: string;
      /** Code of the provider. */
      provider: string;
    }>;
    /** When the first call begins if the campaign is started now; null if no lead can be called. */
    first_call_at: string | null;
    /** Concurrent calls, from 1 to the limit of the plan. Default: 3. */
    max_calls_in_parallel: number;
    /** An estimate in US dollars, without retries. */
    cost: {
      /** Price of a started call minute. */
      per_minute: number;
      /** Billed minutes of an answered call. */
      minutes_per_call: number;
      /** Percentage of the recent calls that were answered. */
      answered_percent: number;
      /**
       * Recent calls of the assistant that the estimate is based on. 0: it assumes that everyone answers and
       * talks for one minute.
       */
      based_on_calls: number;
      /** For calling each callable lead once. */
      total: number;
    };
    /** Balance in US dollars. */
    balance: number;
    /** Answered calls of that length that the balance covers; null if calls are free. */
    covered_calls: number | null;
    /** Variables of the assistant that leads have no value for, with what these leads hear instead. */
    missing_variables: Array<{
      /** As the assistant's texts write it. */
      name: string;
      /** Leads without a value for it. */
      leads: number;
      /** What these leads hear: the assistant's own value. Null: the placeholder is left out. */
      value: string | null;
      /** Phone numbers of up to three of these leads. */
      examples: Array<string>;
    }>;
    /** Waiting leads whose variables were checked, at most 20,000. */
    checked_leads: number;
  };
}

export interface ModelsListParams {
  /** Only those of this kind. */
  type?: 'llm' | 'multimodal' | 'dualplex' | null | undefined;
}

export interface VoicesListParams {
  /**
   * `pipeline`: transcriber, language model and voice. `multimodal`: a realtime model that hears and
   * speaks. `dualplex`: a realtime model that hears, with a voice of your choice.
   */
  mode?: EngineMode | null | undefined;
  /** Only those for this language. */
  language_id?: number | null | undefined;
  /** In `multimodal` mode: only voices that this model supports. */
  multimodal_model_id?: number | null | undefined;
}

export interface SynthesizerProvidersListParams {
  /** Only those for this language. */
  language_id?: number | null | undefined;
}

export interface TranscriberProvidersListParams {
  /** Only those for this language. */
  language_id?: number | null | undefined;
}

export interface StatisticsGetParams {
  /** First day, `YYYY-MM-DD`, in the account’s time zone. */
  from?: string | null | undefined;
  /** Last day, `YYYY-MM-DD`, included. */
  to?: string | null | undefined;
}

export interface SearchRunParams {
  /** What to search for. */
  query: string;
}

export type PublicConversationsMessagesCreateEvent =
  | {
      /** Name of the event. */
      event: 'delta';
      /** The result. */
      data: {
        /** The text. */
        text: string;
      };
    }
  | {
      /** Name of the event. */
      event: 'reset';
      /** The result. */
      data: {
        /** The text. */
        text: string;
      };
    }
  | {
      /** Name of the event. */
      event: 'tool-started';
      /** The result. */
      data: {
        /** Its name. */
        name: string;
        /** Arguments of the tool, by name. */
        arguments: Record<string, unknown>;
      };
    }
  | {
      /** Name of the event. */
      event: 'tool-finished';
      /** The result. */
      data: FunctionCall;
    }
  | {
      /** Name of the event. */
      event: 'done';
      /** The result. */
      data: VisitorMessageResponse;
    };

export interface ConversationsListParams {
  /** Only those of this kind. */
  type?: ConversationType | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** `true`: customers who opted out or are on the do-not-call list; `false`: all others. */
  has_opted_out?: boolean | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Only those changed at or after this instant or day. */
  updated_from?: string | null | undefined;
  /** Only those changed before this instant, or on or before this day. */
  updated_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface InboxListParams {
  /** Only those of this kind. */
  type?: ConversationType | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Only those in this state. */
  status?: ConversationStatus | null | undefined;
  /** `false`: conversations that a person has taken over. */
  ai_enabled?: boolean | null | undefined;
  /** `true`: customers who opted out or are on the do-not-call list; `false`: all others. */
  has_opted_out?: boolean | null | undefined;
  /**
   * Part of the customer's name, number or identifier, or words of the messages as in `GET
   * /user/search/content`. At most the latest 1,000 conversations match.
   */
  search?: string | null | undefined;
  /** Any part of the customer's name, number or identifier. */
  customer?: string | null | undefined;
  /**
   * Conversations of an inbox view, longest wait first, without test conversations. `mine` needs a
   * member.
   */
  view?: 'mine' | 'unassigned' | 'all' | 'snoozed' | 'closed' | null | undefined;
  /** Conversations of a group. */
  group_id?: number | null | undefined;
  /** Conversations with this tag. */
  tag?: string | null | undefined;
  /** Range of days, in the account's time zone, for the latest message. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /**
   * The `next_cursor` of the previous answer, instead of `page`: conversations that move meanwhile are
   * neither skipped nor repeated.
   */
  cursor?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface ConversationsExportParams {
  /** Only those of this kind. */
  type?: ConversationType | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Only those in this state. */
  status?: ConversationStatus | null | undefined;
  /** `false`: conversations that a person has taken over. */
  ai_enabled?: boolean | null | undefined;
  /** `true`: customers who opted out or are on the do-not-call list; `false`: all others. */
  has_opted_out?: boolean | null | undefined;
  /**
   * Part of the customer's name, number or identifier, or words of the messages as in `GET
   * /user/search/content`. At most the latest 1,000 conversations match.
   */
  search?: string | null | undefined;
  /** Any part of the customer's name, number or identifier. */
  customer?: string | null | undefined;
  /**
   * Conversations of an inbox view, longest wait first, without test conversations. `mine` needs a
   * member.
   */
  view?: 'mine' | 'unassigned' | 'all' | 'snoozed' | 'closed' | null | undefined;
  /** Conversations of a group. */
  group_id?: number | null | undefined;
  /** Conversations with this tag. */
  tag?: string | null | undefined;
  /** Range of days, in the account's time zone, for the latest message. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** `csv` (default), or `jsonl`: one JSON object per line, as in the list. */
  format?: ExportFormat | null | undefined;
  /** `false`: CSV without the byte order mark by which Excel recognizes UTF-8. */
  bom?: boolean | null | undefined;
  /** Only these, separated by commas. The filters apply, too. */
  ids?: string | null | undefined;
}

/**
 * JSON for websites, multipart/form-data with a `file` part for files. An empty list of links is the
 * same as a missing one. `relative_links_limit` is ignored for files.
 */
export interface DocumentsCreateParams {
  /** Its name. */
  name: string;
  /** Its description. */
  description?: string | null | undefined;
  /** Its kind. */
  type: DocumentType;
  /** Its URL. */
  url?: string | null | undefined;
  /** Links for a page navigation. */
  links?:
    | Array<{
        /** URL of a further page. */
        link: string;
      }>
    | null
    | undefined;
  /** How many linked pages of the website are read, from 1 to 50. Default: 10. */
  relative_links_limit?: number | null | undefined;
  /** At most 20971520 bytes. */
  file?: Uploadable | undefined;
}

export interface DocumentsListFailedParams {
  /** At most this many. */
  limit?: number | null | undefined;
}

export interface DocumentsChunksListParams {
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface McpServerToolsListParams {
  /** Lists the tools even if the stored list is recent. */
  refresh?: boolean | null | undefined;
}

export interface MsgappSendersListParams {
  /** Only those in this state. */
  status?: 'online' | 'all' | null | undefined;
}

export interface MsgappUnattributedReportsListParams {
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface MsgappTemplatesListParams {
  /** Only those in this state. */
  status?: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled' | 'all' | null | undefined;
}

export interface MsgappSessionStatusGetParams {
  /** Id of the sender. */
  sender_id: number;
  /** The customer’s number, or their id in the channel. */
  recipient_phone: string;
}

export interface ConversationsMessagesListParams {
  /** Returns only messages before this id. */
  before?: number | null | undefined;
}

export interface SmsListParams {
  /** Only those in this direction. */
  direction?: SmsDirection | null | undefined;
  /** Only those in this state. */
  status?: SmsStatus | null | undefined;
  /** Only those of this number of the account. */
  phone_number_id?: number | null | undefined;
  /** The full number of the other party, for both directions. */
  customer?: string | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}

export interface PhoneNumbersListAssignableParams {
  /** Only those of this kind. */
  type?: AssistantType | null | undefined;
}

export interface PhoneNumbersSearchParams {
  /** Two-letter country code. */
  country_code: string;
  /** Digits that the number contains. */
  contains?: string | null | undefined;
  /** Only numbers that can, or cannot, send SMS. */
  sms_capable?: boolean | null | undefined;
  /** At most this many. */
  limit?: number | null | undefined;
}

export interface SearchContentParams {
  /**
   * Words in any form, in any order, with or without accents; `"exact words"` in quotes. The last word
   * may be incomplete. Also part of a phone number.
   */
  q: string;
  /** Only those of this kind. */
  kind?: ContentKind | null | undefined;
  /** Type of the call or conversation. */
  channel?: ContentChannel | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
}

export interface WebhookDeliveriesListParams {
  /** Only those in this state. */
  status?: DeliveryStatus | null | undefined;
  /** Only those of this event, such as `call.ended`. */
  event?: string | null | undefined;
  /** Only those of this assistant. */
  assistant_id?: number | null | undefined;
  /** Deliveries about one call. */
  call_id?: number | null | undefined;
  /** Deliveries about one conversation. */
  conversation_id?: string | null | undefined;
  /** Deliveries to one endpoint. */
  target_id?: number | null | undefined;
  /** Only those created on or after this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_from?: string | null | undefined;
  /** Only those created on or before this day, `YYYY-MM-DD`, in the account’s time zone. */
  date_to?: string | null | undefined;
  /** Sort field, latest first; unfinished deliveries come last. */
  order_by?: DeliveryOrder | null | undefined;
  /** Items on a page, from 1 to 100. */
  per_page?: number | null | undefined;
  /** Number of the page, from 1. */
  page?: number | null | undefined;
}
