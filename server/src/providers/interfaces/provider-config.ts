/** What the configuration says about the vendors of one capability family. Keys are secrets: never log these. */
export interface ProviderConfig {
  /** Absent: the vendor is not used. */
  openai?: VendorConfig;
  anthropic?: VendorConfig;
  google?: VendorConfig;
  /** Ollama, vLLM, LM Studio, Groq, …: each with a name of its own. */
  openaiCompatible: CompatibleEndpointConfig[];
  /** Model id → name shown in the catalogue; ids that are missing are shown as they are. */
  modelNames?: Record<string, string>;
}

export interface VendorConfig {
  apiKey: string;
  /** Root of the API including its version (`https://proxy.example/v1`); the vendor's own when absent. */
  baseUrl?: string;
  /** Model ids as the vendor writes them; the vendor file's default list when absent. */
  models?: string[];
  /** Ids of models that hear and speak; the vendor file's default list when absent, none when empty. */
  realtimeModels?: string[];
}

export interface CompatibleEndpointConfig {
  /** Prefix of the model codes: a–z, 0–9 and -, for example `ollama`; unique, and not a vendor's name. */
  name: string;
  /** Root of the API including its version, for example `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Many local servers need none. */
  apiKey?: string;
  /** At least one: such servers have no common default. */
  models: string[];
}
