// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

import type { Uploadable } from '../upload.ts';

/** The body of a webhook to an endpoint. */
export type WebhookEvent =
  | {
      type: 'call.started';
      id: string;
      timestamp: string;
      data: {
        id: number;
        external_id: string | null;
        type: 'inbound' | 'outbound' | 'web';
        status:
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
        customer_phone: string | null;
        assistant_phone: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
        campaign: {
          id: number;
          name: string;
        } | null;
        lead_id: number | null;
        created_at: string;
      };
    }
  | {
      type: 'call.ended';
      id: string;
      timestamp: string;
      data: {
        event: 'call.ended';
        type: 'call.ended';
        id: number;
        external_id: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
        campaign: {
          id: number;
          name: string;
        } | null;
        customer_phone: string | null;
        assistant_phone: string | null;
        duration: number;
        status:
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
        end_reason: string | null;
        extracted_variables: Record<string, string | number | boolean | null>;
        evaluation_error: string | null;
        input_variables: Record<string, unknown>;
        overrides: {
          system_prompt?: string | undefined;
          initial_message?: string | undefined;
          voice_id?: number | undefined;
          language_id?: number | undefined;
          llm_model_id?: number | null | undefined;
          multimodal_model_id?: number | null | undefined;
          max_duration?: number | null | undefined;
          variables?: Record<string, unknown> | null | undefined;
        } | null;
        transcript: Array<{
          text: string;
          type: 'transcript';
          sender: 'bot' | 'human';
          speaker?: 'supervisor' | undefined;
          timestamp: string;
        }>;
        formatted_transcript: string;
        recording_url?: string | null | undefined;
        answered_by: 'human' | 'machine' | 'unknown' | null;
        total_cost: number;
        carrier_cost: number | null;
        created_at: string;
        finished_at: string;
        lead: {
          id: number;
          external_id: string | null;
          phone_number: string;
          variables: Record<string, unknown>;
          status: string;
          call_tries: number;
          goal_met: boolean | null;
          created_at: string;
          updated_at: string;
          campaign: {
            id: number;
            name: string;
          };
        } | null;
        transfers: Array<{
          kind: 'blind' | 'warm' | 'assistant';
          target: string;
          outcome: 'connected' | 'failed';
          reason: string | null;
          at_ms: number;
        }>;
        function_calls: Array<{
          name: string;
          arguments: Record<string, unknown>;
          result: Record<string, unknown>;
        }>;
      };
    }
  | {
      type: 'call.transferred';
      id: string;
      timestamp: string;
      data: {
        call: {
          id: number;
          external_id: string | null;
          type: 'inbound' | 'outbound' | 'web';
          status:
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
          customer_phone: string | null;
          assistant_phone: string | null;
          assistant: {
            id: number;
            uuid: string;
            name: string;
          } | null;
          campaign: {
            id: number;
            name: string;
          } | null;
          lead_id: number | null;
          created_at: string;
        };
        kind: 'blind' | 'warm' | 'assistant';
        target: string;
        outcome: 'connected' | 'failed';
        reason: string | null;
        at_ms: number;
      };
    }
  | {
      type: 'conversation.started';
      id: string;
      timestamp: string;
      data: {
        conversation_id: string;
        type: 'test' | 'widget' | 'msgapp' | 'api';
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
        customer_phone: string | null;
        customer_identifier: string | null;
        customer_name: string | null;
        created_at: string;
      };
    }
  | {
      type: 'conversation.ended';
      id: string;
      timestamp: string;
      data: {
        event: 'conversation.ended';
        conversation_id: string;
        assistant_id: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
        type: 'test' | 'widget' | 'msgapp' | 'api';
        message_count: number;
        status: 'ended';
        extracted_variables: Record<string, string | number | boolean | null>;
        evaluation_error: string | null;
        input_variables: Record<string, unknown>;
        transcript: Array<{
          role: 'assistant' | 'user';
          content: string;
          timestamp: string;
        }>;
        formatted_transcript: string;
        customer_phone: string | null;
        customer_identifier: string | null;
        customer_name: string | null;
        sender: {
          phone_number: string;
          display_name: string;
        } | null;
        total_cost: number;
        created_at: string;
        ended_at: string;
      };
    }
  | {
      type: 'conversation.handed_off';
      id: string;
      timestamp: string;
      data: {
        conversation_id: string;
        type: 'test' | 'widget' | 'msgapp' | 'api';
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
        customer_phone: string | null;
        customer_identifier: string | null;
        customer_name: string | null;
        created_at: string;
      };
    }
  | {
      type: 'message.received';
      id: string;
      timestamp: string;
      data: {
        message_id: number;
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        conversation: {
          conversation_id: string;
          type: 'test' | 'widget' | 'msgapp' | 'api';
          assistant: {
            id: number;
            uuid: string;
            name: string;
          } | null;
          customer_phone: string | null;
          customer_identifier: string | null;
          customer_name: string | null;
          created_at: string;
        } | null;
        from: string | null;
        to: string | null;
        author: 'customer' | 'ai' | 'human';
        text: string;
        created_at: string;
      };
    }
  | {
      type: 'message.sent';
      id: string;
      timestamp: string;
      data: {
        message_id: number;
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        conversation: {
          conversation_id: string;
          type: 'test' | 'widget' | 'msgapp' | 'api';
          assistant: {
            id: number;
            uuid: string;
            name: string;
          } | null;
          customer_phone: string | null;
          customer_identifier: string | null;
          customer_name: string | null;
          created_at: string;
        } | null;
        from: string | null;
        to: string | null;
        author: 'customer' | 'ai' | 'human';
        text: string;
        created_at: string;
      };
    }
  | {
      type: 'message.status';
      id: string;
      timestamp: string;
      data: {
        message_id: number;
        channel: 'widget' | 'msgapp' | 'api' | 'sms';
        conversation_id: string | null;
        status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';
        error_code: string | null;
        error: string | null;
      };
    }
  | {
      type: 'lead.updated';
      id: string;
      timestamp: string;
      data: {
        id: number;
        external_id: string | null;
        phone_number: string;
        campaign: {
          id: number;
          name: string;
        };
        status: string;
        previous_status: string;
        variables: Record<string, unknown>;
        call_tries: number;
        last_outcome: string | null;
        goal_met: boolean | null;
        created_at: string;
      };
    }
  | {
      type: 'campaign.started';
      id: string;
      timestamp: string;
      data: {
        id: number;
        name: string;
        status: 'in-progress' | 'stopped' | 'completed';
        stop_reason: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
      };
    }
  | {
      type: 'campaign.completed';
      id: string;
      timestamp: string;
      data: {
        id: number;
        name: string;
        status: 'in-progress' | 'stopped' | 'completed';
        stop_reason: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
      };
    }
  | {
      type: 'campaign.paused';
      id: string;
      timestamp: string;
      data: {
        id: number;
        name: string;
        status: 'in-progress' | 'stopped' | 'completed';
        stop_reason: string | null;
        assistant: {
          id: number;
          uuid: string;
          name: string;
        } | null;
      };
    }
  | {
      type: 'contact.opted_out';
      id: string;
      timestamp: string;
      data: {
        customer_phone: string | null;
        customer_identifier: string | null;
        source: 'customer' | 'carrier' | 'call';
        call_id: number | null;
      };
    }
  | {
      type: 'document.active';
      id: string;
      timestamp: string;
      data: {
        id: number;
        knowledgebase_id: number;
        name: string;
        type: string;
        status: 'active' | 'failed';
        warning: string | null;
        error: string | null;
      };
    }
  | {
      type: 'document.failed';
      id: string;
      timestamp: string;
      data: {
        id: number;
        knowledgebase_id: number;
        name: string;
        type: string;
        status: 'active' | 'failed';
        warning: string | null;
        error: string | null;
      };
    }
  | {
      type: 'balance.low';
      id: string;
      timestamp: string;
      data: {
        balance: number;
        threshold: number;
      };
    }
  | {
      type: 'sender.changed';
      id: string;
      timestamp: string;
      data: {
        id: number;
        phone_number: string;
        display_name: string;
        status: string;
        quality_rating: string;
        messaging_limit: number;
      };
    }
  | {
      type: 'test.ping';
      id: string;
      timestamp: string;
      data: {
        message: string;
      };
    };

/** The body of a webhook to the URL of an assistant. */
export type AssistantWebhook =
  | {
      event: 'call.ended';
      type: 'call.ended';
      id: number;
      external_id: string | null;
      assistant: {
        id: number;
        uuid: string;
        name: string;
      } | null;
      campaign: {
        id: number;
        name: string;
      } | null;
      customer_phone: string | null;
      assistant_phone: string | null;
      duration: number;
      status:
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
      end_reason: string | null;
      extracted_variables: Record<string, string | number | boolean | null>;
      evaluation_error: string | null;
      input_variables: Record<string, unknown>;
      overrides: {
        system_prompt?: string | undefined;
        initial_message?: string | undefined;
        voice_id?: number | undefined;
        language_id?: number | undefined;
        llm_model_id?: number | null | undefined;
        multimodal_model_id?: number | null | undefined;
        max_duration?: number | null | undefined;
        variables?: Record<string, unknown> | null | undefined;
      } | null;
      transcript: Array<{
        text: string;
        type: 'transcript';
        sender: 'bot' | 'human';
        speaker?: 'supervisor' | undefined;
        timestamp: string;
      }>;
      formatted_transcript: string;
      recording_url?: string | null | undefined;
      answered_by: 'human' | 'machine' | 'unknown' | null;
      total_cost: number;
      carrier_cost: number | null;
      created_at: string;
      finished_at: string;
      lead: {
        id: number;
        external_id: string | null;
        phone_number: string;
        variables: Record<string, unknown>;
        status: string;
        call_tries: number;
        goal_met: boolean | null;
        created_at: string;
        updated_at: string;
        campaign: {
          id: number;
          name: string;
        };
      } | null;
      transfers: Array<{
        kind: 'blind' | 'warm' | 'assistant';
        target: string;
        outcome: 'connected' | 'failed';
        reason: string | null;
        at_ms: number;
      }>;
      function_calls: Array<{
        name: string;
        arguments: Record<string, unknown>;
        result: Record<string, unknown>;
      }>;
    }
  | {
      event: 'conversation.ended';
      conversation_id: string;
      assistant_id: string | null;
      assistant: {
        id: number;
        uuid: string;
        name: string;
      } | null;
      type: 'test' | 'widget' | 'msgapp' | 'api';
      message_count: number;
      status: 'ended';
      extracted_variables: Record<string, string | number | boolean | null>;
      evaluation_error: string | null;
      input_variables: Record<string, unknown>;
      transcript: Array<{
        role: 'assistant' | 'user';
        content: string;
        timestamp: string;
      }>;
      formatted_transcript: string;
      customer_phone: string | null;
      customer_identifier: string | null;
      customer_name: string | null;
      sender: {
        phone_number: string;
        display_name: string;
      } | null;
      total_cost: number;
      created_at: string;
      ended_at: string;
    };

export interface AccountLoginParams {
  email: string;
  password: string;
  token_name?: string | null | undefined;
}

export interface AccountLoginResponse {
  message: string;
  user: {
    id: number;
    name: string;
    email: string;
  };
  token: string;
  token_name: string;
}

export interface AccountRegisterParams {
  name: string;
  email: string;
  password: string;
}

export interface AccountRegisterResponse {
  message: string;
}

export interface AccountLogoutResponse {
  message: string;
}

export interface AccountGetResponse {
  name: string;
  email: string;
  total_balance: number;
}

export interface PronunciationsGetResponse {
  data: Array<{
    word: string;
    pronunciation: string;
    alphabet: 'spelling' | 'ipa';
  }>;
}

export interface PronunciationsUpdateParams {
  data: Array<{
    word: string;
    pronunciation: string;
    alphabet: 'spelling' | 'ipa';
  }>;
}

export interface PronunciationsUpdateResponse {
  data: Array<{
    word: string;
    pronunciation: string;
    alphabet: 'spelling' | 'ipa';
  }>;
}

export interface ApiKeysCreateParams {
  name: string;
  expires_at?: string | null | undefined;
}

export interface ApiKeysCreateResponse {
  message: string;
  api_key: {
    name: string;
    token: string;
    created_at: string;
  };
}

export interface ApiKeysListResponse {
  api_keys: Array<{
    id: number;
    name: string;
    last_used_at: string | null;
    created_at: string;
  }>;
}

export interface ApiKeysDeleteResponse {
  message: string;
}

