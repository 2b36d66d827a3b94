import { createAssistant } from './assistants.ts';
import { type FakeModelServer, startFakeModelServer } from './fake-model-server.ts';
import { type Client, startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** A server whose models use a scripted OpenAI-compatible endpoint, configured only by environment variables. */
export interface ModelInstallation {
  server: TestServer;
  model: FakeModelServer;
  /** Creates an assistant with the endpoint's model `main`. */
  assistant(account: Client, fields?: Record<string, unknown>): ReturnType<typeof createAssistant>;
  stop(): Promise<void>;
}

export async function startModelInstallation(options: TestServerOptions = {}): Promise<ModelInstallation> {
  const model = await startFakeModelServer();
  const server = await startTestServer({
    ...options,
    environment: {
      PARLEY_LLM_BASE_URL: model.baseUrl,
      PARLEY_LLM_MODELS: 'main,spare',
      ...options.environment,
    },
  });
  return {
    server,
    model,
    assistant: async (account, fields = {}) => {
      const { body } = await account.get('/user/assistants/models?type=llm');
      const { id } = body.find(({ name }: { name: string }) => name === 'main');
      return createAssistant(account, { llm_model_id: id, ...fields });
    },
    stop: async () => {
      await server.stop();
      await model.close();
    },
  };
}
