/** Configuration of language model vendors. Keys are secrets: never log them. */
export interface ProviderConfig {
  /** Absent if the vendor is not used. */
  openai?: VendorConfig;
  anthropic?: VendorConfig;
  google?: VendorConfig;
  /** Ollama, vLLM, LM Studio, Groq, …, each with a unique name. */
  openaiCompatible: CompatibleEndpointConfig[];
  /** Model id → name in the catalog; unlisted ids are shown unchanged. */
  modelNames?: Record<string, string>;
}

export interface VendorConfig {
  apiKey: string;
  /** Base URL with the API version (`https://proxy.example/v1`); default: the vendor's. */
  baseUrl?: string;
  /** Model ids as the vendor writes them; default: the list in the vendor's file. */
  models?: string[];
  /** Ids of realtime models; default: the list in the vendor's file; empty to offer none. */
  realtimeModels?: string[];
}

export interface CompatibleEndpointConfig {
  /** Prefix of the model codes: a–z, 0–9 and -, for example `ollama`; unique, and not a vendor's name. */
  name: string;
  /** Base URL with the API version, for example `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Many local servers need no key. */
  apiKey?: string;
  /** At least one: such servers have no common default. */
  models: string[];
  /** Those of `models` that see pictures. */
  visionModels?: string[];
}