export interface AssistantsCreateParams {
  name: string;
  voice_id: number;
  language_id: number;
  type: 'inbound' | 'outbound';
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  timezone: string;
  initial_message: string;
  system_prompt: string;
  llm_model_id?: number | null | undefined;
  multimodal_model_id?: number | null | undefined;
  chat_llm_fallback_id?: number | null | undefined;
  turn_detection_threshold?: number | null | undefined;
  knowledgebase_id?: number | null | undefined;
  phone_number_id?: number | null | undefined;
  synthesizer_provider_id?: number | null | undefined;
  transcriber_provider_id?: number | null | undefined;
  max_initial_silence_duration?: number | null | undefined;
  reengagement_prompt?: string | null | undefined;
  voice_mail_message?: string | null | undefined;
  notice_message?: string | null | undefined;
  min_interrupt_words?: number | null | undefined;
  webhook_url?: string | null | undefined;
  conversation_inactivity_timeout?: number | null | undefined;
  max_replies_per_customer_day?: number | null | undefined;
  conversation_ended_webhook_url?: string | null | undefined;
  secondary_language_ids?: Array<number> | null | undefined;
  knowledgebase_mode?: 'function_call' | 'prompt' | null | undefined;
  tool_ids?: Array<number> | null | undefined;
  tools?:
    | Array<
        | {
            type: 'call_transfer';
            phone_number: string;
            description?: string | null | undefined;
            custom?: boolean | null | undefined;
            timezone?: string | null | undefined;
            warm_transfer?: boolean | null | undefined;
            warm_transfer_message?: string | null | undefined;
            sip_headers?:
              | Array<{
                  name: string;
                  value: string;
                }>
              | null
              | undefined;
          }
        | {
            type: 'warm_call_transfer';
            supervisor_phone: string;
            outbound_phone_id: number;
            description: string;
            custom_sip?: boolean | null | undefined;
            caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
            custom_caller_id?: string | null | undefined;
            hold_music?: 'hold_music' | 'none' | null | undefined;
            hold_music_volume?: number | null | undefined;
            hold_message?: string | null | undefined;
            summary_instructions?: string | null | undefined;
            briefing_initial_message?: string | null | undefined;
            connected_message?: string | null | undefined;
            sip_headers?:
              | Array<{
                  name: string;
                  value: string;
                }>
              | null
              | undefined;
          }
        | {
            type: 'collect_keypad';
            timeout?: number | null | undefined;
            stop_key?: string | null | undefined;
          }
        | {
            type: 'end_call';
            description?: string | null | undefined;
          }
        | {
            type: 'dtmf_input';
            description?: string | null | undefined;
          }
        | {
            type: 'assistant_transfer';
            assistant_id: number;
            description?: string | null | undefined;
            message_before_transfer?: string | null | undefined;
            speak_transfer_greeting?: boolean | null | undefined;
          }
        | {
            type: 'schedule_callback';
            description?: string | null | undefined;
            assistant_id?: number | null | undefined;
            max_days_ahead?: number | null | undefined;
            allowed_hours_start_time?: string | null | undefined;
            allowed_hours_end_time?: string | null | undefined;
          }
      >
    | null
    | undefined;
  tts_emotion_enabled?: boolean | null | undefined;
  voice_stability?: number | null | undefined;
  voice_similarity?: number | null | undefined;
  speech_speed?: number | null | undefined;
  speech_normalization?: boolean | null | undefined;
  pronunciations?:
    | Array<{
        word: string;
        pronunciation: string;
        alphabet: 'spelling' | 'ipa';
      }>
    | null
    | undefined;
  transcriber_keywords?: Array<string> | null | undefined;
  llm_temperature?: number | null | undefined;
  allow_interruptions?: boolean | null | undefined;
  protect_first_message?: 'off' | 'greeting' | 'always' | null | undefined;
  fillers?: boolean | null | undefined;
  filler_config?:
    | {
        positive?: Array<string> | undefined;
        negative?: Array<string> | undefined;
        question?: Array<string> | undefined;
        neutral?: Array<string> | undefined;
      }
    | null
    | undefined;
  record?: boolean | null | undefined;
  mask_keypad_input?: boolean | null | undefined;
  enable_noise_cancellation?: boolean | null | undefined;
  wait_for_customer?: boolean | null | undefined;
  max_duration?: number | null | undefined;
  max_silence_duration?: number | null | undefined;
  ringing_time?: number | null | undefined;
  reengagement_interval?: number | null | undefined;
  end_call_on_voicemail?: boolean | null | undefined;
  endpoint_type?: 'vad' | 'ai' | null | undefined;
  endpoint_sensitivity?: number | null | undefined;
  interrupt_sensitivity?: number | null | undefined;
  ambient_sound?:
    | 'off'
    | 'office'
    | 'city'
    | 'forest'
    | 'crowded_room'
    | 'cafe'
    | 'nature'
    | null
    | undefined;
  ambient_sound_volume?: number | null | undefined;
  is_webhook_active?: boolean | null | undefined;
  send_webhook_only_on_completed?: boolean | null | undefined;
  include_recording_in_webhook?: boolean | null | undefined;
  post_call_evaluation?: boolean | null | undefined;
  post_call_schema?:
    | Array<{
        name: string;
        type: 'string' | 'number' | 'bool';
        description: string;
      }>
    | null
    | undefined;
  variables?: Record<string, unknown> | null | undefined;
  conversation_ended_retrigger?: boolean | null | undefined;
  widget_settings?:
    | {
        theme?: 'light' | 'dark' | 'auto' | undefined;
        color?: string | undefined;
        position?: 'bottom-right' | 'bottom-left' | undefined;
        allowed_origins?: Array<string> | undefined;
      }
    | null
    | undefined;
  is_public?: boolean | null | undefined;
  share_customer_details?: boolean | null | undefined;
  unclear_speech_action?: 'transfer' | 'end_call' | 'continue' | null | undefined;
}

export interface AssistantsCreateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'inactive' | 'active';
    type: 'inbound' | 'outbound';
    mode: 'pipeline' | 'multimodal' | 'dualplex';
  };
}

export interface AssistantsUpdateParams {
  name?: string | undefined;
  voice_id?: number | undefined;
  language_id?: number | undefined;
  type?: 'inbound' | 'outbound' | undefined;
  mode?: 'pipeline' | 'multimodal' | 'dualplex' | undefined;
  timezone?: string | undefined;
  initial_message?: string | undefined;
  system_prompt?: string | undefined;
  llm_model_id?: number | null | undefined;
  multimodal_model_id?: number | null | undefined;
  chat_llm_fallback_id?: number | null | undefined;
  turn_detection_threshold?: number | null | undefined;
  knowledgebase_id?: number | null | undefined;
  phone_number_id?: number | null | undefined;
  synthesizer_provider_id?: number | null | undefined;
  transcriber_provider_id?: number | null | undefined;
  max_initial_silence_duration?: number | null | undefined;
  reengagement_prompt?: string | null | undefined;
  voice_mail_message?: string | null | undefined;
  notice_message?: string | null | undefined;
  min_interrupt_words?: number | null | undefined;
  webhook_url?: string | null | undefined;
  conversation_inactivity_timeout?: number | null | undefined;
  max_replies_per_customer_day?: number | null | undefined;
  conversation_ended_webhook_url?: string | null | undefined;
  secondary_language_ids?: Array<number> | null | undefined;
  knowledgebase_mode?: 'function_call' | 'prompt' | null | undefined;
  tool_ids?: Array<number> | null | undefined;
  tools?:
    | Array<
        | {
            type: 'call_transfer';
            phone_number: string;
            description?: string | null | undefined;
            custom?: boolean | null | undefined;
            timezone?: string | null | undefined;
            warm_transfer?: boolean | null | undefined;
            warm_transfer_message?: string | null | undefined;
            sip_headers?:
              | Array<{
                  name: string;
                  value: string;
                }>
              | null
              | undefined;
          }
        | {
            type: 'warm_call_transfer';
            supervisor_phone: string;
            outbound_phone_id: number;
            description: string;
            custom_sip?: boolean | null | undefined;
            caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
            custom_caller_id?: string | null | undefined;
            hold_music?: 'hold_music' | 'none' | null | undefined;
            hold_music_volume?: number | null | undefined;
            hold_message?: string | null | undefined;
            summary_instructions?: string | null | undefined;
            briefing_initial_message?: string | null | undefined;
            connected_message?: string | null | undefined;
            sip_headers?:
              | Array<{
                  name: string;
                  value: string;
                }>
              | null
              | undefined;
          }
        | {
            type: 'collect_keypad';
            timeout?: number | null | undefined;
            stop_key?: string | null | undefined;
          }
        | {
            type: 'end_call';
            description?: string | null | undefined;
          }
        | {
            type: 'dtmf_input';
            description?: string | null | undefined;
          }
        | {
            type: 'assistant_transfer';
            assistant_id: number;
            description?: string | null | undefined;
            message_before_transfer?: string | null | undefined;
            speak_transfer_greeting?: boolean | null | undefined;
          }
        | {
            type: 'schedule_callback';
            description?: string | null | undefined;
            assistant_id?: number | null | undefined;
            max_days_ahead?: number | null | undefined;
            allowed_hours_start_time?: string | null | undefined;
            allowed_hours_end_time?: string | null | undefined;
          }
      >
    | null
    | undefined;
  tts_emotion_enabled?: boolean | null | undefined;
  voice_stability?: number | null | undefined;
  voice_similarity?: number | null | undefined;
  speech_speed?: number | null | undefined;
  speech_normalization?: boolean | null | undefined;
  pronunciations?:
    | Array<{
        word: string;
        pronunciation: string;
        alphabet: 'spelling' | 'ipa';
      }>
    | null
    | undefined;
  transcriber_keywords?: Array<string> | null | undefined;
  llm_temperature?: number | null | undefined;
  allow_interruptions?: boolean | null | undefined;
  protect_first_message?: 'off' | 'greeting' | 'always' | null | undefined;
  fillers?: boolean | null | undefined;
  filler_config?:
    | {
        positive?: Array<string> | undefined;
        negative?: Array<string> | undefined;
        question?: Array<string> | undefined;
        neutral?: Array<string> | undefined;
      }
    | null
    | undefined;
  record?: boolean | null | undefined;
  mask_keypad_input?: boolean | null | undefined;
  enable_noise_cancellation?: boolean | null | undefined;
  wait_for_customer?: boolean | null | undefined;
  max_duration?: number | null | undefined;
  max_silence_duration?: number | null | undefined;
  ringing_time?: number | null | undefined;
  reengagement_interval?: number | null | undefined;
  end_call_on_voicemail?: boolean | null | undefined;
  endpoint_type?: 'vad' | 'ai' | null | undefined;
  endpoint_sensitivity?: number | null | undefined;
  interrupt_sensitivity?: number | null | undefined;
  ambient_sound?:
    | 'off'
    | 'office'
    | 'city'
    | 'forest'
    | 'crowded_room'
    | 'cafe'
    | 'nature'
    | null
    | undefined;
  ambient_sound_volume?: number | null | undefined;
  is_webhook_active?: boolean | null | undefined;
  send_webhook_only_on_completed?: boolean | null | undefined;
  include_recording_in_webhook?: boolean | null | undefined;
  post_call_evaluation?: boolean | null | undefined;
  post_call_schema?:
    | Array<{
        name: string;
        type: 'string' | 'number' | 'bool';
        description: string;
      }>
    | null
    | undefined;
  variables?: Record<string, unknown> | null | undefined;
  conversation_ended_retrigger?: boolean | null | undefined;
  widget_settings?:
    | {
        theme?: 'light' | 'dark' | 'auto' | undefined;
        color?: string | undefined;
        position?: 'bottom-right' | 'bottom-left' | undefined;
        allowed_origins?: Array<string> | undefined;
      }
    | null
    | undefined;
  is_public?: boolean | null | undefined;
  share_customer_details?: boolean | null | undefined;
  unclear_speech_action?: 'transfer' | 'end_call' | 'continue' | null | undefined;
}

export interface AssistantsUpdateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'inactive' | 'active';
    type: 'inbound' | 'outbound';
    mode: 'pipeline' | 'multimodal' | 'dualplex';
  };
}

