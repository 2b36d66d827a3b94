import { describe, expect, it } from 'vitest';
import { convert } from './convert.ts';
import { convertVariables } from './convert-variables.ts';
import type { Product } from './draft.ts';
import { reportLines } from './import-assistant.ts';
import { type Catalog, matchModel, matchVoice } from './match-catalog.ts';

const catalog: Catalog = {
  languages: [
    { id: 1, name: 'English', iso_2: 'en' },
    { id: 4, name: 'Spanish', iso_2: 'es' },
  ],
  voices: [
    { id: 10, name: 'Brian', language_id: 1, gender: 'male' },
    { id: 11, name: 'Sarah', language_id: 1, gender: 'female' },
    { id: 12, name: 'Lucía', language_id: 4, gender: 'female' },
  ],
  models: [
    { id: 20, name: 'Offline rules' },
    { id: 21, name: 'GPT-4.1 mini', code: 'openai/gpt-4.1-mini' },
    { id: 22, name: 'Gemini 2.0 Flash', code: 'google/gemini-2.0-flash' },
  ],
};

function converted(product: Product, json: unknown) {
  const conversion = convert(json, { product, catalog, type: 'inbound', timezone: 'UTC' });
  if (conversion === null) throw new Error('The export was not recognized.');
  const report = reportLines({ conversion, assistantId: null }).join('\n');
  return { ...conversion, report };
}

describe('Vapi', () => {
  const assistant = {
    id: 'b5c1',
    orgId: 'o1',
    name: 'Dental desk',
    firstMessage: 'Hi {{customer.name | default: "there"}}, this is Riverside Dental.',
    firstMessageMode: 'assistant-speaks-first',
    model: {
      provider: 'openai',
      model: 'gpt-4o-mini',
      temperature: 0.4,
      messages: [
        {
          role: 'system',
          content: 'You book appointments. The caller is {{customer.number}}. {% if vip %}VIP{% endif %}',
        },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'bookSlot2',
            description: 'Books a slot.',
            parameters: {
              type: 'object',
              properties: {
                day: { type: 'string', description: 'The day' },
                kind: { type: 'string', enum: ['checkup', 'cleaning'] },
                patient: { type: 'object', properties: { age: { type: 'integer' } } },
              },
              required: ['day'],
            },
          },
          server: { url: 'https://api.example.com/book', timeoutSeconds: 45, headers: { 'X-Key': 'k' } },
        },
        {
          type: 'transferCall',
          destinations: [
            {
              type: 'number',
              number: '+14155550100',
              description: 'The front desk',
              transferPlan: { mode: 'warm-transfer-with-message' },
              message: 'A patient.',
            },
          ],
        },
        { type: 'endCall' },
        { type: 'dtmf' },
        { type: 'slack.message.send', name: 'tell_team' },
      ],
      toolIds: ['t-77'],
    },
    voice: { provider: '11labs', voiceId: 'sarah', stability: 0.5, similarityBoost: 0.75, speed: 1.4 },
    transcriber: { provider: 'deepgram', model: 'nova-3', language: 'en', keyterm: ['Riverside:2', 'crown'] },
    silenceTimeoutSeconds: 30,
    maxDurationSeconds: 3600,
    backgroundSound: 'office',
    voicemailMessage: 'Please call us back.',
    stopSpeakingPlan: { numWords: 2, backoffSeconds: 1 },
    artifactPlan: { recordingEnabled: true },
    analysisPlan: {
      summaryPrompt: 'Summarize the call.',
      successEvaluationPrompt: 'An appointment was booked',
      structuredDataPlan: {
        enabled: true,
        schema: {
          type: 'object',
          properties: { appointmentDateTime: { type: 'string', description: 'When' } },
        },
      },
    },
    server: { url: 'https://hooks.example.com/vapi' },
    compliancePlan: { hipaaEnabled: true },
  };

  it('converts texts, settings, tools and the evaluation', () => {
    const { assistant: body, tools } = converted('vapi', assistant);
    expect(body).toMatchObject({
      name: 'Dental desk',
      type: 'inbound',
      mode: 'pipeline',
      initial_message: 'Hi {{customer_name|there}}, this is Riverside Dental.',
      system_prompt: 'You book appointments. The caller is {{customer_phone}}. VIP',
      language_id: 1,
      voice_id: 11,
      llm_model_id: 21,
      llm_temperature: 0.4,
      voice_stability: 0.5,
      voice_similarity: 0.75,
      speech_speed: 1.2,
      max_duration: 1200,
      max_silence_duration: 30,
      ambient_sound: 'office',
      min_interrupt_words: 2,
      record: true,
      voice_mail_message: 'Please call us back.',
      transcriber_keywords: ['Riverside', 'crown'],
    });
    expect(body['tools']).toEqual([
      {
        type: 'call_transfer',
        phone_number: '+14155550100',
        description: 'The front desk',
        warm_transfer: true,
        warm_transfer_message: 'A patient.',
      },
      { type: 'end_call' },
      { type: 'dtmf_input' },
    ]);
    expect(body['post_call_schema']).toEqual([
      {
        name: 'status',
        type: 'bool',
        description: 'True if the call was successful (An appointment was booked).',
      },
      { name: 'summary', type: 'string', description: 'Summarize the call.' },
      { name: 'appointmentdatet', type: 'string', description: 'When' },
    ]);
    expect(tools).toEqual([
      {
        name: 'book_slot_two',
        description: 'Books a slot.',
        endpoint: 'https://api.example.com/book',
        method: 'POST',
        timeout: 30,
        headers: [{ name: 'X-Key', value: 'k' }],
        schema: [
          { name: 'day', type: 'string', description: 'The day' },
          { name: 'kind', type: 'string', description: 'One of: checkup, cleaning. Optional.' },
          { name: 'patient', type: 'string', description: 'Optional.' },
        ],
      },
    ]);
  });

  it.each([
    'max_duration: 3600 became 1200.',
    'speech_speed: 1.4 became 1.2.',
    'The model gpt-4o-mini became GPT-4.1 mini.',
    'The tool bookSlot2 became book_slot_two.',
    'The parameter patient of book_slot_two is sent as a text, not as an object.',
    'The tool tell_team of the type slack.message.send has no counterpart.',
    'Tools are named only by id (t-77).',
    'Events went to https://hooks.example.com/vapi.',
    '{% if vip %} in the system prompt is a template expression.',
    'compliancePlan has no counterpart.',
    'stopSpeakingPlan.backoffSeconds has no counterpart.',
  ])('reports: %s', (sentence) => {
    expect(converted('vapi', assistant).report).toContain(sentence);
  });
});

