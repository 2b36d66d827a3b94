import { UnprocessableEntityException } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Assistant } from './assistant.entity.js';
import { presentAssistant, presentPage } from './present.js';

const defaults = {
  secondary_language_ids: [],
  knowledgebase_mode: 'function_call',
  tool_ids: [],
  tools: [],
  variables: {},
  filler_config: {},
  tts_emotion_enabled: true,
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  llm_temperature: 0.1,
  allow_interruptions: true,
  fillers: false,
  record: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  ringing_time: 30,
  reengagement_interval: 30,
  end_call_on_voicemail: true,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  ambient_sound: 'off',
  ambient_sound_volume: 0.5,
  is_webhook_active: false,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [],
  conversation_inactivity_timeout: 30,
  conversation_ended_retrigger: false,
  widget_settings: { theme: 'light', color: '#2563eb', position: 'bottom-right', allowed_origins: [] },
};

/** The operations. Reference data is read once at start, as in a tuned service. */
export class AssistantsService {
  constructor(dataSource) {
    this.dataSource = dataSource;
    this.assistants = dataSource.getRepository(Assistant);
  }

  async onModuleInit() {
    const byId = (rows) => new Map(rows.map((row) => [row.id, row]));
    const read = (table) => this.dataSource.query(`select * from ${table}`).then(byId);
    this.languages = await read('languages');
    this.voices = await read('voices');
    this.models = await read('models');
    this.providers = await read('speech_providers');
  }

  async page(userId, { page, perPage, path }) {
    const [entities, total] = await this.assistants.findAndCount({
      where: { user_id: userId, deleted_at: IsNull() },
      order: { id: 'DESC' },
      take: perPage,
      skip: (page - 1) * perPage,
    });
    const items = entities.map((entity) => presentAssistant(entity, this.languages));
    return presentPage({ items, total, page, perPage, path });
  }

  async create(userId, dto) {
    await this.refuse(userId, dto);
    const entity = this.assistants.create({ ...defaults, ...supplied(dto), user_id: userId });
    const { identifiers } = await this.assistants.insert(entity);
    const { name, type, mode } = dto;
    return {
      message: 'Assistant created successfully.',
      data: { id: identifiers[0].id, name, status: 'inactive', type, mode },
    };
  }

  /** Rules between fields and about other objects. */
  async refuse(userId, dto) {
    const errors = {};
    const must = (field, holds, text = `The selected ${field} is invalid.`) => {
      if (!holds) errors[field] = [text];
    };
    const isPipeline = dto.mode === 'pipeline';
    const model = isPipeline ? 'llm_model_id' : 'multimodal_model_id';
    const foreign = isPipeline ? 'multimodal_model_id' : 'llm_model_id';
    must(model, dto[model] != null, `The ${model} field is required.`);
    must(foreign, dto[foreign] == null, `The ${foreign} field does not apply.`);
    if (!isPipeline) {
      must('fillers', dto.fillers !== true, 'Fillers exist only in pipeline mode.');
      must('allow_interruptions', dto.allow_interruptions !== false, 'Interruptions are always on.');
      must('knowledgebase_mode', dto.knowledgebase_mode !== 'prompt', 'Must be function_call.');
      must('transcriber_provider_id', dto.transcriber_provider_id == null, 'Pipeline mode only.');
    } else {
      must('turn_detection_threshold', dto.turn_detection_threshold == null, 'Not in pipeline mode.');
      must('chat_llm_fallback_id', dto.chat_llm_fallback_id == null, 'Not in pipeline mode.');
    }
    must('webhook_url', !dto.is_webhook_active || dto.webhook_url != null, 'Required.');
    must('language_id', this.languages.has(dto.language_id));
    must('voice_id', this.voices.get(dto.voice_id)?.modes.includes(dto.mode) === true);
    if (dto[model] != null) must(model, this.models.has(dto[model]));
    for (const id of dto.secondary_language_ids ?? []) must('secondary_language_ids', this.languages.has(id));
    for (const field of ['synthesizer_provider_id', 'transcriber_provider_id']) {
      if (dto[field] != null) must(field, this.providers.has(dto[field]));
    }
    for (const [field, table] of [
      ['knowledgebase_id', 'knowledgebases'],
      ['phone_number_id', 'phone_numbers'],
    ]) {
      if (dto[field] != null) must(field, await this.owns(userId, table, [dto[field]]));
    }
    if (dto.tool_ids?.length > 0) must('tool_ids', await this.owns(userId, 'tools', dto.tool_ids));
    if (Object.keys(errors).length > 0) {
      throw new UnprocessableEntityException({ message: Object.values(errors)[0][0], errors });
    }
  }

  async owns(userId, table, ids) {
    const sql = `select count(*)::int as count from ${table} where user_id = $1 and id = any($2)`;
    const [{ count }] = await this.dataSource.query(sql, [userId, ids]);
    return count === new Set(ids).size;
  }
}

function supplied(dto) {
  return Object.fromEntries(Object.entries(dto).filter(([, value]) => value != null));
}
