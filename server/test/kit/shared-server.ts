import { sharedInFolder } from './left-running.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * One server for all files of a folder that a worker runs one after the other and that need the same environment. Each test
 * makes its own account. Nobody stops it.
 */
export const sharedServer: (environment?: Record<string, string>) => Promise<TestServer> = sharedInFolder(
  async (environment: Record<string, string> = {}) => {
    const server = await startTestServer({ environment });
    return { value: server, end: server.stop };
  },
);