export interface AssistantsGetResponse {
  data: {
    id: number;
    uuid: string;
    user_id: number;
    instance_id: number;
    phone_number_id: number | null;
    engine_id: null;
    synthesizer_id: null;
    transcriber_id: null;
    voice_id: number;
    language_id: number;
    language: {
      id: number;
      name: string;
      iso_2: string;
    };
    secondary_language_ids: Array<number>;
    llm_model_id: number | null;
    multimodal_model_id: number | null;
    chat_llm_fallback_id: number | null;
    transcriber_provider_id: number | null;
    synthesizer_provider_id: number | null;
    knowledgebase_id: number | null;
    knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid' | null;
    flows_platform_id: null;
    name: string;
    type: 'inbound' | 'outbound';
    status: 'inactive' | 'active';
    mode: 'pipeline' | 'multimodal' | 'dualplex';
    timezone: string;
    initial_message: string;
    system_prompt: string;
    variables: Record<string, unknown>;
    tools: Array<
      | {
          type: 'call_transfer';
          phone_number: string;
          description?: string | null | undefined;
          custom?: boolean | null | undefined;
          timezone?: string | null | undefined;
          warm_transfer?: boolean | null | undefined;
          warm_transfer_message?: string | null | undefined;
          sip_headers?:
            | Array<{
                name: string;
                value: string;
              }>
            | null
            | undefined;
        }
      | {
          type: 'warm_call_transfer';
          supervisor_phone: string;
          outbound_phone_id: number;
          description: string;
          custom_sip?: boolean | null | undefined;
          caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
          custom_caller_id?: string | null | undefined;
          hold_music?: 'hold_music' | 'none' | null | undefined;
          hold_music_volume?: number | null | undefined;
          hold_message?: string | null | undefined;
          summary_instructions?: string | null | undefined;
          briefing_initial_message?: string | null | undefined;
          connected_message?: string | null | undefined;
          sip_headers?:
            | Array<{
                name: string;
                value: string;
              }>
            | null
            | undefined;
        }
      | {
          type: 'collect_keypad';
          timeout?: number | null | undefined;
          stop_key?: string | null | undefined;
        }
      | {
          type: 'end_call';
          description?: string | null | undefined;
        }
      | {
          type: 'dtmf_input';
          description?: string | null | undefined;
        }
      | {
          type: 'assistant_transfer';
          assistant_id: number;
          description?: string | null | undefined;
          message_before_transfer?: string | null | undefined;
          speak_transfer_greeting?: boolean | null | undefined;
        }
      | {
          type: 'schedule_callback';
          description?: string | null | undefined;
          assistant_id?: number | null | undefined;
          max_days_ahead?: number | null | undefined;
          allowed_hours_start_time?: string | null | undefined;
          allowed_hours_end_time?: string | null | undefined;
        }
    >;
    tool_ids: Array<number>;
    widget_settings: {
      theme: 'light' | 'dark' | 'auto';
      color: string;
      position: 'bottom-right' | 'bottom-left';
      allowed_origins: Array<string>;
    };
    is_public: boolean;
    share_customer_details: boolean;
    unclear_speech_action: 'transfer' | 'end_call' | 'continue';
    is_webhook_active: boolean;
    webhook_url: string | null;
    inbound_webhook_url: string | null;
    send_webhook_only_on_completed: boolean;
    include_recording_in_webhook: boolean;
    post_call_evaluation: boolean;
    post_call_schema: Array<{
      name: string;
      type: 'string' | 'number' | 'bool';
      description: string;
    }>;
    tts_emotion_enabled: boolean;
    voice_stability: string;
    voice_similarity: string;
    speech_speed: string;
    speech_normalization: boolean;
    pronunciations: Array<{
      word: string;
      pronunciation: string;
      alphabet: 'spelling' | 'ipa';
    }>;
    transcriber_keywords: Array<string>;
    llm_temperature: string;
    turn_detection_threshold: number | null;
    allow_interruptions: boolean;
    protect_first_message: 'off' | 'greeting' | 'always';
    fillers: 0 | 1;
    filler_config: {
      positive?: Array<string> | undefined;
      negative?: Array<string> | undefined;
      question?: Array<string> | undefined;
      neutral?: Array<string> | undefined;
    };
    record: boolean;
    mask_keypad_input: boolean;
    enable_noise_cancellation: boolean;
    wait_for_customer: boolean;
    max_duration: number;
    max_silence_duration: number;
    max_initial_silence_duration: number | null;
    ringing_time: number;
    reengagement_interval: number;
    reengagement_prompt: string | null;
    end_call_on_voicemail: 0 | 1;
    voice_mail_message: string | null;
    notice_message: string | null;
    endpoint_type: 'vad' | 'ai';
    endpoint_sensitivity: number;
    interrupt_sensitivity: number;
    min_interrupt_words: number | null;
    ambient_sound: 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';
    ambient_sound_volume: string;
    conversation_inactivity_timeout: number | null;
    max_replies_per_customer_day: number | null;
    conversation_ended_retrigger: boolean;
    conversation_ended_webhook_url: string | null;
    deleted_at: string | null;
    created_at: string;
    updated_at: string;
  };
}

export interface AssistantsDeleteResponse {
  message: string;
}

export interface AssistantsListPageParams {
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface AssistantsListPageItem {
  id: number;
  uuid: string;
  user_id: number;
  instance_id: number;
  phone_number_id: number | null;
  engine_id: null;
  synthesizer_id: null;
  transcriber_id: null;
  voice_id: number;
  language_id: number;
  language: {
    id: number;
    name: string;
    iso_2: string;
  };
  secondary_language_ids: Array<number>;
  llm_model_id: number | null;
  multimodal_model_id: number | null;
  chat_llm_fallback_id: number | null;
  transcriber_provider_id: number | null;
  synthesizer_provider_id: number | null;
  knowledgebase_id: number | null;
  knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid' | null;
  flows_platform_id: null;
  name: string;
  type: 'inbound' | 'outbound';
  status: 'inactive' | 'active';
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  timezone: string;
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
  tools: Array<
    | {
        type: 'call_transfer';
        phone_number: string;
        description?: string | null | undefined;
        custom?: boolean | null | undefined;
        timezone?: string | null | undefined;
        warm_transfer?: boolean | null | undefined;
        warm_transfer_message?: string | null | undefined;
        sip_headers?:
          | Array<{
              name: string;
              value: string;
            }>
          | null
          | undefined;
      }
    | {
        type: 'warm_call_transfer';
        supervisor_phone: string;
        outbound_phone_id: number;
        description: string;
        custom_sip?: boolean | null | undefined;
        caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
        custom_caller_id?: string | null | undefined;
        hold_music?: 'hold_music' | 'none' | null | undefined;
        hold_music_volume?: number | null | undefined;
        hold_message?: string | null | undefined;
        summary_instructions?: string | null | undefined;
        briefing_initial_message?: string | null | undefined;
        connected_message?: string | null | undefined;
        sip_headers?:
          | Array<{
              name: string;
              value: string;
            }>
          | null
          | undefined;
      }
    | {
        type: 'collect_keypad';
        timeout?: number | null | undefined;
        stop_key?: string | null | undefined;
      }
    | {
        type: 'end_call';
        description?: string | null | undefined;
      }
    | {
        type: 'dtmf_input';
        description?: string | null | undefined;
      }
    | {
        type: 'assistant_transfer';
        assistant_id: number;
        description?: string | null | undefined;
        message_before_transfer?: string | null | undefined;
        speak_transfer_greeting?: boolean | null | undefined;
      }
    | {
        type: 'schedule_callback';
        description?: string | null | undefined;
        assistant_id?: number | null | undefined;
        max_days_ahead?: number | null | undefined;
        allowed_hours_start_time?: string | null | undefined;
        allowed_hours_end_time?: string | null | undefined;
      }
  >;
  tool_ids: Array<number>;
  widget_settings: {
    theme: 'light' | 'dark' | 'auto';
    color: string;
    position: 'bottom-right' | 'bottom-left';
    allowed_origins: Array<string>;
  };
  is_public: boolean;
  share_customer_details: boolean;
  unclear_speech_action: 'transfer' | 'end_call' | 'continue';
  is_webhook_active: boolean;
  webhook_url: string | null;
  inbound_webhook_url: string | null;
  send_webhook_only_on_completed: boolean;
  include_recording_in_webhook: boolean;
  post_call_evaluation: boolean;
  post_call_schema: Array<{
    name: string;
    type: 'string' | 'number' | 'bool';
    description: string;
  }>;
  tts_emotion_enabled: boolean;
  voice_stability: string;
  voice_similarity: string;
  speech_speed: string;
  speech_normalization: boolean;
  pronunciations: Array<{
    word: string;
    pronunciation: string;
    alphabet: 'spelling' | 'ipa';
  }>;
  transcriber_keywords: Array<string>;
  llm_temperature: string;
  turn_detection_threshold: number | null;
  allow_interruptions: boolean;
  protect_first_message: 'off' | 'greeting' | 'always';
  fillers: 0 | 1;
  filler_config: {
    positive?: Array<string> | undefined;
    negative?: Array<string> | undefined;
    question?: Array<string> | undefined;
    neutral?: Array<string> | undefined;
  };
  record: boolean;
  mask_keypad_input: boolean;
  enable_noise_cancellation: boolean;
  wait_for_customer: boolean;
  max_duration: number;
  max_silence_duration: number;
  max_initial_silence_duration: number | null;
  ringing_time: number;
  reengagement_interval: number;
  reengagement_prompt: string | null;
  end_call_on_voicemail: 0 | 1;
  voice_mail_message: string | null;
  notice_message: string | null;
  endpoint_type: 'vad' | 'ai';
  endpoint_sensitivity: number;
  interrupt_sensitivity: number;
  min_interrupt_words: number | null;
  ambient_sound: 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';
  ambient_sound_volume: string;
  conversation_inactivity_timeout: number | null;
  max_replies_per_customer_day: number | null;
  conversation_ended_retrigger: boolean;
  conversation_ended_webhook_url: string | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export type AssistantsListResponse = Array<{
  id: number;
  uuid: string;
  user_id: number;
  instance_id: number;
  phone_number_id: number | null;
  engine_id: null;
  synthesizer_id: null;
  transcriber_id: null;
  voice_id: number;
  language_id: number;
  language: {
    id: number;
    name: string;
    iso_2: string;
  };
  secondary_language_ids: Array<number>;
  llm_model_id: number | null;
  multimodal_model_id: number | null;
  chat_llm_fallback_id: number | null;
  transcriber_provider_id: number | null;
  synthesizer_provider_id: number | null;
  knowledgebase_id: number | null;
  knowledgebase_mode: 'function_call' | 'prompt' | 'hybrid' | null;
  flows_platform_id: null;
  name: string;
  type: 'inbound' | 'outbound';
  status: 'inactive' | 'active';
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  timezone: string;
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
  tools: Array<
    | {
        type: 'call_transfer';
        phone_number: string;
        description?: string | null | undefined;
        custom?: boolean | null | undefined;
        timezone?: string | null | undefined;
        warm_transfer?: boolean | null | undefined;
        warm_transfer_message?: string | null | undefined;
        sip_headers?:
          | Array<{
              name: string;
              value: string;
            }>
          | null
          | undefined;
      }
    | {
        type: 'warm_call_transfer';
        supervisor_phone: string;
        outbound_phone_id: number;
        description: string;
        custom_sip?: boolean | null | undefined;
        caller_id_mode?: 'outbound_number' | 'customer_number' | 'custom' | null | undefined;
        custom_caller_id?: string | null | undefined;
        hold_music?: 'hold_music' | 'none' | null | undefined;
        hold_music_volume?: number | null | undefined;
        hold_message?: string | null | undefined;
        summary_instructions?: string | null | undefined;
        briefing_initial_message?: string | null | undefined;
        connected_message?: string | null | undefined;
        sip_headers?:
          | Array<{
              name: string;
              value: string;
            }>
          | null
          | undefined;
      }
    | {
        type: 'collect_keypad';
        timeout?: number | null | undefined;
        stop_key?: string | null | undefined;
      }
    | {
        type: 'end_call';
        description?: string | null | undefined;
      }
    | {
        type: 'dtmf_input';
        description?: string | null | undefined;
      }
    | {
        type: 'assistant_transfer';
        assistant_id: number;
        description?: string | null | undefined;
        message_before_transfer?: string | null | undefined;
        speak_transfer_greeting?: boolean | null | undefined;
      }
    | {
        type: 'schedule_callback';
        description?: string | null | undefined;
        assistant_id?: number | null | undefined;
        max_days_ahead?: number | null | undefined;
        allowed_hours_start_time?: string | null | undefined;
        allowed_hours_end_time?: string | null | undefined;
      }
  >;
  tool_ids: Array<number>;
  widget_settings: {
    theme: 'light' | 'dark' | 'auto';
    color: string;
    position: 'bottom-right' | 'bottom-left';
    allowed_origins: Array<string>;
  };
  is_public: boolean;
  share_customer_details: boolean;
  unclear_speech_action: 'transfer' | 'end_call' | 'continue';
  is_webhook_active: boolean;
  webhook_url: string | null;
  inbound_webhook_url: string | null;
  send_webhook_only_on_completed: boolean;
  include_recording_in_webhook: boolean;
  post_call_evaluation: boolean;
  post_call_schema: Array<{
    name: string;
    type: 'string' | 'number' | 'bool';
    description: string;
  }>;
  tts_emotion_enabled: boolean;
  voice_stability: string;
  voice_similarity: string;
  speech_speed: string;
  speech_normalization: boolean;
  pronunciations: Array<{
    word: string;
    pronunciation: string;
    alphabet: 'spelling' | 'ipa';
  }>;
  transcriber_keywords: Array<string>;
  llm_temperature: string;
  turn_detection_threshold: number | null;
  allow_interruptions: boolean;
  protect_first_message: 'off' | 'greeting' | 'always';
  fillers: 0 | 1;
  filler_config: {
    positive?: Array<string> | undefined;
    negative?: Array<string> | undefined;
    question?: Array<string> | undefined;
    neutral?: Array<string> | undefined;
  };
  record: boolean;
  mask_keypad_input: boolean;
  enable_noise_cancellation: boolean;
  wait_for_customer: boolean;
  max_duration: number;
  max_silence_duration: number;
  max_initial_silence_duration: number | null;
  ringing_time: number;
  reengagement_interval: number;
  reengagement_prompt: string | null;
  end_call_on_voicemail: 0 | 1;
  voice_mail_message: string | null;
  notice_message: string | null;
  endpoint_type: 'vad' | 'ai';
  endpoint_sensitivity: number;
  interrupt_sensitivity: number;
  min_interrupt_words: number | null;
  ambient_sound: 'off' | 'office' | 'city' | 'forest' | 'crowded_room' | 'cafe' | 'nature';
  ambient_sound_volume: string;
  conversation_inactivity_timeout: number | null;
  max_replies_per_customer_day: number | null;
  conversation_ended_retrigger: boolean;
  conversation_ended_webhook_url: string | null;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}>;

export type AssistantsListSummariesResponse = Array<{
  id: number;
  name: string;
  type: 'inbound' | 'outbound';
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  status: 'inactive' | 'active';
  language: {
    id: number;
    name: string;
    iso_2: string;
  };
  phone_number_id: number | null;
  updated_at: string;
}>;

export type AssistantsListOutboundResponse = Array<{
  id: number;
  user_id: number;
  name: string;
  type: 'inbound' | 'outbound';
  mode: 'pipeline' | 'multimodal' | 'dualplex';
  status: 'inactive' | 'active';
  voice_id: number;
  language_id: number;
  timezone: string;
  initial_message: string;
  system_prompt: string;
  variables: Record<string, unknown>;
  webhook_url: string | null;
  is_webhook_active: boolean;
  created_at: string;
  updated_at: string;
}>;

export interface AssistantsActivateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'inactive' | 'active';
    type: 'inbound' | 'outbound';
    mode: 'pipeline' | 'multimodal' | 'dualplex';
  };
}