describe('Retell', () => {
  const agent = {
    agent_id: 'a1',
    agent_name: 'Clinic',
    response_engine: { type: 'retell-llm', llm_id: 'l1' },
    voice_id: '11labs-Adrian',
    voice_speed: 1.1,
    language: 'en-US',
    interruption_sensitivity: 0.5,
    responsiveness: 0.8,
    ambient_sound: 'coffee-shop',
    ambient_sound_volume: 1,
    boosted_keywords: ['Clinic'],
    end_call_after_silence_ms: 600_000,
    max_call_duration_ms: 900_000,
    reminder_trigger_ms: 10_000,
    enable_voicemail_detection: true,
    voicemail_option: { action: { type: 'static_text', text: 'Call us back.' } },
    allow_user_dtmf: true,
    user_dtmf_options: { timeout_ms: 5000, termination_key: '#', digit_limit: 4 },
    post_call_analysis_data: [
      { type: 'boolean', name: 'call_successful', description: 'Booked' },
      { type: 'enum', name: 'mood', description: 'The mood.', choices: ['good', 'bad'] },
    ],
    enable_backchannel: true,
  };
  const llm = {
    llm_id: 'l1',
    model: 'gpt-4.1-mini',
    model_temperature: 0.2,
    general_prompt:
      'You help {{patient_name}} at {{current_time_America/New_York}}. Direction: {{direction}}.',
    begin_message: '',
    general_tools: [
      { type: 'end_call', name: 'end_call', description: 'When done' },
      {
        type: 'transfer_call',
        name: 'desk',
        description: 'To the desk',
        transfer_destination: { type: 'predefined', number: '+14155550100' },
        transfer_option: { type: 'cold_transfer' },
      },
      {
        type: 'custom',
        name: 'find_patient',
        description: 'Finds a patient',
        url: 'https://api.example.com/find',
        method: 'GET',
        timeout_ms: 8000,
        query_params: { v: '2' },
        headers: { Authorization: 'Bearer x' },
        parameters: { type: 'object', properties: { name: { type: 'string', description: 'The name' } } },
      },
      { type: 'check_availability_cal', name: 'availability', cal_api_key: 'k' },
    ],
    states: [
      {
        name: 'intro',
        state_prompt: 'Greet.',
        edges: [{ description: 'If booked', destination_state_name: 'close' }],
      },
    ],
    starting_state: 'intro',
    default_dynamic_variables: { patient_name: 'Ana' },
    knowledge_base_ids: ['kb1'],
  };

  it.each([
    ['both objects', { agent, llm }],
    ['the export of the dashboard', { ...agent, retellLlmData: llm }],
  ])('converts %s', (_name, json) => {
    const { assistant, tools, report } = converted('retell', json);
    expect(assistant).toMatchObject({
      name: 'Clinic',
      voice_id: 10,
      llm_model_id: 21,
      wait_for_customer: true,
      variables: { patient_name: 'Ana' },
      interrupt_sensitivity: 1,
      endpoint_sensitivity: 0.8,
      ambient_sound: 'cafe',
      ambient_sound_volume: 0.5,
      max_duration: 900,
      max_silence_duration: 360,
      reengagement_interval: 10,
      voice_mail_message: 'Call us back.',
    });
    expect(assistant['system_prompt']).toContain(
      'You help {{patient_name}} at {{current_weekday}}, {{current_date}} {{current_time}}.',
    );
    expect(assistant['system_prompt']).toContain('- If booked: continue with “close”.');
    expect(assistant['tools']).toEqual([
      { type: 'collect_keypad', timeout: 5, stop_key: '#' },
      { type: 'end_call', description: 'When done' },
      { type: 'call_transfer', phone_number: '+14155550100', description: 'To the desk' },
    ]);
    expect(tools).toMatchObject([
      { name: 'find_patient', endpoint: 'https://api.example.com/find?v=2', method: 'GET', timeout: 8 },
    ]);
    expect(assistant['post_call_schema']).toEqual([
      { name: 'status', type: 'bool', description: 'Booked' },
      { name: 'mood', type: 'string', description: 'The mood. One of: good, bad.' },
    ]);
    for (const sentence of [
      'The variable {{direction}} in the system prompt is not filled by Parley.',
      'The tool availability of the type check_availability_cal has no counterpart.',
      'Knowledge bases are not in the export (kb1).',
      'The states (1) became sections of the system prompt',
      'max_silence_duration: 600 became 360.',
      'enable_backchannel has no counterpart.',
    ]) {
      expect(report).toContain(sentence);
    }
  });
});