export interface AssistantsDeactivateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'inactive' | 'active';
    type: 'inbound' | 'outbound';
    mode: 'pipeline' | 'multimodal' | 'dualplex';
  };
}

export interface AssistantsEnableWebhookParams {
  assistant_id: number;
  webhook_url: string;
}

export interface AssistantsEnableWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface AssistantsDisableWebhookParams {
  assistant_id: number;
}

export interface AssistantsDisableWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface AssistantsEnableInboundWebhookParams {
  assistant_id: number;
  webhook_url: string;
}

export interface AssistantsEnableInboundWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface AssistantsDisableInboundWebhookParams {
  assistant_id: number;
}

export interface AssistantsDisableInboundWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface AssistantsEnableConversationEndedWebhookParams {
  assistant_id: number;
  webhook_url: string;
}

export interface AssistantsEnableConversationEndedWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface AssistantsDisableConversationEndedWebhookParams {
  assistant_id: number;
}

export interface AssistantsDisableConversationEndedWebhookResponse {
  message: string;
  data: Array<unknown>;
}

export interface BillingChargesListParams {
  kind?:
    | 'widget_message'
    | 'msgapp_message'
    | 'sms_message'
    | 'call_minute'
    | 'refund'
    | 'opening'
    | 'credit'
    | 'adjustment'
    | null
    | undefined;
  conversation?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface BillingChargesListItem {
  id: number;
  kind:
    | 'widget_message'
    | 'msgapp_message'
    | 'sms_message'
    | 'call_minute'
    | 'refund'
    | 'opening'
    | 'credit'
    | 'adjustment';
  amount: number;
  amount_exact: string;
  balance_effect: string;
  why: string;
  conversation_id: string | null;
  message_id: number | null;
  reference: string | null;
  created_at: string;
}

export interface BillingSummaryGetParams {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
}

export interface BillingSummaryGetResponse {
  data: {
    balance: number;
    balance_exact: string;
    in_range: {
      spent: number;
      added: number;
    };
    by_kind: Array<{
      kind:
        | 'widget_message'
        | 'msgapp_message'
        | 'sms_message'
        | 'call_minute'
        | 'refund'
        | 'opening'
        | 'credit'
        | 'adjustment';
      count: number;
      amount: number;
      amount_exact: string;
    }>;
    by_day: Array<{
      date: string;
      count: number;
      amount: number;
      amount_exact: string;
      spent: number;
      added: number;
    }>;
    proof: {
      opening_balance: string;
      effect_in_range: string;
      effect_after_range: string;
      sum: string;
      balance: string;
      is_explained: boolean;
    };
  };
}

export interface BillingPricesGetResponse {
  data: {
    currency: 'USD';
    prices: Array<{
      name: string;
      amount: number;
      amount_exact: string;
      unit: string;
    }>;
    models: Array<{
      model: string;
      price: 'free' | 'known' | 'unknown';
      input_per_million_tokens: number | null;
      output_per_million_tokens: number | null;
    }>;
    speech: Array<{
      kind: 'transcriber' | 'synthesizer';
      provider: string;
      price: 'free' | 'known' | 'unknown';
      amount: number | null;
    }>;
  };
}

export interface BillingUsageGetParams {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
}

export interface BillingUsageGetResponse {
  data: {
    models: Array<{
      model: string;
      calls: number;
      failed_calls: number;
      input_tokens: number;
      output_tokens: number;
      calls_without_tokens: number;
      cost: number | null;
      cost_exact: string | null;
      known_cost: number;
      known_cost_exact: string;
      calls_without_cost: number;
    }>;
    total: {
      calls: number;
      failed_calls: number;
      input_tokens: number;
      output_tokens: number;
      calls_without_tokens: number;
      cost: number | null;
      cost_exact: string | null;
      known_cost: number;
      known_cost_exact: string;
      calls_without_cost: number;
    };
  };
}

export interface BlacklistListParams {
  phone_number?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface BlacklistListItem {
  id: number;
  phone_number: string;
  source: 'request' | 'call' | 'message';
  reason: string | null;
  call_id: number | null;
  created_at: string;
}

export interface BlacklistCreateParams {
  phone_number: string;
  reason?: string | null | undefined;
}

export interface BlacklistCreateResponse {
  message: string;
  data: {
    id: number;
    phone_number: string;
    source: 'request' | 'call' | 'message';
    reason: string | null;
    call_id: number | null;
    created_at: string;
  };
}

export interface BlacklistCreateManyParams {
  phone_numbers: Array<unknown>;
  reason?: string | null | undefined;
}

export interface BlacklistCreateManyResponse {
  message: string;
  data: {
    added: number;
    listed: number;
    invalid: number;
    results: Array<{
      index: number;
      status: 'added' | 'listed' | 'invalid';
      phone_number: string | null;
      errors: Array<string>;
    }>;
  };
}

export interface BlacklistDeleteResponse {
  message: string;
}

export interface CallsMakeParams {
  phone_number: string;
  assistant_id: number;
  variables?: Record<string, unknown> | null | undefined;
  overrides?:
    | {
        system_prompt?: string | undefined;
        initial_message?: string | undefined;
        voice_id?: number | undefined;
        language_id?: number | undefined;
        llm_model_id?: number | null | undefined;
        multimodal_model_id?: number | null | undefined;
        max_duration?: number | null | undefined;
        variables?: Record<string, unknown> | null | undefined;
      }
    | null
    | undefined;
  external_id?: string | null | undefined;
  allow_parallel?: boolean | null | undefined;
  sip_headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
  scheduled_at?: string | null | undefined;
  ignore_hours?: boolean | null | undefined;
}

export interface CallsMakeResponse {
  message: string;
  call_id: number;
  status: 'initiated' | 'scheduled';
  data: Record<string, unknown>;
  warnings: Array<string>;
}

export interface CallsCreateWebParams {
  assistant_id: number;
  variables?: Record<string, unknown> | null | undefined;
}

export interface CallsCreateWebResponse {
  message: string;
  data: {
    call_id: number;
    media_url: string;
    expires_at: string;
  };
}

export interface CallsListParams {
  status?:
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
    | 'canceled'
    | null
    | undefined;
  type?: 'inbound' | 'outbound' | 'web' | null | undefined;
  phone_number?: string | null | undefined;
  assistant_id?: number | null | undefined;
  campaign_id?: number | null | undefined;
  lead_id?: number | null | undefined;
  external_id?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  updated_from?: string | null | undefined;
  updated_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface CallsListItem {
  id: number;
  external_id: string | null;
  assistant_id: number | null;
  assistant_name: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  lead_id: number | null;
  lead_external_id: string | null;
  type: 'inbound' | 'outbound' | 'web';
  duration: number;
  assistant_phone_number: string | null;
  client_phone_number: string | null;
  status:
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
  transcript: Array<{
    text: string;
    type: 'transcript';
    sender: 'bot' | 'human';
    speaker?: 'supervisor' | undefined;
    timestamp: string;
  }>;
  variables: Record<string, unknown>;
  evaluation: Array<{
    name: string;
    type: 'string' | 'number' | 'bool';
    value: string | number | boolean | null;
    description: string;
  }> | null;
  webhook_response: {
    status_code: number | null;
    body: string;
    attempts: number;
  } | null;
  carrier_cost: number | null;
  total_cost: number;
  answered_by: 'human' | 'machine' | 'unknown' | null;
  recording_url: string | null;
  scheduled_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface CallsGetResponse {
  id: number;
  external_id: string | null;
  assistant_id: number | null;
  assistant_name: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  lead_id: number | null;
  lead_external_id: string | null;
  type: 'inbound' | 'outbound' | 'web';
  duration: number;
  assistant_phone_number: string | null;
  client_phone_number: string | null;
  status:
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
  transcript: Array<{
    text: string;
    type: 'transcript';
    sender: 'bot' | 'human';
    speaker?: 'supervisor' | undefined;
    timestamp: string;
  }>;
  variables: Record<string, unknown>;
  evaluation: Array<{
    name: string;
    type: 'string' | 'number' | 'bool';
    value: string | number | boolean | null;
    description: string;
  }> | null;
  webhook_response: {
    status_code: number | null;
    body: string;
    attempts: number;
  } | null;
  carrier_cost: number | null;
  total_cost: number;
  answered_by: 'human' | 'machine' | 'unknown' | null;
  recording_url: string | null;
  scheduled_at: string | null;
  created_at: string;
  updated_at: string;
  ringing_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  overrides: {
    system_prompt?: string | undefined;
    initial_message?: string | undefined;
    voice_id?: number | undefined;
    language_id?: number | undefined;
    llm_model_id?: number | null | undefined;
    multimodal_model_id?: number | null | undefined;
    max_duration?: number | null | undefined;
    variables?: Record<string, unknown> | null | undefined;
  } | null;
  end_reason: string | null;
  recording_state: 'kept' | 'running' | 'unanswered' | 'off' | 'empty';
  recording_ringing_ms: number | null;
  evaluation_error: string | null;
  transfers: Array<{
    kind: 'blind' | 'warm' | 'assistant';
    target: string;
    outcome: 'connected' | 'failed';
    reason: string | null;
    at_ms: number;
  }>;
  function_calls: Array<{
    name: string;
    arguments: Record<string, unknown>;
    result: Record<string, unknown>;
  }>;
  latency: Array<{
    at_ms: number;
    endpoint_ms: number | null;
    transcript_ms: number | null;
    model_ms: number | null;
    speech_ms: number | null;
    total_ms: number;
  }>;
  fallbacks: Array<{
    part: 'voice' | 'transcriber' | 'model' | 'realtime';
    from: string;
    to: string;
    reason: string;
    at: string;
  }>;
  events: Array<{
    type: string;
    at_ms: number;
    data: Record<string, unknown>;
  }>;
  models: Array<{
    model: string;
    calls: number;
    input_tokens: number;
    output_tokens: number;
    cost: number | null;
  }>;
  costs: Array<{
    kind: string;
    amount: number;
    note: string | null;
    created_at: string;
  }>;
}

export interface CallsDeleteResponse {
  message: string;
}

export interface CallsCancelResponse {
  message: string;
}

export interface CallsHangUpParams {
  message?: string | null | undefined;
}

export interface CallsHangUpResponse {
  message: string;
}

export interface AssistantsLatencyGetParams {
  mode?: 'pipeline' | 'multimodal' | 'dualplex' | undefined;
  endpoint_type?: 'vad' | 'ai' | undefined;
  language_id?: number | undefined;
  voice_id?: number | undefined;
  llm_model_id?: number | null | undefined;
  multimodal_model_id?: number | null | undefined;
  transcriber_provider_id?: number | null | undefined;
  synthesizer_provider_id?: number | null | undefined;
}

export interface AssistantsLatencyGetResponse {
  data: {
    answers: number;
    endpoint_ms: number | null;
    transcript_ms: number | null;
    model_ms: number | null;
    speech_ms: number | null;
    total_ms: number | null;
    slow_total_ms: number | null;
    parts: Array<{
      name: 'wait' | 'transcript' | 'model' | 'speech';
      milliseconds: number | null;
      source: 'setting' | 'assistant' | 'account' | 'typical' | 'unknown';
      answers: number;
    }>;
    mode: 'pipeline' | 'multimodal' | 'dualplex';
    providers: {
      model: string | null;
      transcriber: string | null;
      synthesizer: string | null;
    };
  };
}

export type CallsEventsStreamEvent =
  | {
      type: 'call.status';
      id: string;
      timestamp: string;
      data: {
        status:
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
      };
    }
  | {
      type: 'call.ended';
      id: string;
      timestamp: string;
      data: {
        status:
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
        end_reason: string | null;
        duration: number;
      };
    }
  | {
      type: 'transcript.partial';
      id: string;
      timestamp: string;
      data: {
        sender: 'bot' | 'human';
        speaker?: 'supervisor' | undefined;
        text: string;
      };
    }
  | {
      type: 'transcript.final';
      id: string;
      timestamp: string;
      data: {
        sender: 'bot' | 'human';
        speaker?: 'supervisor' | undefined;
        text: string;
      };
    }
  | {
      type: 'turn.answered';
      id: string;
      timestamp: string;
      data: {
        endpoint_ms: number | null;
        transcript_ms: number | null;
        model_ms: number | null;
        speech_ms: number | null;
        total_ms: number;
      };
    }
  | {
      type: 'tool.called';
      id: string;
      timestamp: string;
      data: {
        name: string;
        arguments: Record<string, unknown>;
        result: Record<string, unknown>;
        failed: boolean;
        duration_ms: number;
      };
    }
  | {
      type: 'provider.failed';
      id: string;
      timestamp: string;
      data: {
        reason: string;
        by: string | null;
      };
    }
  | {
      type: 'model.replaced';
      id: string;
      timestamp: string;
      data: {
        model: string;
        by: string;
      };
    }
  | {
      type: 'call.interrupted';
      id: string;
      timestamp: string;
      data: Record<string, unknown>;
    }
  | {
      type: 'call.answered_by';
      id: string;
      timestamp: string;
      data: {
        answered_by: 'human' | 'machine' | 'unknown';
      };
    }
  | {
      type: 'call.transferred';
      id: string;
      timestamp: string;
      data: {
        kind: 'blind' | 'warm' | 'assistant';
        target: string;
        outcome: 'connected' | 'failed';
        reason: string | null;
      };
    }
  | {
      type: 'digit.pressed';
      id: string;
      timestamp: string;
      data: {
        digit: string;
      };
    }
  | {
      type: 'supervisor.note';
      id: string;
      timestamp: string;
      data: {
        text: string;
      };
    }
  | {
      type: 'supervisor.joined';
      id: string;
      timestamp: string;
      data: Record<string, unknown>;
    }
  | {
      type: 'supervisor.left';
      id: string;
      timestamp: string;
      data: Record<string, unknown>;
    };

export interface CallsSayParams {
  text: string;
  interrupt?: boolean | null | undefined;
}

export interface CallsSayResponse {
  message: string;
}

export interface CallsWhisperParams {
  text: string;
}

export interface CallsWhisperResponse {
  message: string;
}

export interface CallsTransferParams {
  phone_number: string;
  message?: string | null | undefined;
  warm?: boolean | null | undefined;
  briefing?: string | null | undefined;
}

export interface CallsTransferResponse {
  message: string;
}

export interface CampaignsCreateParams {
  name: string;
  assistant_id: number;
  timezone?: string | null | undefined;
  max_calls_in_parallel?: number | null | undefined;
  allowed_hours_start_time?: string | null | undefined;
  allowed_hours_end_time?: string | null | undefined;
  allowed_days?:
    | Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>
    | null
    | undefined;
  max_retries?: number | null | undefined;
  retry_interval?: number | null | undefined;
  contact_pause?: number | null | undefined;
  retry_on_voicemail?: boolean | null | undefined;
  retry_on_goal_incomplete?: boolean | null | undefined;
  goal_completion_variable?: string | null | undefined;
  mark_complete_when_no_leads?: boolean | null | undefined;
  phone_number_ids?: Array<number> | null | undefined;
}

export interface CampaignsCreateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    max_calls_in_parallel: number;
    mark_complete_when_no_leads: boolean;
    allowed_hours_start_time: string;
    allowed_hours_end_time: string;
    allowed_days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
    max_retries: number;
    retry_interval: number;
    contact_pause: number;
    created_at: string;
    updated_at: string;
    assistant_id: number;
    timezone: string;
    retry_on_voicemail: boolean;
    retry_on_goal_incomplete: boolean;
    goal_completion_variable: string | null;
    phone_number_ids: Array<number>;
    has_chosen_numbers: boolean;
    stop_reason: string | null;
    started_at: string | null;
    completed_at: string | null;
  };
}

export type CampaignsListResponse = Array<{
  id: number;
  name: string;
  status: 'draft' | 'in-progress' | 'stopped' | 'completed';
  max_calls_in_parallel: number;
  mark_complete_when_no_leads: boolean;
  allowed_hours_start_time: string;
  allowed_hours_end_time: string;
  allowed_days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
  max_retries: number;
  retry_interval: number;
  contact_pause: number;
  created_at: string;
  updated_at: string;
  assistant_id: number;
  timezone: string;
  retry_on_voicemail: boolean;
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
  phone_number_ids: Array<number>;
  has_chosen_numbers: boolean;
  stop_reason: string | null;
  started_at: string | null;
  completed_at: string | null;
}>;

export interface CampaignsGetResponse {
  data: {
    id: number;
    name: string;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    max_calls_in_parallel: number;
    mark_complete_when_no_leads: boolean;
    allowed_hours_start_time: string;
    allowed_hours_end_time: string;
    allowed_days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
    max_retries: number;
    retry_interval: number;
    contact_pause: number;
    created_at: string;
    updated_at: string;
    assistant_id: number;
    timezone: string;
    retry_on_voicemail: boolean;
    retry_on_goal_incomplete: boolean;
    goal_completion_variable: string | null;
    phone_number_ids: Array<number>;
    has_chosen_numbers: boolean;
    stop_reason: string | null;
    started_at: string | null;
    completed_at: string | null;
  };
}

export interface CampaignsUpdateParams {
  name?: string | undefined;
  assistant_id?: number | undefined;
  timezone?: string | null | undefined;
  max_calls_in_parallel?: number | null | undefined;
  allowed_hours_start_time?: string | null | undefined;
  allowed_hours_end_time?: string | null | undefined;
  allowed_days?:
    | Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>
    | null
    | undefined;
  max_retries?: number | null | undefined;
  retry_interval?: number | null | undefined;
  contact_pause?: number | null | undefined;
  retry_on_voicemail?: boolean | null | undefined;
  retry_on_goal_incomplete?: boolean | null | undefined;
  goal_completion_variable?: string | null | undefined;
  mark_complete_when_no_leads?: boolean | null | undefined;
  phone_number_ids?: Array<number> | null | undefined;
}

export interface CampaignsUpdateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    max_calls_in_parallel: number;
    mark_complete_when_no_leads: boolean;
    allowed_hours_start_time: string;
    allowed_hours_end_time: string;
    allowed_days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
    max_retries: number;
    retry_interval: number;
    contact_pause: number;
    created_at: string;
    updated_at: string;
    assistant_id: number;
    timezone: string;
    retry_on_voicemail: boolean;
    retry_on_goal_incomplete: boolean;
    goal_completion_variable: string | null;
    phone_number_ids: Array<number>;
    has_chosen_numbers: boolean;
    stop_reason: string | null;
    started_at: string | null;
    completed_at: string | null;
  };
}

export interface CampaignsDeleteResponse {
  message: string;
}

export interface CampaignsUpdateStatusParams {
  campaign_id: number;
  action?: unknown | undefined;
}

export interface CampaignsUpdateStatusResponse {
  message: string;
  success: true;
  data: {
    campaign_id: number;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    warnings: Array<string>;
  };
}

export interface LeadsCreateParams {
  phone_number: string;
  campaign_id: number;
  variables?: Record<string, unknown> | null | undefined;
  external_id?: string | null | undefined;
  allow_dupplicate?: boolean | null | undefined;
  secondary_contacts?:
    | Array<{
        phone_number: string;
        variables?: Record<string, unknown> | null | undefined;
        external_id?: string | null | undefined;
      }>
    | null
    | undefined;
}

export interface LeadsCreateResponse {
  message: string;
  data: {
    id: number;
    external_id: string | null;
    campaign_id: number;
    phone_number: string;
    variables: Record<string, unknown>;
    status:
      | 'created'
      | 'scheduled'
      | 'processing'
      | 'rescheduled'
      | 'completed'
      | 'reached-max-retries'
      | 'blacklisted';
    created_at: string;
    updated_at: string;
    campaign: {
      id: number;
      name: string;
    };
    secondary_contacts: Array<{
      id: number;
      external_id: string | null;
      phone_number: string;
      variables: Record<string, unknown>;
      status:
        | 'created'
        | 'scheduled'
        | 'processing'
        | 'rescheduled'
        | 'completed'
        | 'reached-max-retries'
        | 'blacklisted';
      created_at: string;
      updated_at: string;
      call_tries: number;
      last_outcome: string | null;
      left_out: {
        code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
        text: string;
      } | null;
    }>;
    call_tries: number;
    retries: number;
    last_outcome: string | null;
    goal_met: boolean | null;
    due_at: string | null;
    left_out: {
      code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
      text: string;
    } | null;
    waiting: {
      code:
        | 'campaign-not-started'
        | 'campaign-stopped'
        | 'campaign-completed'
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
      text: string;
      until: string | null;
    } | null;
  };
}