describe('ElevenLabs', () => {
  const agent = {
    agent_id: 'x',
    name: 'Concierge',
    conversation_config: {
      asr: { quality: 'high', keywords: ['Mill Inn'] },
      turn: { turn_timeout: 7, silence_end_call_timeout: 20, mode: 'turn', turn_eagerness: 'patient' },
      tts: {
        model_id: 'eleven_flash_v2',
        voice_id: 'nPczCjzI2devNBz1zQrb',
        stability: 0.5,
        similarity_boost: 0.8,
        speed: 1,
      },
      conversation: { max_duration_seconds: 600, text_only: false },
      language_presets: { es: { overrides: { agent: { first_message: 'Hola' } } } },
      agent: {
        first_message: 'Hello {{guest}}, this is the Mill Inn.',
        language: 'en',
        dynamic_variables: { dynamic_variable_placeholders: { guest: 'guest' } },
        prompt: {
          prompt: 'Help the guest, who calls from {{system__caller_id}}.',
          llm: 'gemini-2.0-flash',
          temperature: 0,
          timezone: 'Europe/Madrid',
          tools: [
            {
              type: 'webhook',
              name: 'room_status',
              description: 'Reads a room',
              response_timeout_secs: 20,
              api_schema: {
                url: 'https://api.example.com/rooms/{room}',
                method: 'POST',
                path_params_schema: { room: { type: 'string', description: 'The room' } },
                request_body_schema: {
                  type: 'object',
                  properties: { nights: { type: 'integer', description: 'Nights' } },
                  required: ['nights'],
                },
                request_headers: { Accept: 'application/json', Authorization: { secret_id: 's1' } },
              },
            },
            { type: 'client', name: 'show_map', description: 'Shows a map' },
          ],
          built_in_tools: {
            end_call: { name: 'end_call', description: '' },
            transfer_to_number: {
              name: 'transfer_to_number',
              params: {
                transfers: [
                  {
                    transfer_destination: { type: 'phone', phone_number: '+34600000000' },
                    condition: 'asks for a person',
                    transfer_type: 'conference',
                  },
                ],
              },
            },
            skip_turn: null,
          },
          knowledge_base: [{ type: 'file', name: 'menu.pdf', id: 'd1' }],
        },
      },
    },
    platform_settings: {
      evaluation: {
        criteria: [{ id: 'c', name: 'polite', type: 'prompt', conversation_goal_prompt: 'It was polite' }],
      },
      data_collection: { nights: { type: 'integer', description: 'Number of nights' } },
      privacy: { record_voice: true, retention_days: 30 },
    },
  };

  it('converts an agent', () => {
    const { assistant, tools, report } = converted('elevenlabs', agent);
    expect(assistant).toMatchObject({
      name: 'Concierge',
      timezone: 'Europe/Madrid',
      initial_message: 'Hello {{guest}}, this is the Mill Inn.',
      system_prompt: 'Help the guest, who calls from {{customer_phone}}.',
      voice_id: 10,
      llm_model_id: 22,
      llm_temperature: 0,
      language_id: 1,
      secondary_language_ids: [4],
      variables: { guest: 'guest' },
      max_silence_duration: 20,
      endpoint_sensitivity: 1,
      record: true,
      tools: [
        { type: 'end_call' },
        {
          type: 'call_transfer',
          phone_number: '+34600000000',
          description: 'asks for a person',
          warm_transfer: true,
        },
      ],
      post_call_schema: [
        { name: 'nights', type: 'number', description: 'Number of nights' },
        { name: 'polite', type: 'bool', description: 'It was polite' },
      ],
    });
    expect(tools).toMatchObject([
      {
        name: 'room_status',
        endpoint: 'https://api.example.com/rooms/{room}',
        timeout: 20,
        headers: [{ name: 'Accept', value: 'application/json' }],
        schema: [{ name: 'room' }, { name: 'nights', type: 'number' }],
      },
    ]);
    for (const sentence of [
      'The header Authorization of the tool room_status is a secret or variable.',
      'The tool show_map of the type client has no counterpart.',
      'Documents are not in the export (menu.pdf).',
      'platform_settings.privacy.retention_days has no counterpart.',
    ]) {
      expect(report).toContain(sentence);
    }
    expect(report).not.toContain('voice nPczCjzI2devNBz1zQrb');
  });
});

describe('an export', () => {
  it.each(['vapi', 'retell', 'elevenlabs'] as const)('of another product is refused for %s', (product) => {
    for (const json of [{}, [], null, 'text', 7, { hello: 'world' }]) {
      expect(convert(json, { product, catalog, type: 'inbound', timezone: 'UTC' })).toBeNull();
    }
  });

  it('without a prompt and message still converts, and says so', () => {
    const { assistant, report } = converted('elevenlabs', { conversation_config: {} });
    expect(assistant).toMatchObject({ name: 'Imported assistant', wait_for_customer: true });
    expect(report).toContain('The export has no prompt.');
  });

  it('has its first message cut at a word', () => {
    const { assistant, report } = converted('vapi', { firstMessage: 'hello '.repeat(50) });
    expect(String(assistant['initial_message']).length).toBeLessThanOrEqual(200);
    expect(report).toContain('The first message was cut from 300 to 200 characters.');
  });
});

describe('variables', () => {
  it.each<[Product, string, string]>([
    [
      'vapi',
      '{{customer.number}} {{ phoneNumber.number }} {{name}}',
      '{{customer_phone}} {{assistant_phone}} {{name}}',
    ],
    ['vapi', '{{"now" | date: "%H:%M", "UTC"}}', '{{current_date}} {{current_time}}'],
    ['retell', '{{user_number}} {{ agent_number }}', '{{customer_phone}} {{assistant_phone}}'],
    ['elevenlabs', '{{system__conversation_id}}', '{{conversation_id}}'],
  ])('of %s: %s', (product, text, expected) => {
    expect(convertVariables(text, product).text).toBe(expected);
  });
});

describe('the nearest entry of the catalog', () => {
  it.each([
    ['Brian', 10, true],
    ['11labs-Brian', 10, true],
    ['openai-Nova', 11, false],
    ['cjVigY5qzO86Huf0OWal', 10, false],
    ['unknown', 10, false],
    [null, 10, false],
  ])('for the voice %s is %i', (hint, id, isExact) => {
    expect(matchVoice(catalog, hint, 1)).toMatchObject({ item: { id }, isExact });
  });

  it.each([
    ['gpt-4.1-mini', 21, true],
    ['gpt-4o', 21, false],
    ['gemini-2.5-pro', 22, false],
    ['claude-sonnet', 21, false],
    [null, 21, false],
  ])('for the model %s is %i', (hint, id, isExact) => {
    expect(matchModel(catalog, hint)).toMatchObject({ item: { id }, isExact });
  });
});