export interface LeadsListParams {
  status?:
    | 'created'
    | 'scheduled'
    | 'processing'
    | 'rescheduled'
    | 'completed'
    | 'reached-max-retries'
    | 'blacklisted'
    | null
    | undefined;
  campaign_id?: number | null | undefined;
  phone_number?: string | null | undefined;
  external_id?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  updated_from?: string | null | undefined;
  updated_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface LeadsListItem {
  id: number;
  external_id: string | null;
  campaign_id: number;
  phone_number: string;
  variables: Record<string, unknown>;
  status:
    | 'created'
    | 'scheduled'
    | 'processing'
    | 'rescheduled'
    | 'completed'
    | 'reached-max-retries'
    | 'blacklisted';
  created_at: string;
  updated_at: string;
  campaign: {
    id: number;
    name: string;
  };
  secondary_contacts: Array<{
    id: number;
    external_id: string | null;
    phone_number: string;
    variables: Record<string, unknown>;
    status:
      | 'created'
      | 'scheduled'
      | 'processing'
      | 'rescheduled'
      | 'completed'
      | 'reached-max-retries'
      | 'blacklisted';
    created_at: string;
    updated_at: string;
    call_tries: number;
    last_outcome: string | null;
    left_out: {
      code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
      text: string;
    } | null;
  }>;
  call_tries: number;
  retries: number;
  last_outcome: string | null;
  goal_met: boolean | null;
  due_at: string | null;
  left_out: {
    code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
    text: string;
  } | null;
  waiting: {
    code:
      | 'campaign-not-started'
      | 'campaign-stopped'
      | 'campaign-completed'
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
    text: string;
    until: string | null;
  } | null;
}

export interface LeadsGetResponse {
  data: {
    id: number;
    external_id: string | null;
    campaign_id: number;
    phone_number: string;
    variables: Record<string, unknown>;
    status:
      | 'created'
      | 'scheduled'
      | 'processing'
      | 'rescheduled'
      | 'completed'
      | 'reached-max-retries'
      | 'blacklisted';
    created_at: string;
    updated_at: string;
    campaign: {
      id: number;
      name: string;
    };
    secondary_contacts: Array<{
      id: number;
      external_id: string | null;
      phone_number: string;
      variables: Record<string, unknown>;
      status:
        | 'created'
        | 'scheduled'
        | 'processing'
        | 'rescheduled'
        | 'completed'
        | 'reached-max-retries'
        | 'blacklisted';
      created_at: string;
      updated_at: string;
      call_tries: number;
      last_outcome: string | null;
      left_out: {
        code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
        text: string;
      } | null;
    }>;
    call_tries: number;
    retries: number;
    last_outcome: string | null;
    goal_met: boolean | null;
    due_at: string | null;
    left_out: {
      code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
      text: string;
    } | null;
    waiting: {
      code:
        | 'campaign-not-started'
        | 'campaign-stopped'
        | 'campaign-completed'
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
      text: string;
      until: string | null;
    } | null;
  };
}

export interface LeadsUpdateParams {
  phone_number?: string | undefined;
  campaign_id?: number | undefined;
  variables?: Record<string, unknown> | null | undefined;
  external_id?: string | null | undefined;
  status?: 'created' | 'completed' | 'reached-max-retries' | undefined;
  secondary_contacts?:
    | Array<{
        phone_number: string;
        variables?: Record<string, unknown> | null | undefined;
        external_id?: string | null | undefined;
      }>
    | null
    | undefined;
}

export interface LeadsUpdateResponse {
  message: string;
  data: {
    id: number;
    external_id: string | null;
    campaign_id: number;
    phone_number: string;
    variables: Record<string, unknown>;
    status:
      | 'created'
      | 'scheduled'
      | 'processing'
      | 'rescheduled'
      | 'completed'
      | 'reached-max-retries'
      | 'blacklisted';
    created_at: string;
    updated_at: string;
    campaign: {
      id: number;
      name: string;
    };
    secondary_contacts: Array<{
      id: number;
      external_id: string | null;
      phone_number: string;
      variables: Record<string, unknown>;
      status:
        | 'created'
        | 'scheduled'
        | 'processing'
        | 'rescheduled'
        | 'completed'
        | 'reached-max-retries'
        | 'blacklisted';
      created_at: string;
      updated_at: string;
      call_tries: number;
      last_outcome: string | null;
      left_out: {
        code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
        text: string;
      } | null;
    }>;
    call_tries: number;
    retries: number;
    last_outcome: string | null;
    goal_met: boolean | null;
    due_at: string | null;
    left_out: {
      code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
      text: string;
    } | null;
    waiting: {
      code:
        | 'campaign-not-started'
        | 'campaign-stopped'
        | 'campaign-completed'
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
      text: string;
      until: string | null;
    } | null;
  };
}

export interface LeadsDeleteResponse {
  message: string;
}

export interface LeadsCreateManyParams {
  campaign_id: number;
  allow_dupplicate?: boolean | null | undefined;
  leads: Array<unknown>;
}

export interface LeadsCreateManyResponse {
  message: string;
  data: {
    created: number;
    updated: number;
    duplicates: number;
    invalid: number;
    results: Array<{
      index: number;
      status: 'created' | 'updated' | 'duplicate' | 'invalid';
      id: number | null;
      external_id: string | null;
      errors: Record<string, Array<string>>;
    }>;
  };
}

export interface CampaignsLeadsImportParams {
  file: Uploadable;
  dry_run?: boolean | null | undefined;
  allow_dupplicate?: boolean | null | undefined;
  max_errors?: number | null | undefined;
  errors_after?: number | null | undefined;
  phone_column?: string | null | undefined;
  secondary_columns?: string | null | undefined;
  external_id_column?: string | null | undefined;
  country_code?: string | null | undefined;
  assume_international?: boolean | null | undefined;
  sheet?: string | null | undefined;
  delimiter?: ',' | ';' | '|' | 'tab' | null | undefined;
  charset?: string | null | undefined;
}

export interface CampaignsLeadsImportResponse {
  message: string;
  data: {
    dry_run: boolean;
    charset: string;
    delimiter: string;
    sheet: string | null;
    header_row: number;
    columns: {
      phone_number: string;
      secondary: Array<string>;
      external_id: string | null;
      variables: Array<string>;
      available: Array<string>;
    };
    sample: Array<{
      phone_number: string;
      secondary: Array<string>;
      variables: Record<string, unknown>;
    }>;
    guesses: Array<string>;
    rows: number;
    created: number;
    updated: number;
    blacklisted: number;
    duplicates: number;
    repeated: number;
    invalid: number;
    errors: Array<{
      row: number;
      column: string;
      message: string;
    }>;
    more_errors: number;
    warnings: Array<string>;
  };
}

export interface CampaignsReportGetResponse {
  data: {
    id: number;
    name: string;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    timezone: string;
    generated_at: string;
    funnel: {
      leads: number;
      called: number;
      answered: number;
      converted: number;
    };
    leads: {
      created: number;
      scheduled: number;
      processing: number;
      rescheduled: number;
      completed: number;
      'reached-max-retries': number;
      blacklisted: number;
    };
    attempts: {
      total: number;
      running: number;
      answered: number;
      machine: number;
      no_answer: number;
      busy: number;
      failed: number;
      answer_rate: number | null;
      per_called_lead: number | null;
      average_duration: number | null;
    };
    goal: {
      variable: string;
      met: number;
      missed: number;
      rate: number | null;
    } | null;
    cost: {
      total: number;
      per_answered_lead: number | null;
      per_goal: number | null;
    };
    hours: Array<{
      total: number;
      answered: number;
      machine: number;
      no_answer: number;
      busy: number;
      failed: number;
      answer_rate: number | null;
      hour: number;
    }>;
    waiting: Array<{
      code:
        | 'campaign-not-started'
        | 'campaign-stopped'
        | 'campaign-completed'
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
      text: string;
      until: string | null;
      leads: number;
    }>;
    left_out: Array<{
      code: 'unknown-zone' | 'invalid-number' | 'blacklisted';
      text: string;
      numbers: number;
    }>;
  };
}

export interface CampaignsLimitsGetResponse {
  data: {
    campaigns: number;
    max_calls_in_parallel: number;
    calling_hours: {
      start_minute: number;
      end_minute: number;
    };
    sandbox_calling_hours: {
      start_minute: number;
      end_minute: number;
    };
  };
}

export interface CampaignsProgressListResponse {
  data: Array<{
    campaign_id: number;
    leads: number;
    finished: number;
    ringing: number;
    talking: number;
  }>;
}

export interface CampaignsMonitorGetResponse {
  data: {
    id: number;
    status: 'draft' | 'in-progress' | 'stopped' | 'completed';
    generated_at: string;
    places: number;
    hints: Array<string>;
    live: Array<{
      call_id: number;
      lead_id: number | null;
      phone_number: string | null;
      status: 'initiated' | 'ringing' | 'in-progress';
      since: string;
    }>;
    leads: {
      total: number;
      finished: number;
    };
    today: {
      calls: number;
      running: number;
      answered: number;
    };
    minutes: Array<number>;
  };
}

export interface ModelsListParams {
  type?: 'llm' | 'multimodal' | 'dualplex' | null | undefined;
}

export type ModelsListResponse = Array<{
  id: number;
  name: string;
  code?: string | undefined;
  takes_keywords?: boolean | undefined;
}>;

export interface VoicesListParams {
  mode?: 'pipeline' | 'multimodal' | 'dualplex' | null | undefined;
  language_id?: number | null | undefined;
  multimodal_model_id?: number | null | undefined;
}

export type VoicesListResponse = Array<{
  id: number;
  name: string;
  language_id: number | null;
  gender: string | null;
  preview_url: string | null;
  accent: string | null;
  age: string | null;
  synthesizer_provider_id: number | null;
}>;

export type LanguagesListResponse = Array<{
  id: number;
  name: string;
  iso_2: string;
}>;

export interface SynthesizerProvidersListParams {
  language_id?: number | null | undefined;
}

export type SynthesizerProvidersListResponse = Array<{
  id: number;
  name: string;
  code: string;
  fallback?: string | null | undefined;
  takes_keywords?: boolean | undefined;
  takes_ipa?: boolean | undefined;
}>;

export interface TranscriberProvidersListParams {
  language_id?: number | null | undefined;
}

export type TranscriberProvidersListResponse = Array<{
  id: number;
  name: string;
  code: string;
  fallback?: string | null | undefined;
  takes_keywords?: boolean | undefined;
  takes_ipa?: boolean | undefined;
}>;

export interface StatisticsGetParams {
  from?: string | null | undefined;
  to?: string | null | undefined;
}

export interface StatisticsGetResponse {
  data: {
    timezone: string;
    from: string;
    to: string;
    days: Array<{
      day: string;
      calls: {
        scheduled: number;
        initiated: number;
        ringing: number;
        'in-progress': number;
        completed: number;
        ended_by_customer: number;
        ended_by_assistant: number;
        busy: number;
        'no-answer': number;
        failed: number;
        canceled: number;
      };
      call_minutes: number;
      conversations: number;
      messages: number;
      spend: number;
      failed_calls: number;
      failed_deliveries: number;
      failed_documents: number;
      latency_p50_ms: number | null;
      latency_p95_ms: number | null;
    }>;
    total: {
      calls: {
        scheduled: number;
        initiated: number;
        ringing: number;
        'in-progress': number;
        completed: number;
        ended_by_customer: number;
        ended_by_assistant: number;
        busy: number;
        'no-answer': number;
        failed: number;
        canceled: number;
      };
      call_minutes: number;
      conversations: number;
      messages: number;
      spend: number;
      failed_calls: number;
      failed_deliveries: number;
      failed_documents: number;
      latency_p50_ms: number | null;
      latency_p95_ms: number | null;
    };
  };
}

export interface SearchRunParams {
  query: string;
}

export interface SearchRunResponse {
  data: Array<{
    kind:
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
    id: string;
    name: string;
    detail: string;
    parent_id: string | null;
    at: string | null;
  }>;
}

export interface PublicConversationsCreateParams {
  assistant_id: string;
  type?: 'widget' | 'test' | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export interface PublicConversationsCreateResponse {
  status: true;
  conversation_id: string;
  history: Array<{
    role: 'assistant' | 'user';
    content: string;
    function_calls?:
      | Array<{
          name: string;
          arguments: Record<string, unknown>;
          result: Record<string, unknown>;
        }>
      | undefined;
  }>;
}

export interface PublicConversationsGetResponse {
  status: true;
  history: Array<{
    role: 'assistant' | 'user';
    content: string;
    function_calls?:
      | Array<{
          name: string;
          arguments: Record<string, unknown>;
          result: Record<string, unknown>;
        }>
      | undefined;
  }>;
}

export interface PublicConversationsMessagesCreateParams {
  message: string;
}

export interface PublicConversationsMessagesCreateResponse {
  status: true;
  message: string | null;
  function_calls: Array<{
    name: string;
    arguments: Record<string, unknown>;
    result: Record<string, unknown>;
  }>;
}

export type PublicConversationsMessagesCreateEvent =
  | {
      event: 'delta';
      data: {
        text: string;
      };
    }
  | {
      event: 'reset';
      data: {
        text: string;
      };
    }
  | {
      event: 'tool-started';
      data: {
        name: string;
        arguments: Record<string, unknown>;
      };
    }
  | {
      event: 'tool-finished';
      data: {
        name: string;
        arguments: Record<string, unknown>;
        result: Record<string, unknown>;
      };
    }
  | {
      event: 'done';
      data: {
        status: true;
        message: string | null;
        function_calls: Array<{
          name: string;
          arguments: Record<string, unknown>;
          result: Record<string, unknown>;
        }>;
      };
    };

export interface WidgetsGetResponse {
  status: true;
  widget: {
    theme: 'light' | 'dark' | 'auto';
    color: string;
    position: 'bottom-right' | 'bottom-left';
    name: string;
    greeting: string;
  };
}

export interface PublicConversationsEventsStreamEvent {
  message_count: number;
  ai_enabled: boolean;
  status: 'active' | 'ended';
}

export interface AiGenerateReplyParams {
  assistant_id: number | string;
  customer_identifier: string;
  message: string;
  variables?: Record<string, unknown> | null | undefined;
}

export interface AiGenerateReplyResponse {
  success: true;
  conversation_id: string;
  customer_identifier: string;
  reply: string | null;
  function_calls: Array<{
    name: string;
    arguments: Record<string, unknown>;
    result: Record<string, unknown>;
  }>;
  ai_disabled: boolean;
}

export interface ConversationsListParams {
  type?: 'test' | 'widget' | 'msgapp' | 'api' | null | undefined;
  assistant_id?: number | null | undefined;
  has_opted_out?: boolean | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  updated_from?: string | null | undefined;
  updated_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface ConversationsListItem {
  id: string;
  assistant_id: string | null;
  assistant_name: string | null;
  type: 'test' | 'widget' | 'msgapp' | 'api';
  message_count: number;
  total_cost: number;
  ai_enabled: boolean;
  has_opted_out: boolean;
  created_at: string;
  updated_at: string;
}

export interface InboxListParams {
  type?: 'test' | 'widget' | 'msgapp' | 'api' | null | undefined;
  assistant_id?: number | null | undefined;
  status?: 'active' | 'ended' | null | undefined;
  ai_enabled?: boolean | null | undefined;
  has_opted_out?: boolean | null | undefined;
  customer?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface InboxListItem {
  id: string;
  assistant_id: string | null;
  assistant_name: string | null;
  type: 'test' | 'widget' | 'msgapp' | 'api';
  message_count: number;
  total_cost: number;
  ai_enabled: boolean;
  has_opted_out: boolean;
  created_at: string;
  updated_at: string;
  status: 'active' | 'ended';
  customer_identifier: string | null;
  customer_phone: string | null;
  customer_name: string | null;
  last_message: {
    author: 'customer' | 'ai' | 'human';
    content: string;
    created_at: string;
    is_undelivered: boolean;
  } | null;
}

export interface ConversationsGetResponse {
  data: {
    id: string;
    assistant_id: string | null;
    assistant_name: string | null;
    type: 'test' | 'widget' | 'msgapp' | 'api';
    status: 'active' | 'ended';
    message_count: number;
    total_cost: number;
    ai_enabled: boolean;
    silence: {
      reason: 'AUTOMATIC_REPLIES' | 'DAILY_LIMIT';
      since: string;
      until: string;
    } | null;
    summary: string | null;
    variables: Record<string, unknown>;
    customer_identifier: string | null;
    customer_phone: string | null;
    customer_name: string | null;
    has_opted_out: boolean;
    sender: {
      phone_number: string;
      display_name: string;
    } | null;
    created_at: string;
    updated_at: string;
    ended_at: string | null;
    evaluation: Array<{
      name: string;
      type: 'string' | 'number' | 'bool';
      value: string | number | boolean | null;
      description: string;
    }> | null;
    evaluation_error: string | null;
    transcript: Array<{
      role: 'assistant' | 'user';
      author: 'customer' | 'ai' | 'human';
      content: string;
      function_calls: Array<{
        name: string;
        arguments: Record<string, unknown>;
        result: Record<string, unknown>;
      }>;
      model_calls: Array<{
        model: string;
        input_tokens: number | null;
        output_tokens: number | null;
        cost: number | null;
        first_event_ms: number | null;
        total_ms: number;
        error_code: string | null;
      }>;
      created_at: string;
    }>;
    costs: Array<{
      kind: string;
      amount: number;
      note: string | null;
      created_at: string;
    }>;
  };
}

export interface ConversationsEnableAiResponse {
  message: string;
  data: {
    id: string;
    ai_enabled: boolean;
  };
}

export interface ConversationsDisableAiResponse {
  message: string;
  data: {
    id: string;
    ai_enabled: boolean;
  };
}

export interface ConversationsRewindParams {
  keep_messages: number;
}

export interface ConversationsRewindResponse {
  message: string;
  data: {
    id: string;
    message_count: number;
  };
}

export interface KnowledgebasesListResponse {
  data: Array<{
    id: number;
    name: string;
    description: string;
    status: 'empty' | 'processing' | 'active' | 'failed';
    status_label: string;
    documents_count: number;
    assistants_count: number;
    created_at: string;
    updated_at: string;
  }>;
}

export interface KnowledgebasesCreateParams {
  name: string;
  description?: string | null | undefined;
}

export interface KnowledgebasesCreateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    status: 'empty' | 'processing' | 'active' | 'failed';
    status_label: string;
    documents_count: number;
    assistants_count: number;
    created_at: string;
    updated_at: string;
  };
}

export interface KnowledgebasesGetResponse {
  data: {
    id: number;
    name: string;
    description: string;
    status: 'empty' | 'processing' | 'active' | 'failed';
    status_label: string;
    documents_count: number;
    assistants_count: number;
    created_at: string;
    updated_at: string;
  };
}

export interface KnowledgebasesUpdateParams {
  name?: string | undefined;
  description?: string | null | undefined;
}

export interface KnowledgebasesUpdateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    status: 'empty' | 'processing' | 'active' | 'failed';
    status_label: string;
    documents_count: number;
    assistants_count: number;
    created_at: string;
    updated_at: string;
  };
}

export interface KnowledgebasesDeleteResponse {
  message: string;
}

export interface KnowledgebasesSearchParams {
  query: string;
  limit?: number | null | undefined;
}

export interface KnowledgebasesSearchResponse {
  data: Array<{
    document_id: number;
    document_name: string;
    text: string;
    score: number;
    source: string | null;
    why: {
      words: number;
      missing: Array<string>;
      meaning: number | null;
      meaning_doubt: 'few-passages' | 'unfit-embeddings' | null;
    };
  }>;
}

export interface DocumentsCreateParams {
  name: string;
  description?: string | null | undefined;
  type: 'website' | 'pdf' | 'txt' | 'docx';
  url?: string | null | undefined;
  links?:
    | Array<{
        link: string;
      }>
    | null
    | undefined;
  relative_links_limit?: number | null | undefined;
  /** At most 20971520 bytes. */
  file?: Uploadable | undefined;
}

export interface DocumentsCreateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
  };
}

export interface DocumentsListResponse {
  data: Array<{
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
  }>;
}

export interface DocumentsListFailedParams {
  limit?: number | null | undefined;
}

export interface DocumentsListFailedResponse {
  data: Array<{
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
    knowledgebase: {
      id: number;
      name: string;
    };
  }>;
}

export interface DocumentsChunksListParams {
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface DocumentsChunksListItem {
  position: number;
  heading: string;
  text: string;
  source: string | null;
  is_embedded: boolean;
}

export interface DocumentsGetResponse {
  data: {
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
  };
}

export interface DocumentsUpdateParams {
  name?: string | undefined;
  description?: string | null | undefined;
}

export interface DocumentsUpdateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
  };
}

export interface DocumentsDeleteResponse {
  message: string;
}

export interface DocumentsRetryResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
  };
}

export interface DocumentsRefreshResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    type: 'website' | 'pdf' | 'txt' | 'docx';
    type_label: string;
    status: 'processing' | 'active' | 'failed';
    status_label: string;
    created_at: string;
    updated_at: string;
    error: string | null;
    warning: string | null;
    last_read_at: string | null;
    stage: 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
    progress: {
      done: number;
      total: number | null;
    };
  };
}

export interface MsgappSendersListParams {
  status?: 'online' | 'all' | null | undefined;
}

export interface MsgappSendersListResponse {
  data: Array<{
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
  }>;
}

export interface MsgappSendersCreateParams {
  provider: string;
  phone_number: string;
  display_name?: string | null | undefined;
  assistant_id?: number | null | undefined;
  credentials?: Record<string, unknown> | null | undefined;
}

export interface MsgappSendersCreateResponse {
  message: string;
  data: {
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
    provider: string;
    assistant_id: number | null;
    webhook_url: string;
    templates_synced_at: string | null;
    templates_error: string | null;
    problem: string | null;
    health_checked_at: string | null;
    unattributed_reports: {
      count: number;
      last_at: string | null;
    };
    created_at: string;
    updated_at: string;
  };
}

export interface MsgappSendersGetResponse {
  data: {
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
    provider: string;
    assistant_id: number | null;
    webhook_url: string;
    templates_synced_at: string | null;
    templates_error: string | null;
    problem: string | null;
    health_checked_at: string | null;
    unattributed_reports: {
      count: number;
      last_at: string | null;
    };
    created_at: string;
    updated_at: string;
  };
}

export interface MsgappSendersUpdateParams {
  display_name?: string | null | undefined;
  assistant_id?: number | null | undefined;
  status?: 'online' | 'offline' | null | undefined;
  credentials?: Record<string, unknown> | null | undefined;
}

export interface MsgappSendersUpdateResponse {
  message: string;
  data: {
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
    provider: string;
    assistant_id: number | null;
    webhook_url: string;
    templates_synced_at: string | null;
    templates_error: string | null;
    problem: string | null;
    health_checked_at: string | null;
    unattributed_reports: {
      count: number;
      last_at: string | null;
    };
    created_at: string;
    updated_at: string;
  };
}

export interface MsgappSendersDeleteResponse {
  message: string;
}

export interface MsgappUnattributedReportsListParams {
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface MsgappUnattributedReportsListItem {
  id: number;
  what: string;
  content: string;
  created_at: string;
}

export interface MsgappTemplatesListParams {
  status?: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled' | 'all' | null | undefined;
}

export interface MsgappTemplatesListResponse {
  data: Array<{
    id: number;
    name: string;
    language: string;
    category: string;
    status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
    body_text: string;
    variables: Array<string>;
    variable_kinds: Array<
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
      | 'coupon'
    >;
    has_variables: boolean;
    preview: {
      header: {
        format: string;
        text: string | null;
      } | null;
      offer: string | null;
      footer: string | null;
      buttons: Array<{
        kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
        text: string;
        target: string | null;
      }>;
      cards: Array<{
        header: {
          format: string;
          text: string | null;
        } | null;
        body_text: string;
        buttons: Array<{
          kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
          text: string;
          target: string | null;
        }>;
      }>;
    };
    unsendable: string | null;
  }>;
}

export interface MsgappTemplatesSyncResponse {
  data: Array<{
    id: number;
    name: string;
    language: string;
    category: string;
    status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
    body_text: string;
    variables: Array<string>;
    variable_kinds: Array<
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
      | 'coupon'
    >;
    has_variables: boolean;
    preview: {
      header: {
        format: string;
        text: string | null;
      } | null;
      offer: string | null;
      footer: string | null;
      buttons: Array<{
        kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
        text: string;
        target: string | null;
      }>;
      cards: Array<{
        header: {
          format: string;
          text: string | null;
        } | null;
        body_text: string;
        buttons: Array<{
          kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
          text: string;
          target: string | null;
        }>;
      }>;
    };
    unsendable: string | null;
  }>;
}

export interface ConversationsMessagesCreateParams {
  message: string;
}

export interface ConversationsMessagesCreateResponse {
  message: string;
  data: {
    role: 'assistant' | 'user';
    content: string;
    function_calls?:
      | Array<{
          name: string;
          arguments: Record<string, unknown>;
          result: Record<string, unknown>;
        }>
      | undefined;
    message_id: number;
    msgapp_message_id?: number | undefined;
  };
}

export interface MsgappSendFreeformParams {
  sender_id: number;
  recipient_phone: string;
  message: string;
}

export interface MsgappSendFreeformResponse {
  success: true;
  conversation_id: number;
  conversation_uuid: string;
  message_id: number;
  msgapp_message_id: number;
  message_sid: string;
  session_status: {
    is_open: boolean;
    can_send_freeform: boolean;
    requires_template: boolean;
    message: string;
    minutes_remaining?: number | undefined;
    expires_at?: string | undefined;
    expired_at?: string | undefined;
  };
}

export interface MsgappSendTemplateParams {
  sender_id: number;
  template_id: number;
  recipient_phone: string;
  recipient_name?: string | null | undefined;
  variables?: Record<string, string | number | null> | Array<string | number | null> | null | undefined;
}

export interface MsgappSendTemplateResponse {
  success: true;
  conversation_id: number;
  conversation_uuid: string;
  message_id: number;
  msgapp_message_id: number;
  message_sid: string;
  status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';
}

export interface MsgappSessionStatusGetParams {
  sender_id: number;
  recipient_phone: string;
}

export interface MsgappSessionStatusGetResponse {
  success: true;
  has_conversation: boolean;
  conversation_id?: number | undefined;
  conversation_uuid?: string | undefined;
  customer_name?: string | null | undefined;
  last_customer_message_at?: string | undefined;
  session_status: {
    is_open: boolean;
    can_send_freeform: boolean;
    requires_template: boolean;
    message: string;
    minutes_remaining?: number | undefined;
    expires_at?: string | undefined;
    expired_at?: string | undefined;
  };
}

export interface MsgappMessagesGetResponse {
  data: {
    msgapp_message_id: number;
    message_sid: string | null;
    state: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';
    error_code: string | null;
    error: string | null;
    updated_at: string;
    sender_id: number | null;
    conversation_id: number;
    conversation_uuid: string;
    message_id: number;
    recipient_phone: string;
    message: string;
    created_at: string;
  };
}

export interface ConversationsMessagesListParams {
  before?: number | null | undefined;
}

export interface ConversationsMessagesListResponse {
  data: Array<{
    id: number;
    role: 'assistant' | 'user';
    author: 'customer' | 'ai' | 'human';
    content: string;
    created_at: string;
    delivery: {
      msgapp_message_id: number;
      message_sid: string | null;
      state: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered';
      error_code: string | null;
      error: string | null;
      updated_at: string;
    } | null;
    attachments: Array<{
      id: number;
      content_type: string;
      file_name: string | null;
      status: 'waiting' | 'stored' | 'failed';
      byte_count: number | null;
      error: string | null;
      text: string | null;
      text_error: string | null;
    }>;
    unanswered_reason: string | null;
    edited_at: string | null;
    deleted_at: string | null;
    reaction: string | null;
    about: {
      quoted: {
        message_id: number;
        content: string;
      } | null;
      choice: {
        title: string;
        payload: string | null;
        description: string | null;
      } | null;
      referral: {
        headline: string | null;
        body: string | null;
        url: string | null;
      } | null;
      product: {
        id: string;
        catalog_id: string | null;
      } | null;
      form: Record<string, string> | null;
    } | null;
  }>;
  session_status: {
    is_open: boolean;
    can_send_freeform: boolean;
    requires_template: boolean;
    message: string;
    minutes_remaining?: number | undefined;
    expires_at?: string | undefined;
    expired_at?: string | undefined;
  };
}

export interface SmsSendParams {
  from?: number | null | undefined;
  phone_number_id?: number | null | undefined;
  to?: string | null | undefined;
  phone_number?: string | null | undefined;
  body?: string | null | undefined;
  message?: string | null | undefined;
}

export interface SmsSendResponse {
  message: string;
  data: {
    id: number;
    direction: 'outbound' | 'inbound';
    phone_number_id: number | null;
    from: string;
    to: string;
    body: string;
    status: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received';
    message_sid: string | null;
    error_code: string | null;
    error: string | null;
    cost: number;
    segments: number | null;
    created_at: string;
    updated_at: string;
  };
}

export interface SmsListParams {
  direction?: 'outbound' | 'inbound' | null | undefined;
  status?: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received' | null | undefined;
  phone_number_id?: number | null | undefined;
  customer?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface SmsListItem {
  id: number;
  direction: 'outbound' | 'inbound';
  phone_number_id: number | null;
  from: string;
  to: string;
  body: string;
  status: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received';
  message_sid: string | null;
  error_code: string | null;
  error: string | null;
  cost: number;
  segments: number | null;
  created_at: string;
  updated_at: string;
}

export interface SmsGetResponse {
  data: {
    id: number;
    direction: 'outbound' | 'inbound';
    phone_number_id: number | null;
    from: string;
    to: string;
    body: string;
    status: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received';
    message_sid: string | null;
    error_code: string | null;
    error: string | null;
    cost: number;
    segments: number | null;
    created_at: string;
    updated_at: string;
  };
}

export interface PhoneNumbersListResponse {
  data: Array<{
    id: number;
    phone_number: string;
    country_code: string;
    type: 'normal' | 'sip' | 'caller_id';
    type_label: string;
    sms_capable: boolean;
    region: string;
    has_active_subscription: boolean;
    created_at: string;
  }>;
}

export type PhoneNumbersListSmsCapableResponse = Array<{
  id: number;
  phone_number: string;
  country_code: string;
  type: 'normal' | 'sip' | 'caller_id';
  type_label: string;
  sms_capable: boolean;
  region: string;
  has_active_subscription: boolean;
  created_at: string;
}>;

export interface PhoneNumbersListAssignableParams {
  type?: 'inbound' | 'outbound' | null | undefined;
}

export type PhoneNumbersListAssignableResponse = Array<{
  id: number;
  phone_number: string;
  country_code: string;
  type_label: string;
  is_available: boolean;
}>;

export interface PhoneNumbersSearchParams {
  country_code: string;
  contains?: string | null | undefined;
  sms_capable?: boolean | null | undefined;
  limit?: number | null | undefined;
}

export interface PhoneNumbersSearchResponse {
  data: Array<{
    phone_number: string;
    country_code: string;
    type: 'normal' | 'sip' | 'caller_id';
    type_label: string;
    sms_capable: boolean;
    region: string;
    monthly_price: {
      amount: number;
      currency: string;
    } | null;
  }>;
}

export interface PhoneNumbersPurchaseParams {
  phone_number: string;
}

export interface PhoneNumbersPurchaseResponse {
  message: string;
  data: {
    id: number;
    phone_number: string;
    country_code: string;
    type: 'normal' | 'sip' | 'caller_id';
    type_label: string;
    sms_capable: boolean;
    region: string;
    has_active_subscription: boolean;
    created_at: string;
  };
}

export interface PhoneNumbersDeleteResponse {
  message: string;
}

export interface SipTrunksListResponse {
  data: Array<{
    id: number;
    sip_trunk_type: 'extension' | 'number';
    phone_number: string;
    nickname: string | null;
    sip_username: string | null;
    has_sip_password: boolean;
    sip_address: string;
    sip_calling_format: '+e164' | 'e164' | 'national';
    inbound_authorization_type: 'auth' | 'ip';
    allowed_inbound_ips: Array<string>;
    country_code: string;
    outbound_proxy: string | null;
    sip_headers: Array<{
      name: string;
      value: string;
    }>;
    created_at: string;
    updated_at: string;
  }>;
}

export interface SipTrunksCreateParams {
  sip_trunk_type: 'extension' | 'number';
  phone_number: string;
  sip_address: string;
  nickname?: string | null | undefined;
  sip_username?: string | null | undefined;
  sip_password?: string | null | undefined;
  sip_calling_format?: '+e164' | 'e164' | 'national' | null | undefined;
  inbound_authorization_type?: 'auth' | 'ip' | null | undefined;
  allowed_inbound_ips?: Array<string> | null | undefined;
  country_code?: string | null | undefined;
  outbound_proxy?: string | null | undefined;
  sip_headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
}

export interface SipTrunksCreateResponse {
  message: string;
  data: {
    id: number;
    sip_trunk_type: 'extension' | 'number';
    phone_number: string;
    nickname: string | null;
    sip_username: string | null;
    has_sip_password: boolean;
    sip_address: string;
    sip_calling_format: '+e164' | 'e164' | 'national';
    inbound_authorization_type: 'auth' | 'ip';
    allowed_inbound_ips: Array<string>;
    country_code: string;
    outbound_proxy: string | null;
    sip_headers: Array<{
      name: string;
      value: string;
    }>;
    created_at: string;
    updated_at: string;
  };
}

export interface SipTrunksGetResponse {
  data: {
    id: number;
    sip_trunk_type: 'extension' | 'number';
    phone_number: string;
    nickname: string | null;
    sip_username: string | null;
    has_sip_password: boolean;
    sip_address: string;
    sip_calling_format: '+e164' | 'e164' | 'national';
    inbound_authorization_type: 'auth' | 'ip';
    allowed_inbound_ips: Array<string>;
    country_code: string;
    outbound_proxy: string | null;
    sip_headers: Array<{
      name: string;
      value: string;
    }>;
    created_at: string;
    updated_at: string;
  };
}

export interface SipTrunksUpdateParams {
  sip_trunk_type?: 'extension' | 'number' | undefined;
  phone_number?: string | undefined;
  sip_address?: string | undefined;
  nickname?: string | null | undefined;
  sip_username?: string | null | undefined;
  sip_password?: string | null | undefined;
  sip_calling_format?: '+e164' | 'e164' | 'national' | null | undefined;
  inbound_authorization_type?: 'auth' | 'ip' | null | undefined;
  allowed_inbound_ips?: Array<string> | null | undefined;
  country_code?: string | null | undefined;
  outbound_proxy?: string | null | undefined;
  sip_headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
}

export interface SipTrunksUpdateResponse {
  message: string;
  data: {
    id: number;
    sip_trunk_type: 'extension' | 'number';
    phone_number: string;
    nickname: string | null;
    sip_username: string | null;
    has_sip_password: boolean;
    sip_address: string;
    sip_calling_format: '+e164' | 'e164' | 'national';
    inbound_authorization_type: 'auth' | 'ip';
    allowed_inbound_ips: Array<string>;
    country_code: string;
    outbound_proxy: string | null;
    sip_headers: Array<{
      name: string;
      value: string;
    }>;
    created_at: string;
    updated_at: string;
  };
}

export type ToolsListResponse = Array<{
  id: number;
  name: string;
  description: string;
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  timeout: number;
  headers: Array<{
    name: string;
    value: string;
  }>;
  schema: Array<{
    name: string;
    type: 'string' | 'number' | 'boolean';
    description: string;
  }>;
  created_at: string;
  updated_at: string;
}>;

export interface ToolsCreateParams {
  name: string;
  description: string;
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  timeout?: number | null | undefined;
  headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
  schema?:
    | Array<{
        name: string;
        type: 'string' | 'number' | 'boolean';
        description: string;
      }>
    | null
    | undefined;
}

export interface ToolsCreateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    endpoint: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    timeout: number;
    headers: Array<{
      name: string;
      value: string;
    }>;
    schema: Array<{
      name: string;
      type: 'string' | 'number' | 'boolean';
      description: string;
    }>;
    created_at: string;
    updated_at: string;
  };
}

export interface ToolsGetResponse {
  id: number;
  name: string;
  description: string;
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  timeout: number;
  headers: Array<{
    name: string;
    value: string;
  }>;
  schema: Array<{
    name: string;
    type: 'string' | 'number' | 'boolean';
    description: string;
  }>;
  created_at: string;
  updated_at: string;
}

export interface ToolsUpdateParams {
  name?: string | undefined;
  description?: string | undefined;
  endpoint?: string | undefined;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  timeout?: number | null | undefined;
  headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
  schema?:
    | Array<{
        name: string;
        type: 'string' | 'number' | 'boolean';
        description: string;
      }>
    | null
    | undefined;
}

export interface ToolsUpdateResponse {
  message: string;
  data: {
    id: number;
    name: string;
    description: string;
    endpoint: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    timeout: number;
    headers: Array<{
      name: string;
      value: string;
    }>;
    schema: Array<{
      name: string;
      type: 'string' | 'number' | 'boolean';
      description: string;
    }>;
    created_at: string;
    updated_at: string;
  };
}

export interface ToolsDeleteResponse {
  message: string;
}

export interface ToolsTestParams {
  arguments?: Record<string, unknown> | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export interface ToolsTestResponse {
  message: string;
  data: {
    succeeded: boolean;
    request: {
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      url: string;
      body: Record<string, unknown> | null;
    };
    result: Record<string, unknown>;
    duration_ms: number;
  };
}

export interface WebhookSecretGetResponse {
  data: {
    secret: string;
  };
}

export interface WebhookSecretRotateResponse {
  data: {
    secret: string;
  };
  message: string;
}

export interface WebhookDeliveriesListParams {
  status?: 'pending' | 'held' | 'delivered' | 'failed' | null | undefined;
  event?: string | null | undefined;
  assistant_id?: number | null | undefined;
  call_id?: number | null | undefined;
  conversation_id?: string | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  order_by?: 'created_at' | 'finished_at' | null | undefined;
  per_page?: number | null | undefined;
  page?: number | null | undefined;
}

export interface WebhookDeliveriesListItem {
  id: string;
  event: string;
  status: 'pending' | 'held' | 'delivered' | 'failed';
  subject_id: string;
  assistant_id: number | null;
  target_id: number;
  url: string;
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface WebhookDeliveriesGetResponse {
  data: {
    id: string;
    event: string;
    status: 'pending' | 'held' | 'delivered' | 'failed';
    subject_id: string;
    assistant_id: number | null;
    target_id: number;
    url: string;
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    finished_at: string | null;
    payload: string;
    attempts: Array<{
      number: number;
      started_at: string;
      finished_at: string;
      status_code: number | null;
      reason: string | null;
      response_body: string;
    }>;
  };
}

export interface WebhookDeliveriesResendResponse {
  message: string;
  data: {
    id: string;
    event: string;
    status: 'pending' | 'held' | 'delivered' | 'failed';
    subject_id: string;
    assistant_id: number | null;
    target_id: number;
    url: string;
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    finished_at: string | null;
  };
}

export interface WebhookDeliveriesReplayParams {
  from: string;
  to: string;
  status?: 'delivered' | 'failed' | null | undefined;
  event?: string | null | undefined;
}

export interface WebhookDeliveriesReplayResponse {
  message: string;
  data: {
    count: number;
  };
}

export interface WebhookTargetsListResponse {
  data: Array<{
    id: number;
    url: string;
    status: 'enabled' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    disabled_at: string | null;
    failure_count: number;
    failing_since: string | null;
    waiting_count: number;
    created_at: string;
  }>;
}

export interface WebhookTargetsEnableResponse {
  message: string;
  data: {
    id: number;
    url: string;
    status: 'enabled' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    disabled_at: string | null;
    failure_count: number;
    failing_since: string | null;
    waiting_count: number;
    created_at: string;
  };
}

export interface WebhookEndpointsListResponse {
  data: Array<{
    id: number;
    url: string;
    status: 'enabled' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    disabled_at: string | null;
    failure_count: number;
    failing_since: string | null;
    waiting_count: number;
    created_at: string;
    events: Array<string>;
    description: string | null;
    headers: Array<{
      name: string;
      value: string;
    }>;
    is_active: boolean;
    updated_at: string;
  }>;
}

export interface WebhookEndpointsCreateParams {
  url: string;
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
    | '*'
  >;
  description?: string | null | undefined;
  headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
  is_active?: boolean | null | undefined;
}

export interface WebhookEndpointsCreateResponse {
  message: string;
  data: {
    id: number;
    url: string;
    status: 'enabled' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    disabled_at: string | null;
    failure_count: number;
    failing_since: string | null;
    waiting_count: number;
    created_at: string;
    events: Array<string>;
    description: string | null;
    headers: Array<{
      name: string;
      value: string;
    }>;
    is_active: boolean;
    updated_at: string;
  };
}

export interface WebhookEndpointsUpdateParams {
  url?: string | undefined;
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
        | '*'
      >
    | undefined;
  description?: string | null | undefined;
  headers?:
    | Array<{
        name: string;
        value: string;
      }>
    | null
    | undefined;
  is_active?: boolean | null | undefined;
}

export interface WebhookEndpointsUpdateResponse {
  message: string;
  data: {
    id: number;
    url: string;
    status: 'enabled' | 'disabled';
    disabled_reason: 'gone' | 'failing' | null;
    disabled_at: string | null;
    failure_count: number;
    failing_since: string | null;
    waiting_count: number;
    created_at: string;
    events: Array<string>;
    description: string | null;
    headers: Array<{
      name: string;
      value: string;
    }>;
    is_active: boolean;
    updated_at: string;
  };
}

export interface WebhookEndpointsDeleteResponse {
  message: string;
}

export interface WebhookEndpointsTestResponse {
  message: string;
  data: {
    id: string;
    event: string;
    status: 'pending' | 'held' | 'delivered' | 'failed';
    subject_id: string;
    assistant_id: number | null;
    target_id: number;
    url: string;
    attempt_count: number;
    next_attempt_at: string | null;
    created_at: string;
    finished_at: string | null;
  };
}

export interface SandboxPhoneNumbersCreateParams {
  phone_number?: string | null | undefined;
  type: 'normal' | 'sip' | 'caller_id';
  sms_capable?: boolean | null | undefined;
  has_active_subscription?: boolean | null | undefined;
}

export interface SandboxPhoneNumbersCreateResponse {
  data: {
    id: number;
    phone_number: string;
    country_code: string;
    type: 'normal' | 'sip' | 'caller_id';
    type_label: string;
    sms_capable: boolean;
    region: string;
    has_active_subscription: boolean;
    created_at: string;
  };
}

export interface SandboxBalanceUpdateParams {
  amount: number;
  note?: string | null | undefined;
}

export interface SandboxBalanceUpdateResponse {
  message: string;
  data: {
    balance: number;
    balance_exact: string;
  };
}

export interface SandboxCallsCreateParams {
  from?: string | null | undefined;
  to: string;
}

export interface SandboxCallsCreateResponse {
  data: {
    media_url: string;
    expires_at: string;
  };
}

export interface SandboxPhonesCreateParams {
  number: string;
}

export interface SandboxPhonesCreateResponse {
  data: {
    media_url: string;
    expires_at: string;
  };
}

export interface SandboxSendersCreateParams {
  phone_number?: string | null | undefined;
  display_name?: string | null | undefined;
  status?: 'online' | 'offline' | null | undefined;
  assistant_id?: number | null | undefined;
}

export interface SandboxSendersCreateResponse {
  data: {
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
    provider: string;
    assistant_id: number | null;
    webhook_url: string;
    templates_synced_at: string | null;
    templates_error: string | null;
    problem: string | null;
    health_checked_at: string | null;
    unattributed_reports: {
      count: number;
      last_at: string | null;
    };
    created_at: string;
    updated_at: string;
  };
}

export interface SandboxSendersUpdateParams {
  status?: 'online' | 'offline' | null | undefined;
  assistant_id?: number | null | undefined;
}

export interface SandboxSendersUpdateResponse {
  data: {
    id: number;
    phone_number: string;
    display_name: string;
    status: 'online' | 'offline';
    quality_rating: 'GREEN' | 'YELLOW' | 'RED';
    messaging_limit: number;
    messaging_limit_formatted: string;
    provider: string;
    assistant_id: number | null;
    webhook_url: string;
    templates_synced_at: string | null;
    templates_error: string | null;
    problem: string | null;
    health_checked_at: string | null;
    unattributed_reports: {
      count: number;
      last_at: string | null;
    };
    created_at: string;
    updated_at: string;
  };
}

export interface SandboxTemplatesCreateParams {
  name: string;
  language: string;
  category: string;
  status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
  body_text: string;
  variables?: Array<string> | null | undefined;
}

export interface SandboxTemplatesCreateResponse {
  data: {
    id: number;
    name: string;
    language: string;
    category: string;
    status: 'approved' | 'pending' | 'rejected' | 'paused' | 'disabled';
    body_text: string;
    variables: Array<string>;
    variable_kinds: Array<
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
      | 'coupon'
    >;
    has_variables: boolean;
    preview: {
      header: {
        format: string;
        text: string | null;
      } | null;
      offer: string | null;
      footer: string | null;
      buttons: Array<{
        kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
        text: string;
        target: string | null;
      }>;
      cards: Array<{
        header: {
          format: string;
          text: string | null;
        } | null;
        body_text: string;
        buttons: Array<{
          kind: 'quick_reply' | 'url' | 'phone' | 'code' | 'coupon' | 'flow' | 'catalog' | 'other';
          text: string;
          target: string | null;
        }>;
      }>;
    };
    unsendable: string | null;
  };
}

export interface SandboxMessagesCreateParams {
  from: string;
  message: string;
  name?: string | null | undefined;
}

export interface SandboxMessagesCreateResponse {
  data: {
    conversation_id: number;
    message_id: number;
    conversation_uuid: string;
  };
}

export interface SandboxSmsCreateParams {
  to: number;
  from: string;
  body: string;
}

export interface SandboxSmsCreateResponse {
  data: {
    id: number;
    direction: 'outbound' | 'inbound';
    phone_number_id: number | null;
    from: string;
    to: string;
    body: string;
    status: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'received';
    message_sid: string | null;
    error_code: string | null;
    error: string | null;
    cost: number;
    segments: number | null;
    created_at: string;
    updated_at: string;
  };
}
